import Foundation
import Testing

@testable import ProgramLab

@Suite("The systemd unit")
struct ServiceUnitTests {
    @Test("systemd finds nothing to complain about")
    func verifies() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let unit = try String(
            contentsOf: package.appendingPathComponent("systemd/fieldfb.service"), encoding: .utf8)
        #expect(unit.contains("ExecStart=/usr/bin/fieldfb run\n"))
        #expect(unit.contains("ExecStopPost=/usr/bin/fieldfb restore-console\n"))
        // The program is not installed here: the unit is checked with the one that was built.
        let folder = try TemporaryFolder()
        let copy = try folder.write(
            unit.replacingOccurrences(of: "/usr/bin/fieldfb", with: ProgramUnderTest.path), to: "fieldfb.service")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/systemd-analyze")
        process.arguments = ["verify", copy]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try ProgramUnderTest.newFile(folder.file("err"))
        try process.run()
        process.waitUntilExit()
        #expect(try String(contentsOfFile: folder.file("err"), encoding: .utf8) == "")
        #expect(process.terminationStatus == 0)
    }
}
