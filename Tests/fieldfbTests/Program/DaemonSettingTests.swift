import Foundation
import Testing

@testable import ProgramLab

@Suite("Setting files and a running daemon")
struct DaemonSettingTests {
    @Test("a file full of faults is complained about line by line, and the daemon answers")
    func everyFault() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            "Pitch=1\n[Field]\nPitch=0\nnonsense\nFoo=1\nInk=red\n[Colours]\n[Field\n[Field]\nReach=0.5\nReach=0.6\n"
                + String(repeating: "x", count: 5000) + "\nPi\u{0}tch=3\n",
            to: "faulty.conf")
        let daemon = try RunningDaemon(["--config", file], folder: folder)
        for line in [1, 3, 4, 5, 6, 7, 8, 11, 12, 13] {
            #expect(daemon.count("\(file):\(line): ") == 1, "line \(line)")
        }
        #expect(try daemon.ask("get Pitch") == "ok 14")
        #expect(try daemon.ask("get Reach") == "ok 0.6")
    }

    @Test("a file that cannot be read is complained about, and the daemon answers", arguments: [
        "absent", "folder", "huge", "fifo",
    ])
    func unreadable(_ kind: String) throws {
        let folder = try TemporaryFolder()
        switch kind {
        case "folder": try folder.makeFolder("file")
        case "huge": try folder.write(String(repeating: "# noise\n", count: 200_000), to: "file")
        case "fifo": try folder.makeFIFO("file")
        default: break
        }
        let daemon = try RunningDaemon(["--config", folder.file("file")], folder: folder)
        #expect(daemon.count("\(folder.file("file")): ") == 1)
        #expect(try daemon.ask("ping") == "ok")
    }

    @Test("a terminal output asked for in a file does not keep the daemon from running without one")
    func terminalInFile() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("[Display]\nOutput=terminal\n", to: "some.conf")
        let daemon = try RunningDaemon(["--config", file], output: nil, folder: folder)
        #expect(try daemon.outputCount() == 0)
        #expect(daemon.standardError.contains("it is no terminal"))
    }

    @Test("an option counts more than the file")
    func precedence() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("[Field]\nPitch=20\nReach=0.5\n", to: "some.conf")
        let daemon = try RunningDaemon(["--config", file, "--set", "Pitch=30"], folder: folder)
        #expect(try daemon.ask("get Pitch") == "ok 30")
        #expect(try daemon.ask("get Reach") == "ok 0.5")
    }

    @Test("SIGHUP reads the file again; what is fixed at the start stays and is named")
    func reload() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("[Field]\nPitch=20\n", to: "some.conf")
        let daemon = try RunningDaemon(["--config", file], folder: folder)
        #expect(try daemon.ask("get Pitch") == "ok 20")
        try folder.write("[Field]\nPitch=25\nInk=bad\n[Motion]\nStartTime=5\n", to: "some.conf")
        daemon.signal(SIGHUP)
        try eventually("the new value") { try daemon.ask("get Pitch") == "ok 25" }
        #expect(daemon.count("\(file):3: Ink is") == 1)
        #expect(daemon.count("StartTime changes at the next start") == 1)
        #expect(try daemon.ask("get StartTime") == "ok 0")
    }
}
