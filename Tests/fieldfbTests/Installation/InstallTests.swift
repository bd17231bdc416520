import Foundation
import Testing

@testable import ProgramLab

@Suite("Installing by hand")
struct InstallTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Runs scripts/install for an image.
    private static func install(into image: String, prefix: String, _ words: [String] = []) throws {
        let outcome = try ProgramUnderTest.run(
            words, called: root.appendingPathComponent("scripts/install").path,
            environment: ["DESTDIR": image, "PREFIX": prefix, "PROGRAM": ProgramUnderTest.path, "STRIP": ":"])
        #expect(outcome.code == 0, "\(outcome.error)")
    }

    /// All files and folders of an image.
    private static func paths(in image: String) throws -> Set<String> {
        Set(try FileManager.default.subpathsOfDirectory(atPath: image))
    }

    @Test("removing takes away what installing made, and no folder of anybody else", arguments: ["/usr", "/usr/local"])
    func removal(prefix: String) throws {
        let folder = try TemporaryFolder()
        for path in ["bin", "lib/systemd/system", "share/man/man1", "share/doc"] {
            try FileManager.default.createDirectory(
                atPath: folder.file("image\(prefix)/\(path)"), withIntermediateDirectories: true)
        }
        let image = folder.file("image")
        let before = try Self.paths(in: image)
        try Self.install(into: image, prefix: prefix)
        #expect(try Self.paths(in: image).count > before.count + 20)
        try Self.install(into: image, prefix: prefix, ["--remove"])
        let left = try Self.paths(in: image)
        #expect(left.isSuperset(of: before))
        #expect(left.filter { $0.contains("fieldfb") || $0.contains("fieldctl") } == [])
    }

    @Test("the units and the scripts behind them name each other by where they are")
    func paths() throws {
        let folder = try TemporaryFolder()
        let image = folder.file("image")
        try Self.install(into: image, prefix: "/opt")
        let units = "\(image)/opt/lib/systemd/system"
        for name in try FileManager.default.contentsOfDirectory(atPath: units) {
            let text = try String(contentsOfFile: "\(units)/\(name)", encoding: .utf8)
            for line in text.split(separator: "\n") where line.hasPrefix("Exec") {
                let path = line.drop { $0 != "/" }.prefix { $0 != " " }
                guard path.contains("field") else { continue }
                #expect(FileManager.default.isExecutableFile(atPath: image + path), "\(name): \(line)")
            }
        }
    }
}
