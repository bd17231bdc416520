import Foundation
import Testing

@testable import ProgramLab

@Suite("The program used wrongly and rightly")
struct UsageTests {
    @Test("wrong usage ends with 64 and one line that says what is wrong", arguments: [
        ([], "no command given"),
        (["nonsense"], "unknown command \"nonsense\""),
        (["--nonsense"], "unknown option \"--nonsense\""),
        (["run", "--nonsense"], "run: unknown option \"--nonsense\""),
        (["run", "--output"], "run: --output needs a value: KIND"),
        (["run", "--output", "paper"], "run: Output is one of auto, drm, framebuffer, headless, terminal"),
        (["run", "--set", "Pitch"], "run: \"Pitch\" is not KEY=VALUE"),
        (["run", "--set", "Pitch=-1"], "run: Pitch is a number from 1 to 1000, not \"-1\""),
        (["run", "--socket", "relative"], "run: Socket is an absolute path"),
        (["run", "--config", ""], "run: --config needs a value: FILE"),
        (["ctl", "--socket=", "ping"], "ctl: --socket needs a value: PATH"),
        (["run", "extra"], "run: unexpected word \"extra\""),
        (["ctl"], "ctl: REQUEST... is missing"),
        (["ctl", "ping\npark"], "ctl: a request is one line"),
        (["check", "--root", "/absent"], "check: --root: there is no folder \"/absent\""),
        (["check", "--show", "some.conf"], "check: --show is about the files of the system"),
        (["check", "--root", "/", "some.conf"], "check: --root is about the files of the system"),
        (["render", "-o", "x.png", "--config", "/absent"], "render: --config: /absent: cannot be read: No such file"),
        (["probe", "--json=1"], "probe: --json takes no value"),
        (["restore-console", "--record"], "restore-console: --record needs a value: FILE"),
        (["restore-console", "--all=1"], "restore-console: --all takes no value"),
        (["restore-console", "tty1"], "restore-console: unexpected word \"tty1\""),
        (["run", "\u{1B}[31m"], "run: unexpected word \"?[31m\""),
    ])
    func wrong(_ words: [String], _ message: String) throws {
        let outcome = try ProgramUnderTest.run(words)
        #expect(outcome.code == 64)
        #expect(outcome.error.hasPrefix("fieldfb: \(message)"))
        #expect(outcome.error.split(separator: "\n").count == 1)
        #expect(outcome.output.isEmpty)
    }

    @Test("help and version are printed for the program and for each command", arguments: [
        [], ["run"], ["ctl"], ["render"], ["probe"], ["check"], ["restore-console"],
    ])
    func help(_ words: [String]) throws {
        let help = try ProgramUnderTest.run(words + ["--help"])
        #expect(help.code == 0)
        #expect(help.output.hasPrefix("usage: fieldfb"))
        #expect(help.error.isEmpty)
        let version = try ProgramUnderTest.run(words + ["--version"])
        #expect(version.code == 0)
        #expect(version.output.hasPrefix("fieldfb "))
    }

    @Test("render takes a device for a setting file that says nothing")
    func noSettings() throws {
        let folder = try TemporaryFolder()
        let outcome = try ProgramUnderTest.run(
            ["render", "-o", folder.file("x.png"), "--size", "40x30", "--config", "/dev/null"])
        #expect(outcome.code == 0 && outcome.error.isEmpty)
    }

    @Test("check looks for pictures and fonts below the root of the system it checks", arguments: [false, true])
    func picturesBelowRoot(_ isThere: Bool) throws {
        let folder = try TemporaryFolder()
        let files = FileManager.default
        try files.createDirectory(atPath: folder.file("etc/fieldfb"), withIntermediateDirectories: true)
        try folder.write("[Picture]\nPoster = /poster.png\n", to: "etc/fieldfb/fieldfb.conf")
        if isThere { try files.copyItem(atPath: PackageFile.path("Tests/Golden/poster.png"), toPath: folder.file("poster.png")) }
        let outcome = try ProgramUnderTest.run(["check", "--root", folder.path])
        #expect(outcome.code == (isThere ? 0 : 1))
        #expect(outcome.output == (isThere ? "" : "picture \(folder.file("poster.png")): No such file or directory\n"))
    }

    @Test("a client without a daemon says so with 69, or keeps quiet when told to")
    func noDaemon() throws {
        let folder = try TemporaryFolder()
        let outcome = try ProgramUnderTest.run(["ctl", "--socket", folder.file("none"), "ping"])
        #expect(outcome.code == 69)
        #expect(outcome.error == "fieldfb: \(folder.file("none")): no daemon is running there; `systemctl start fieldfb` starts one\n")
        let quiet = try ProgramUnderTest.run(["ctl", "--quiet", "--socket", folder.file("none"), "ping"])
        #expect(quiet.code == 0)
        #expect(quiet.error.isEmpty)
    }

    @Test("a quiet client prints no ok, but what was asked for")
    func quiet() throws {
        let daemon = try RunningDaemon()
        func ask(_ words: String...) throws -> ProgramUnderTest.Outcome {
            try ProgramUnderTest.run(["ctl", "--socket", daemon.socket] + words)
        }
        #expect(try ask("ping").output == "ok\n")
        #expect(try ask("--quiet", "ping").output == "")
        #expect(try ask("--quiet", "get", "Pitch").output == "14\n")
        let refused = try ask("--quiet", "get", "Bogus")
        #expect(refused.code == 1)
        #expect(!refused.error.isEmpty)
    }

    @Test("a client waits for a daemon that hangs no longer than it is told to", arguments: [
        ["--timeout", "0.2"], ["--timeout=0.2"], ["-t0.2"],
    ])
    func timeout(_ option: [String]) throws {
        let folder = try TemporaryFolder()
        let listener = try boundSocket(folder.file("control"), type: SOCK_STREAM)
        defer { close(listener) }
        listen(listener, 1)
        // Without the option this would outlast the patience of the test.
        let outcome = try ProgramUnderTest.run(["ctl", "--socket", folder.file("control")] + option + ["quit", "keep"])
        #expect(outcome.code == 74)
        #expect(outcome.error == "fieldfb: \(folder.file("control")): the daemon did not answer in time\n")
    }

    @Test("a timeout that is none is wrong usage", arguments: ["0", "-1", "soon", "86401", "1e99", ""])
    func badTimeout(_ word: String) throws {
        #expect(try ProgramUnderTest.run(["ctl", "--timeout", word, "ping"]).code == 64)
    }

    @Test("a client whose daemon leaves without an answer ends with 74")
    func brokenConnection() throws {
        let folder = try TemporaryFolder()
        let listener = try boundSocket(folder.file("control"), type: SOCK_STREAM)
        listen(listener, 1)
        let thread = Thread {
            let client = accept(listener, nil, nil)
            close(client)
        }
        thread.start()
        let outcome = try ProgramUnderTest.run(["ctl", "--socket", folder.file("control"), "ping"])
        #expect(outcome.code == 74)
        close(listener)
    }

    @Test("a client whose daemon never answers gives up with 74")
    func silence() throws {
        let folder = try TemporaryFolder()
        let listener = try boundSocket(folder.file("control"), type: SOCK_STREAM)
        listen(listener, 1)
        let outcome = try ProgramUnderTest.run(["ctl", "--socket", folder.file("control"), "ping"])
        #expect(outcome.code == 74)
        #expect(outcome.error.contains("did not answer"))
        close(listener)
    }

    @Test("called as fieldctl the program is the client")
    func fieldctl() throws {
        let folder = try TemporaryFolder()
        try folder.makeLink("fieldctl", to: ProgramUnderTest.path)
        let daemon = try RunningDaemon()
        let outcome = try ProgramUnderTest.run(
            ["--socket", daemon.socket, "get", "Pitch"], called: folder.file("fieldctl"))
        #expect(outcome.code == 0)
        #expect(outcome.output == "14\n")
    }

    @Test("the client prints what it got and says by its exit code how it went")
    func client() throws {
        let daemon = try RunningDaemon()
        let done = try ProgramUnderTest.run(["ctl", "-s", daemon.socket, "park"])
        #expect(done.code == 0)
        #expect(done.output == "ok\n")
        let refused = try ProgramUnderTest.run(["ctl", "-s", daemon.socket, "set", "Pitch", "-1"])
        #expect(refused.code == 1)
        #expect(refused.output.isEmpty)
        #expect(refused.error == "fieldfb: range: Pitch is a number from 1 to 1000, not \"-1\"\n")
    }

    @Test("the client finds the socket that FIELDFB_SOCKET names")
    func socketOfEnvironment() throws {
        let daemon = try RunningDaemon()
        let outcome = try ProgramUnderTest.run(
            ["ctl", "get", "Pitch"], environment: ["FIELDFB_SOCKET": daemon.socket])
        #expect(outcome.code == 0)
        #expect(outcome.output == "14\n")
    }

    @Test("check names every fault and passes a good file")
    func check() throws {
        let folder = try TemporaryFolder()
        let good = try folder.write("[Field]\nPitch=20\n", to: "good.conf")
        let bad = try folder.write("[Field]\nPitch=0\nFoo=1\n", to: "bad.conf")
        #expect(try ProgramUnderTest.run(["check", good]).code == 0)
        let outcome = try ProgramUnderTest.run(["check", good, bad, folder.file("absent")])
        #expect(outcome.code == 1)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.first?.hasPrefix("\(bad):2: Pitch is") == true)
        #expect(lines.last == "\(folder.file("absent")): cannot be read: No such file or directory")
    }

    @Test("output that cannot be written is an error")
    func fullDisk() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ProgramUnderTest.path)
        process.arguments = ["--help"]
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 74)
    }

    @Test("words that are no UTF-8 are refused: they would name another file")
    func notText() throws {
        let folder = try TemporaryFolder()
        let outcome = try ProgramUnderTest.run(
            ["-c", "cd '\(folder.path)' && exec \"$0\" render --size 4x4 -o \"$(printf '\\377.ppm')\"",
                ProgramUnderTest.path],
            called: "/bin/sh")
        #expect(outcome.code == 64)
        #expect(outcome.error.contains("is not valid UTF-8"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("with standard streams closed no message lands in a file that got their number")
    func closedStreams() throws {
        let folder = try TemporaryFolder()
        let closed = try ProgramUnderTest.run(
            ["-c", "exec \"$0\" render --size 4x4 -o '\(folder.file("a.ppm"))' <&- >&- 2>&-", ProgramUnderTest.path],
            called: "/bin/sh")
        #expect(closed.code == 0)
        #expect(FileManager.default.contents(atPath: folder.file("a.ppm"))?.count == 11 + 4 * 4 * 3)
        let output = try ProgramUnderTest.run(
            ["-c", "exec \"$0\" render --size 4x4 -o - >&-", ProgramUnderTest.path], called: "/bin/sh")
        #expect(output.code == 74)
        #expect(output.error.contains("Bad file descriptor"))
    }

    @Test("restore-console has nothing to do without a note, and says and harms nothing", arguments: [
        nil, "", "nonsense\n", "terminal=1\n", "terminal=99\nprocess=1\n",
    ] as [String?])
    func restoreNothing(_ note: String?) throws {
        let folder = try TemporaryFolder()
        if let note { _ = try folder.write(note, to: "console") }
        let outcome = try ProgramUnderTest.run(["restore-console", "--record", folder.file("console")])
        #expect(outcome.code == 0)
        #expect(outcome.output.isEmpty && outcome.error.isEmpty)
    }

    @Test("restore-console leaves the terminal of a living daemon to it")
    func restoreAlive() throws {
        let folder = try TemporaryFolder()
        let note = try folder.write("terminal=63\nprocess=\(getpid())\n", to: "console")
        let outcome = try ProgramUnderTest.run(["restore-console", "--record", note])
        #expect(outcome.code == 0)
        #expect(outcome.error.isEmpty)
        #expect(FileManager.default.fileExists(atPath: note))
    }

    @Test("probe tells about the machine as JSON, with or without devices")
    func probe() throws {
        let outcome = try ProgramUnderTest.run(["probe", "--json"])
        let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        #expect(object?["cards"] is [Any])
        #expect(outcome.code == (object?["choice"] is String ? 0 : 1))
    }
}
