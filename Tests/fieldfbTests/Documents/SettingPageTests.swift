import Foundation
import Testing

@testable import ProgramLab
@testable import fieldfb

@Suite("The pages about settings")
struct SettingPageTests {
    /// The part of docs/fieldfb.conf below its introduction, as it has to be.
    private static var commentedSettings: String {
        var text = ""
        let defaults = Settings()
        for section in SettingSection.allCases {
            text += "\n[\(section.name)]\n"
            for (index, setting) in Setting.all.filter({ $0.section == section }).enumerated() {
                text += index == 0 ? "" : "\n"
                text += "# \(setting.summary)\n# \(setting.allowed)"
                text += setting.isLive ? "\n" : "; read at the start only\n"
                text += "#\(setting.key) = \(setting.read(defaults))\n"
            }
        }
        return text
    }

    @Test("fieldfb.conf holds every setting with what it is, what is allowed, and its default")
    func commentedFile() throws {
        let text = try PackageFile.text("docs/fieldfb.conf")
        let start = try #require(text.range(of: "\n[")).lowerBound
        if text[start...] != Self.commentedSettings {
            // What has to stand there, ready to be taken over.
            let expected = PackageFile.path(".build/fieldfb.conf")
            try Data((text[..<start] + Self.commentedSettings).utf8).write(to: URL(fileURLWithPath: expected))
            Issue.record("docs/fieldfb.conf is not what the program says; it has to be \(expected)")
        }
    }

    @Test("fieldfb.conf changes nothing as it is, and nothing either without its comment signs")
    func commentedFileIsHarmless() throws {
        let text = try PackageFile.text("docs/fieldfb.conf")
        let folder = try TemporaryFolder()
        let bare = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("#") && !line.hasPrefix("# ") && line != "#" ? String(line.dropFirst()) : String(line)
        }
        for (name, text) in [("as-it-is.conf", text), ("bare.conf", bare.joined(separator: "\n"))] {
            let outcome = try ProgramUnderTest.run(["check", try folder.write(text, to: name)])
            #expect(outcome.code == 0)
            #expect(outcome.output == "")
            let reading = SettingReading()
            SettingFile.apply(Array(text.utf8), name: name, to: reading)
            #expect(Setting.all.allSatisfy { $0.read(reading.settings) == $0.read(Settings()) })
            #expect(reading.origins.allSatisfy { ($0 != nil) == (name == "bare.conf") })
        }
    }

    @Test("the page of settings has a row for each, with its default", arguments: Setting.all.map(\.key))
    func page(_ key: String) throws {
        let setting = try #require(Setting.named(key))
        let rows = try PackageFile.text("docs/settings.md").split(separator: "\n").filter { $0.hasPrefix("| \(key) |") }
        try #require(rows.count == 1)
        let cells = rows[0].split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
        #expect(cells[2] == setting.read(Settings()))
        #expect(rows[0].contains("at the start only") == !setting.isLive)
        if setting.allowed.hasPrefix("one of ") {
            #expect("one of \(cells[1])" == setting.allowed)
        }
    }
}
