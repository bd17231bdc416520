import Foundation
import Testing

@testable import ProgramLab

@Suite("The service manager")
struct ServiceManagerTests {
    private let folder: TemporaryFolder
    private let manager: ServiceManagerDouble

    init() throws {
        folder = try TemporaryFolder()
        manager = try ServiceManagerDouble(folder.file("notify"))
    }

    private func daemon(
        _ options: [String] = [], environment: [String: String] = [:], shell: String? = nil,
        input: FileHandle = .nullDevice, answers: Bool = true
    ) throws -> RunningDaemon {
        try RunningDaemon(
            options, folder: folder,
            environment: environment.merging(["NOTIFY_SOCKET": manager.name, "FDSTORE": "32"]) { $1 }, shell: shell,
            input: input, answers: answers)
    }

    /// The daemon once more after it was killed, with one descriptor that the manager kept.
    private func restarted(
        _ daemon: RunningDaemon, with name: String, meanwhile body: () throws -> Void = {}
    ) throws -> RunningDaemon {
        try eventually("\(name) to be kept") {
            manager.read()
            return manager.store[name] != nil
        }
        daemon.signal(SIGKILL)
        _ = try daemon.exitCode()
        if name != "control" { manager.close("control") }
        try body()
        return try self.daemon(
            environment: ["LISTEN_FDS": "1", "LISTEN_FDNAMES": name],
            shell: "exec 3<&0; LISTEN_PID=$$ exec", input: try #require(manager.store[name]))
    }

    @Test("is told when the daemon is ready and when it ends", arguments: ["path", "abstract"])
    func notifies(_ kind: String) throws {
        let name = kind == "path" ? folder.file("other") : "@fieldfb-test-\(getpid())-\(UUID().uuidString.prefix(6))"
        let manager = try ServiceManagerDouble(name)
        let daemon = try RunningDaemon(folder: folder, environment: ["NOTIFY_SOCKET": name], answers: false)
        try manager.waitFor("READY=1\n")
        #expect(try daemon.ask("ping") == "ok")
        try manager.waitFor("STATUS=active\n")
        #expect(try daemon.ask("park") == "ok")
        try manager.waitFor("STATUS=parked\n")
        daemon.signal(SIGTERM)
        try manager.waitFor("STOPPING=1\n")
        #expect(manager.messages == ["READY=1\n", "STATUS=active\n", "STATUS=parked\n", "STOPPING=1\n"])
    }

    @Test("hears READY only when the socket answers, and is asked for time until then")
    func readyWithSocket() throws {
        try folder.makeFolder("control")
        let daemon = try daemon(answers: false)
        try manager.waitFor("EXTEND_TIMEOUT_USEC=")
        try manager.waitFor("STATUS=no control socket: \(daemon.socket): exists and is no socket")
        sleep(3)
        #expect(!manager.read().contains("READY=1\n"))
        try folder.remove("control")
        try manager.waitFor("READY=1\n")
        #expect(try daemon.ask("ping") == "ok")
    }

    @Test("hears READY after a while all the same when there is no socket, with the reason, and then when there is one")
    func readyWithoutSocket() throws {
        try folder.makeFolder("control")
        let daemon = try daemon(answers: false)
        try manager.waitFor("READY=1\n")
        #expect(manager.messages.contains("STATUS=no control socket: \(daemon.socket): exists and is no socket; remove it or choose another Socket\n"))
        manager.forgetMessages()
        try folder.remove("control")
        try manager.waitFor("STATUS=active\n")
        #expect(try daemon.ask("ping") == "ok")
        #expect(!manager.read().contains { $0 == "READY=1\n" || $0.hasPrefix("EXTEND") })
    }

    @Test("that had no room for READY gets it when it has, from a daemon that rests")
    func fullAtStart() throws {
        try manager.fill()
        let daemon = try daemon(["--set", "ReduceMotion=yes"])
        // Nothing but the message itself wakes it any more.
        sleep(2)
        try manager.waitFor("READY=1\n")
        try manager.waitFor("STATUS=active\n")
        _ = daemon
    }

    @Test("that had no room for READY after a reload gets it when it has")
    func fullAtReload() throws {
        let daemon = try daemon(["--set", "ReduceMotion=yes"])
        try manager.waitFor("STATUS=active\n")
        manager.forgetMessages()
        // The first of the two messages finds room.
        try manager.fill()
        manager.takeOne()
        daemon.signal(SIGHUP)
        try eventually("the settings to be read") { daemon.count("settings are read again") == 1 }
        sleep(1)
        try manager.waitFor("READY=1\n")
        #expect(manager.messages.first?.hasPrefix("RELOADING=1\n") == true)
    }

    @Test("gets a sign of life from the loop twice in the time it allows, also at rest")
    func watchdog() throws {
        let daemon = try daemon(environment: ["WATCHDOG_USEC": "300000"])
        try daemon.parkAndSettle()
        manager.forgetMessages()
        let start = Date()
        try eventually("six signs of life") { manager.read().count { $0 == "WATCHDOG=1\n" } == 6 }
        #expect(Date().timeIntervalSince(start) > 0.5)
    }

    @Test("gets no sign of life while the loop does not turn")
    func stuck() throws {
        let daemon = try daemon(environment: ["WATCHDOG_USEC": "100000"])
        daemon.signal(SIGSTOP)
        try eventually("the daemon to stand") {
            manager.forgetMessages()
            usleep(300_000)
            return manager.read().isEmpty
        }
        daemon.signal(SIGCONT)
        try manager.waitFor("WATCHDOG=1\n")
    }

    @Test("that wants no sign of life, or one of another process, gets none", arguments: [
        [:], ["WATCHDOG_USEC": "100000", "WATCHDOG_PID": "1"], ["WATCHDOG_USEC": "soon"],
        ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "99999999999999999999"],
    ])
    func noWatchdog(_ environment: [String: String]) throws {
        let daemon = try daemon(environment: environment)
        try daemon.parkAndSettle()
        sleep(1)
        #expect(!manager.read().contains("WATCHDOG=1\n"))
    }

    @Test("is told when the settings are read again, with the moment, and when that is done")
    func reload() throws {
        let daemon = try daemon()
        manager.forgetMessages()
        let before = DispatchTime.now().uptimeNanoseconds / 1000
        daemon.signal(SIGHUP)
        try manager.waitFor("READY=1\n")
        let message = try #require(manager.messages.first)
        let lines = message.split(separator: "\n")
        #expect(lines.first == "RELOADING=1")
        let moment = try #require(UInt64(lines.last?.dropFirst("MONOTONIC_USEC=".count) ?? ""))
        #expect((before...DispatchTime.now().uptimeNanoseconds / 1000).contains(moment))
    }

    @Test("keeps the socket that the daemon bound itself; the next run answers on it")
    func keepsSocket() throws {
        let first = try daemon()
        var client: SocketClient?
        let second = try restarted(first, with: "control") {
            client = try SocketClient(path: first.socket)
            client?.send("ping\n")
        }
        // Sent while there was no daemon, and not lost.
        #expect(try client?.receiveLines(1) == ["ok"])
        _ = second
    }

    @Test("keeps what clients asked for; the next run holds to it")
    func keepsState() throws {
        let first = try daemon()
        for request in ["park", "set Pitch 20", "set Ink #FF0000", "progress 41.5", "message two words"] { #expect(try first.ask(request) == "ok") }
        let second = try restarted(first, with: "state")
        #expect(try second.status()["state"] as? String == "parked")
        #expect(try second.ask("get Pitch") == "ok 20")
        #expect(try second.ask("get Ink") == "ok #FF0000")
        #expect(try second.status()["progress"] as? Double == 41.5)
        #expect(try second.status()["message"] as? String == "two words")
        #expect(try second.ask("get FrameRate") == "ok 30")
    }

    @Test("keeps nothing of what clients asked for once the daemon ended on request")
    func keepsNothing() throws {
        let daemon = try daemon()
        #expect(try daemon.ask("park") == "ok")
        #expect(try daemon.ask("quit") == "ok")
        #expect(try daemon.exitCode() == 0)
        manager.read()
        let kept = try #require(manager.store["state"])
        try kept.seek(toOffset: 0)
        #expect(try kept.readToEnd() == nil)
    }

    @Test("keeps that the displays were given up; the next run leaves them alone")
    func keepsRelease() throws {
        let first = try daemon(["--set", "EaseTime=0.2"])
        #expect(try first.ask("release") == "ok")
        let second = try restarted(first, with: "state")
        #expect(try second.status()["display"] as? String == "released")
        #expect(try second.outputCount() == 0)
        #expect(try second.ask("acquire") == "ok")
        #expect(try second.outputCount() == 1)
    }

    @Test("that hands over what is none of ours does no harm", arguments: [
        "control", "state", "display-1-1", "", "display-", "control:control:state",
    ])
    func strangeDescriptors(_ names: String) throws {
        let count = names.split(separator: ":", omittingEmptySubsequences: false).count
        let daemon = try daemon(
            environment: ["LISTEN_FDS": "\(count)", "LISTEN_FDNAMES": names],
            shell: "exec 3<&0 4<&0; LISTEN_PID=$$ exec")
        #expect(try daemon.ask("ping") == "ok")
        #expect(try daemon.ask("quit") == "ok")
        #expect(try daemon.exitCode() == 0)
    }
}
