import Foundation
import Testing

@testable import ProgramLab
@testable import fieldfb

@Suite("The manual pages")
struct ManualPageTests {
    private static let pages = ["fieldfb.1", "fieldctl.1", "fieldfb.conf.5", "fieldfb.service.8"]

    /// The source of a page, with its dashes plain.
    private func source(_ page: String) throws -> String {
        try PackageFile.text("docs/man/\(page)").replacingOccurrences(of: "\\-", with: "-")
    }

    /// A page as it is read, in one line.
    private func reading(_ page: String) throws -> String {
        let outcome = try ProgramUnderTest.run(
            ["-T", "ascii", "-O", "width=500", PackageFile.path("docs/man/\(page)")], called: "/usr/bin/mandoc")
        // Bold and underlined letters are written over themselves.
        var text = ""
        for character in outcome.output {
            if character == "\u{8}" { text.removeLast() } else { text.append(character) }
        }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The lines below a heading, up to the next one of its kind or above.
    private func part(_ heading: String, of text: String) -> String {
        let lines = text.components(separatedBy: "\n")
        guard let start = lines.firstIndex(of: heading) else { return "" }
        let rest = lines[(start + 1)...]
        let end = rest.firstIndex { $0.hasPrefix(".SH") || ($0.hasPrefix(".SS") && heading.hasPrefix(".SS")) }
        return rest[..<(end ?? rest.endIndex)].joined(separator: "\n")
    }

    @Test("there is one for each program, for the setting file and for the service")
    func names() throws {
        #expect(try PackageFile.names(in: "docs/man") == Self.pages.sorted())
    }

    @Test("are free of faults to groff, man and mandoc", arguments: pages)
    func lint(_ page: String) throws {
        let path = PackageFile.path("docs/man/\(page)")
        let tools = [
            ("/usr/bin/groff", ["-man", "-ww", "-z", "-Tutf8", path]),
            ("/usr/bin/man", ["--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", path]),
            ("/usr/bin/mandoc", ["-T", "lint", "-W", "warning", path]),
        ]
        for (tool, words) in tools {
            let outcome = try ProgramUnderTest.run(
                words, called: tool, environment: ["LC_ALL": "C.UTF-8", "MANROFFSEQ": "", "MANWIDTH": "80"])
            #expect(outcome.code == 0, "\(tool)")
            #expect(outcome.error == "", "\(tool)")
            if tool.hasSuffix("mandoc") { #expect(outcome.output == "") }
        }
    }

    @Test("fieldfb(1) has every option of each command, with its letter and its value", arguments: Commands.all.map(\.name))
    func options(_ name: String) throws {
        let command = try #require(Commands.all.first { $0.name == name })
        let part = part(".SS \(name)", of: try source("fieldfb.1"))
        #expect(try source("fieldfb.1").contains("\n.B fieldfb \(name)"), "the synopsis")
        var headings = Set(part.components(separatedBy: "\n").filter { $0.hasPrefix(".BR -") })
        for option in command.options where option.name != "help" && option.name != "version" {
            var heading = ".BR "
            if let letter = option.letter { heading += "-\(Character(UnicodeScalar(letter))) \", \" " }
            heading += "--\(option.name)"
            if let value = option.value { heading += " \" \\fI\(value)\\fR\"" }
            #expect(headings.remove(heading) != nil, "\(heading)")
        }
        #expect(headings == [], "no such option")
    }

    @Test("fieldfb(1) has every exit code of the program")
    func exitCodes() throws {
        let part = part(".SH EXIT STATUS", of: try source("fieldfb.1"))
        for code in [ExitCode.success, .refused, .usage, .noDaemon, .system, .alreadyRunning, .inputOutput] {
            #expect(part.contains("\n.B \(code.rawValue)\n"))
        }
    }

    @Test("fieldctl(1) has the requests that the daemon knows, and no others")
    func requests() throws {
        let part = part(".SH REQUESTS", of: try source("fieldctl.1"))
        var words: [String] = []
        for (tag, line) in zip(part.components(separatedBy: "\n"), part.components(separatedBy: "\n").dropFirst())
        where tag == ".TP" {
            words.append(String(line.split(separator: " ")[1]))
        }
        #expect(words == ControlRequest.forms.map { String($0.split(separator: " ")[0]) })
    }

    @Test("fieldctl(1) has the options of the client", arguments: Command.control.options.map(\.name))
    func clientOptions(_ name: String) throws {
        #expect(part(".SH OPTIONS", of: try source("fieldctl.1")).contains("--\(name)"))
    }

    @Test("fieldfb.conf(5) has each setting with its default and what is allowed")
    func settings() throws {
        let text = try reading("fieldfb.conf.5")
        for setting in Setting.all {
            let allowed = setting.allowed.prefix(1).uppercased() + setting.allowed.dropFirst()
            let start = setting.isLive ? "" : " Read at the start only."
            let standard = setting.read(Settings())
            let value = standard.isEmpty ? "" : " \(standard)"
            let entry = "\(setting.key) =\(value) \(setting.summary) \(allowed).\(start)"
            #expect(text.contains(entry), "\(entry)")
        }
    }

    @Test("fieldfb.service(8) has every unit, and each unit names that page")
    func units() throws {
        let page = try source("fieldfb.service.8")
        for unit in try PackageFile.names(in: "systemd") where unit.hasPrefix("fieldfb") {
            #expect(page.contains(unit), "\(unit)")
            #expect(try PackageFile.text("systemd/\(unit)").contains("man:fieldfb.service(8)"), "\(unit)")
        }
    }
}
