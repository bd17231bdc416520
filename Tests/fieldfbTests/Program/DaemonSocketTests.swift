import Foundation
import Testing

@testable import ProgramLab

@Suite("The control socket's place")
struct DaemonSocketTests {
    @Test("the socket is for its owner and group only")
    func mode() throws {
        let daemon = try RunningDaemon()
        var record = stat()
        #expect(stat(daemon.socket, &record) == 0)
        #expect(record.st_mode & 0o7777 == 0o660)
    }

    @Test("without the socket's folder the daemon runs, says so once, and listens when the folder appears")
    func missingFolder() throws {
        let folder = try TemporaryFolder()
        let daemon = try RunningDaemon(folder: folder, socket: folder.file("later/control"), answers: false)
        try eventually("the message") { daemon.standardError.contains("going on without a control socket") }
        sleep(3)
        #expect(daemon.isRunning)
        #expect(daemon.count("going on without") == 1)
        try folder.makeFolder("later")
        try eventually("the daemon to answer") { (try? daemon.ask("ping")) == "ok" }
        #expect(try daemon.framesDrawn() > 0)
    }

    @Test("in a folder nobody can write to the daemon runs without a socket and ends as asked")
    func unwritableFolder() throws {
        // Not even root can make a file there.
        let daemon = try RunningDaemon(socket: "/sys/fieldfb-control", answers: false)
        try eventually("the message") { daemon.standardError.contains("/sys/fieldfb-control: bind: ") }
        #expect(daemon.isRunning)
        daemon.signal(SIGTERM)
        #expect(try daemon.exitCode() == 0)
    }

    @Test("the socket of a daemon that was killed is replaced")
    func stale() throws {
        let folder = try TemporaryFolder()
        do {
            let killed = try RunningDaemon(folder: folder)
            killed.signal(SIGKILL)
            _ = try killed.exitCode()
        }
        #expect(folder.has("control"))
        let daemon = try RunningDaemon(folder: folder)
        #expect(try daemon.ask("ping") == "ok")
    }

    @Test("a second instance leaves with 73, and the first keeps its socket")
    func secondInstance() throws {
        let first = try RunningDaemon()
        let second = try ProgramUnderTest.run(["run", "--output", "headless", "--socket", first.socket])
        #expect(second.code == 73)
        #expect(second.error.contains("another instance is running"))
        #expect(try first.ask("ping") == "ok")
    }

    @Test("what is no socket is left alone", arguments: ["file", "folder", "link"])
    func notASocket(_ kind: String) throws {
        let folder = try TemporaryFolder()
        switch kind {
        case "file": try folder.write("precious", to: "control")
        case "folder": try folder.makeFolder("control")
        default: try folder.makeLink("control", to: folder.file("nowhere"))
        }
        let daemon = try RunningDaemon(folder: folder, answers: false)
        try eventually("the message") { daemon.standardError.contains("exists and is no socket") }
        daemon.signal(SIGTERM)
        #expect(try daemon.exitCode() == 0)
        #expect(folder.has("control"))
        if kind == "file" {
            #expect(try String(contentsOfFile: folder.file("control"), encoding: .utf8) == "precious")
        }
    }

    @Test("the socket of another program that took the path is not removed at the end")
    func replaced() throws {
        let daemon = try RunningDaemon()
        try daemon.folder.remove("control")
        let other = try boundSocket(daemon.socket, type: SOCK_STREAM)
        daemon.signal(SIGTERM)
        #expect(try daemon.exitCode() == 0)
        #expect(daemon.folder.has("control"))
        close(other)
    }

    @Test("a socket handed over by the service manager is used and left where it is")
    func inherited() throws {
        let folder = try TemporaryFolder()
        let listener = try boundSocket(folder.file("handed"), type: SOCK_STREAM)
        listen(listener, 8)
        let daemon = try RunningDaemon(
            folder: folder, socket: folder.file("handed"),
            environment: ["LISTEN_FDS": "1", "LISTEN_FDNAMES": "control"],
            shell: "exec 3<&0; LISTEN_PID=$$ exec", input: FileHandle(fileDescriptor: listener))
        close(listener)
        #expect(try daemon.ask("ping") == "ok")
        #expect(!folder.has("control"))
        #expect(try daemon.ask("quit") == "ok")
        #expect(try daemon.exitCode() == 0)
        #expect(folder.has("handed"))
    }
}
