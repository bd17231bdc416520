import Foundation
import Testing

@testable import ProgramLab

/// The socket is opened to everybody by its mode: what is left is the daemon's own rule.
@Suite("Other users of the machine")
struct DaemonAccessTests {
    /// Numbers of users and groups that need no name.
    private static let (stranger, ownGroup, socketGroup, otherGroup) = (54_321, 54_321, 54_400, 54_500)

    private func openDaemon(_ options: [String] = []) throws -> RunningDaemon {
        let daemon = try RunningDaemon(["--set", "ReduceMotion=yes"] + options)
        guard chown(daemon.socket, 0, gid_t(Self.socketGroup)) == 0, chmod(daemon.socket, 0o666) == 0 else {
            throw TimedOut(description: "the socket cannot be given away: these tests need root")
        }
        return daemon
    }

    private func stranger(_ daemon: RunningDaemon, group: Int = ownGroup, groups: [Int] = []) throws -> OtherUser {
        try OtherUser(user: Self.stranger, group: group, groups: groups, socket: daemon.socket)
    }

    private static let denial = "error denied only root and the group of the socket may ask for that; Access says so"

    @Test("a stranger may ask and not command")
    func asks() throws {
        let daemon = try openDaemon()
        let client = try stranger(daemon, groups: [Self.otherGroup])
        #expect(try client.ask("ping") == "ok")
        #expect(try client.ask("status").hasPrefix("ok {"))
        #expect(try client.ask("version") == "ok 0.1.0")
        #expect(try client.ask("help").hasPrefix("ok active"))
        for request in [
            "park", "active", "progress 4", "message x", "set Pitch 20", "get Pitch", "subscribe", "release", "acquire",
            "quit", "set Access everyone",
        ] {
            #expect(try client.ask(request) == Self.denial, "\(request)")
        }
        #expect(try client.ask("nonsense").hasPrefix("error unknown"))
        let status = try daemon.status()
        #expect(status["state"] as? String == "active")
        #expect(status["progress"] is NSNull && status["message"] is NSNull)
    }

    @Test("a member of the socket's group may command, by its own group or a further one", arguments: [
        (socketGroup, []), (ownGroup, [socketGroup]), (ownGroup, [otherGroup, socketGroup]),
        (ownGroup, Array(60_000..<60_100) + [socketGroup]),
    ])
    func members(_ group: Int, _ groups: [Int]) throws {
        let daemon = try openDaemon()
        let client = try stranger(daemon, group: group, groups: groups)
        #expect(try client.ask("park") == "ok")
        #expect(try daemon.status()["state"] as? String == "parked")
    }

    @Test("of root only, not even the group may command; root still may")
    func rootOnly() throws {
        let daemon = try openDaemon(["--set", "Access=root"])
        let client = try stranger(daemon, group: Self.socketGroup)
        #expect(try client.ask("park") == "error denied only root may ask for that; Access says so")
        #expect(try client.ask("ping") == "ok")
        #expect(try daemon.ask("park") == "ok")
    }

    @Test("of everyone, a stranger may command")
    func everyone() throws {
        let daemon = try openDaemon(["--set", "Access=everyone"])
        #expect(try stranger(daemon).ask("park") == "ok")
    }

    @Test("the rule may change while a client is connected")
    func live() throws {
        let daemon = try openDaemon()
        let client = try stranger(daemon)
        #expect(try client.ask("park") == Self.denial)
        #expect(try daemon.ask("set Access everyone") == "ok")
        #expect(try client.ask("park") == "ok")
        #expect(try daemon.ask("set Access group") == "ok")
        #expect(try client.ask("active") == Self.denial)
    }

    @Test("without the socket's file nobody is of its group")
    func noFile() throws {
        let daemon = try openDaemon()
        // Connected by a second name of the socket; the first one is gone.
        #expect(link(daemon.socket, daemon.folder.file("other")) == 0)
        try daemon.folder.remove("control")
        let client = try OtherUser(
            user: Self.stranger, group: Self.socketGroup, socket: daemon.folder.file("other"))
        #expect(try client.ask("park") == Self.denial)
        #expect(try client.ask("ping") == "ok")
    }

    @Test("a socket that was handed over has the group of its file, too")
    func handedOver() throws {
        let folder = try TemporaryFolder()
        let listener = try boundSocket(folder.file("handed"), type: SOCK_STREAM)
        listen(listener, 8)
        #expect(chown(folder.file("handed"), 0, gid_t(Self.socketGroup)) == 0)
        #expect(chmod(folder.file("handed"), 0o666) == 0)
        let daemon = try RunningDaemon(
            folder: folder, socket: folder.file("handed"),
            environment: ["LISTEN_FDS": "1", "LISTEN_FDNAMES": "control"],
            shell: "exec 3<&0; LISTEN_PID=$$ exec", input: FileHandle(fileDescriptor: listener))
        close(listener)
        #expect(try stranger(daemon).ask("park") == Self.denial)
        #expect(try stranger(daemon, groups: [Self.socketGroup]).ask("park") == "ok")
    }

    @Test("strangers cannot keep out who may command: theirs are the places that are given away")
    func places() throws {
        let daemon = try openDaemon(["--set", "MaxClients=2"])
        var strangers: [OtherUser] = []
        try eventually("strangers to have all places") {
            strangers = try (0..<2).map { _ in try stranger(daemon) }
            return try strangers.allSatisfy { try $0.ask("ping") == "ok" }
        }
        #expect(try daemon.ask("park") == "ok")
        #expect(strangers[0].line() == "" || strangers[1].line() == "")
    }

    @Test("strangers who never stop asking keep nobody out either")
    func flood() throws {
        let daemon = try openDaemon(["--set", "MaxClients=2"])
        let flooding = try (0..<2).map { _ in
            try OtherUser(
                user: Self.stranger, group: Self.ownGroup, socket: daemon.socket,
                requests: "exec yes status")
        }
        for client in flooding { #expect(client.line().hasPrefix("ok {")) }
        #expect(try daemon.ask("park") == "ok")
        #expect(try daemon.status()["state"] as? String == "parked")
    }

    @Test("a stranger's subscription ends when the rule does")
    func subscription() throws {
        let daemon = try openDaemon(["--set", "Access=everyone"])
        let client = try stranger(daemon)
        #expect(try client.ask("subscribe") == "ok")
        _ = try daemon.ask("progress 1")
        #expect(client.line() == #"{"event":"progress","progress":1}"#)
        #expect(try daemon.ask("set Access group") == "ok")
        #expect(client.line() == "")
    }

    @Test("the mode of a socket that the daemon bound keeps a stranger out altogether")
    func keptOut() throws {
        let daemon = try RunningDaemon()
        let client = Process()
        client.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        client.arguments = [
            "--reuid", "\(Self.stranger)", "--regid", "\(Self.ownGroup)", "--clear-groups",
            "socat", "-", "UNIX-CONNECT:\(daemon.socket)",
        ]
        client.standardInput = FileHandle.nullDevice
        client.standardError = FileHandle.nullDevice
        try client.run()
        client.waitUntilExit()
        #expect(client.terminationStatus != 0)
    }
}
