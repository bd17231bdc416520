import Foundation
import Testing

@testable import ProgramLab

@Suite("Reduced motion, followed live")
struct DaemonReducedMotionTests {
    private func start(_ folder: TemporaryFolder, file: String = "reduce-motion") throws -> RunningDaemon {
        try RunningDaemon(["--set", "ReduceMotionFile=\(folder.file(file))"], folder: folder)
    }

    private func expect(_ on: Bool, _ daemon: RunningDaemon, _ what: String) throws {
        try eventually(what) { try daemon.reducesMotion() == on }
    }

    @Test("the file is followed while it appears, changes, is replaced and goes")
    func live() throws {
        let folder = try TemporaryFolder()
        let daemon = try start(folder)
        #expect(try !daemon.reducesMotion())
        try folder.write("1\n", to: "reduce-motion")
        try expect(true, daemon, "on when the file appears")
        try folder.write("0\n", to: "reduce-motion")
        try expect(false, daemon, "off when it says 0")
        try folder.write("", to: "reduce-motion")
        try expect(true, daemon, "on when it is emptied")
        try folder.replace("reduce-motion", with: "no\n")
        try expect(false, daemon, "off when it is replaced by one that says no")
        try folder.replace("reduce-motion", with: "yes\n")
        try expect(true, daemon, "on when it is replaced by one that says yes")
        try folder.remove("reduce-motion")
        try expect(false, daemon, "off when it is gone")
    }

    @Test("on means that nothing moves, although the field is active")
    func stillness() throws {
        let folder = try TemporaryFolder()
        try folder.write("on", to: "reduce-motion")
        let daemon = try start(folder)
        #expect(try daemon.status()["state"] as? String == "active")
        let drawn = try daemon.framesDrawn()
        usleep(500_000)
        #expect(try daemon.framesDrawn() == drawn)
        try folder.write("off", to: "reduce-motion")
        try eventually("frames when it is switched off") { try daemon.framesDrawn() > drawn + 5 }
    }

    @Test("what cannot be understood counts as on, with one warning", arguments: ["nonsense", "folder", "loop"])
    func unclear(_ kind: String) throws {
        let folder = try TemporaryFolder()
        let daemon = try start(folder)
        switch kind {
        case "folder": try folder.makeFolder("reduce-motion")
        case "loop": try folder.makeLink("reduce-motion", to: folder.file("reduce-motion"))
        // In one step: a file that is seen empty means on, without a warning.
        default: try folder.replace("reduce-motion", with: "perhaps\n")
        }
        try expect(true, daemon, "on")
        if kind == "nonsense" {
            try folder.replace("reduce-motion", with: "perhaps\n")
            usleep(200_000)
        }
        #expect(daemon.count("motion is reduced") == 1)
        try folder.remove("reduce-motion")
        try expect(false, daemon, "off")
    }

    @Test("the file is noticed although its folders appear later, and come back after they went")
    func folderLater() throws {
        let folder = try TemporaryFolder()
        let daemon = try start(folder, file: "etc/fieldfb/reduce-motion")
        for _ in 0..<3 {
            try folder.makeFolder("etc")
            usleep(50_000)
            try folder.makeFolder("etc/fieldfb")
            try folder.write("1", to: "etc/fieldfb/reduce-motion")
            try expect(true, daemon, "on when the folders appeared")
            try folder.remove("etc")
            try expect(false, daemon, "off when the folders went")
        }
    }

    @Test("a file reached through a link is followed where it really is")
    func throughLink() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("elsewhere")
        try folder.write("0", to: "elsewhere/real")
        try folder.makeLink("reduce-motion", to: folder.file("elsewhere/real"))
        let daemon = try start(folder)
        #expect(try !daemon.reducesMotion())
        let handle = try #require(FileHandle(forWritingAtPath: folder.file("elsewhere/real")))
        try handle.write(contentsOf: Data("1".utf8))
        try handle.close()
        try expect(true, daemon, "on")
    }

    @Test("a setting of yes or no counts more than the file")
    func setting() throws {
        let folder = try TemporaryFolder()
        try folder.write("1", to: "reduce-motion")
        let daemon = try start(folder)
        try expect(true, daemon, "on by the file")
        #expect(try daemon.ask("set ReduceMotion no") == "ok")
        #expect(try !daemon.reducesMotion())
        #expect(try daemon.ask("set ReduceMotion yes") == "ok")
        #expect(try daemon.reducesMotion())
        #expect(try daemon.ask("set ReduceMotion auto") == "ok")
        #expect(try daemon.reducesMotion())
        try folder.write("0", to: "reduce-motion")
        try expect(false, daemon, "off by the file again")
    }
}
