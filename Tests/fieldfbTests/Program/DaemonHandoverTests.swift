import Foundation
import Testing

@testable import ProgramLab

@Suite("Giving the displays up, and taking them back")
struct DaemonHandoverTests {
    @Test("release is answered when the field has come to rest, and not before")
    func releaseRests() throws {
        let daemon = try RunningDaemon(["--set", "EaseTime=0.6"])
        try eventually("the field to run") { try daemon.framesDrawn() > 25 }
        let running = try daemon.framesDrawn()
        #expect(try daemon.ask("release keep") == "ok")
        #expect(try daemon.status()["display"] as? String == "released")
        let frames = try daemon.framesDrawn()
        #expect(frames > running + 8, "easing has its frames")
        usleep(300_000)
        #expect(try daemon.framesDrawn() == frames)
    }

    @Test("while one client waits for the release, another one is answered")
    func othersAreAnswered() throws {
        let daemon = try RunningDaemon(["--set", "EaseTime=2"])
        let waiting = try SocketClient(path: daemon.socket)
        waiting.send("release\n")
        #expect(try daemon.ask("ping") == "ok")
        #expect(try daemon.status()["display"] as? String == "running")
        #expect(try waiting.receiveLines(1) == ["ok"])
    }

    @Test("requests behind a release are answered after it, in order")
    func order() throws {
        let daemon = try RunningDaemon()
        let client = try SocketClient(path: daemon.socket)
        client.send("release\nversion\nacquire\nping\n")
        let replies = try client.receiveLines(4)
        #expect(replies.count == 4)
        #expect(replies.first == "ok")
        #expect(replies[1].hasPrefix("ok 0."))
        #expect(replies[2...] == ["ok", "ok"])
        try eventually("the field to run") { try daemon.status()["display"] as? String == "running" }
    }

    @Test("a client that leaves before the reply has still asked")
    func leaves() throws {
        let daemon = try RunningDaemon()
        do {
            let client = try SocketClient(path: daemon.socket)
            client.send("release\n")
        }
        try eventually("the release") { try daemon.status()["display"] as? String == "released" }
    }

    @Test("two clients that ask for the same get the same answer")
    func twoClients() throws {
        let daemon = try RunningDaemon(["--set", "EaseTime=1"])
        let first = try SocketClient(path: daemon.socket)
        let second = try SocketClient(path: daemon.socket)
        first.send("release\n")
        second.send("release keep\n")
        #expect(try first.receiveLines(1) == ["ok"])
        #expect(try second.receiveLines(1) == ["ok"])
    }

    @Test("acquire lets the field run on; a parked one stays parked")
    func acquire() throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.ask("release clear") == "ok")
        #expect(try daemon.outputCount() == 0)
        #expect(try daemon.ask("acquire") == "ok")
        try eventually("the field to run") { try daemon.status()["display"] as? String == "running" }
        try daemon.parkAndSettle()
        #expect(try daemon.ask("release") == "ok")
        #expect(try daemon.ask("acquire") == "ok")
        try eventually("the still frame") { try daemon.status()["display"] as? String == "still" }
    }

    @Test("what is wanted while nothing can be drawn counts when it can")
    func wishesWhileReleased() throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.ask("release") == "ok")
        #expect(try daemon.ask("park") == "ok")
        #expect(try daemon.status()["state"] as? String == "parked")
        #expect(try daemon.ask("acquire") == "ok")
        try eventually("the still frame") { try daemon.status()["display"] as? String == "still" }
    }

    @Test("a release that was taken back by another client says so")
    func takenBack() throws {
        let daemon = try RunningDaemon(["--set", "EaseTime=5"])
        try eventually("the field to run") { try daemon.framesDrawn() > 2 }
        let waiting = try SocketClient(path: daemon.socket)
        waiting.send("release\n")
        try eventually("the release to begin") { try daemon.ask("acquire") == "ok" }
        let reply = try waiting.receiveLines(1).first ?? ""
        #expect(reply == "ok" || reply.hasPrefix("error busy "))
    }

    @Test("quit ends with 0, whatever is to stay on the display", arguments: ["quit", "quit keep", "quit clear"])
    func quit(_ request: String) throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.ask(request) == "ok")
        #expect(try daemon.exitCode() == 0)
    }

    @Test("a display that was given up costs nothing")
    func costsNothing() throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.ask("release") == "ok")
        #expect(try daemon.sleepsSoundly())
    }

    @Test("the signals of a terminal mean nothing to a daemon that has none", arguments: [SIGUSR1, SIGUSR2])
    func strayTerminalSignals(_ number: Int32) throws {
        let daemon = try RunningDaemon()
        daemon.signal(number)
        let frames = try daemon.framesDrawn()
        try eventually("more frames") { try daemon.framesDrawn() > frames + 10 }
        #expect(try daemon.status()["display"] as? String == "running")
    }

    @Test("a client that left while the field comes to rest does not keep the daemon awake")
    func leftWhileWaiting() throws {
        let daemon = try RunningDaemon(["--set", "EaseTime=30", "--set", "FrameRate=1"])
        try eventually("the field to run") { try daemon.framesDrawn() > 1 }
        do {
            let client = try SocketClient(path: daemon.socket)
            client.send("release\n")
        }
        let before = try daemon.activity()
        sleep(2)
        // Awake without end it would have used up all of the two seconds.
        #expect(try daemon.activity().ticks - before.ticks < 100)
    }
}
