import Foundation
import Testing

@testable import ProgramLab

@Suite("Requests to a running daemon")
struct DaemonRequestTests {
    @Test("the simple requests are answered")
    func simple() throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.ask("ping") == "ok")
        #expect(try daemon.ask("version") == "ok 0.1.0")
        #expect(try daemon.ask("help").hasPrefix("ok active, park, progress PERCENT [back]|unknown|none, message [TEXT], detail [TEXT], panel"))
        #expect(try daemon.ask("park") == "ok")
        #expect(try daemon.status()["state"] as? String == "parked")
        #expect(try daemon.ask("active") == "ok")
        #expect(try daemon.status()["state"] as? String == "active")
    }

    @Test("what is set can be got, under its name in any case")
    func setAndGet() throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.ask("get Pitch") == "ok 14")
        #expect(try daemon.ask("set pitch 20.5") == "ok")
        #expect(try daemon.ask("get PITCH") == "ok 20.5")
        #expect(try daemon.ask("set Ink #0f0") == "ok")
        #expect(try daemon.ask("get Ink") == "ok #00FF00")
    }

    @Test("what cannot be done is refused with its reason", arguments: [
        ("nonsense", "error unknown no request"),
        ("set Pitch 0", "error range Pitch is a number from 1 to 1000"),
        ("set Nonsense 1", "error unknown no setting"),
        ("get Nonsense", "error unknown no setting"),
        ("set Output drm", "error denied Output can only be set before the start"),
        ("progress 101", "error range progress is a number from 0 to 100, unknown, or none, not \"101\""),
        ("progress", "error syntax progress takes a number from 0 to 100, unknown, or none"),
        ("set Pitch", "error syntax"),
        ("", "error syntax"),
        ("park now", "error syntax"),
    ])
    func refusals(_ request: String, _ reply: String) throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.ask(request).hasPrefix(reply))
        #expect(try daemon.ask("ping") == "ok")
    }

    @Test("progress and message are kept and shown, null before they are set and after they are cleared")
    func progressAndMessage() throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.status()["progress"] is NSNull)
        #expect(try daemon.status()["message"] is NSNull)
        #expect(try daemon.ask("progress 42.5") == "ok")
        #expect(try daemon.ask("message Fitting \"new\" doors") == "ok")
        #expect(try daemon.ask("park") == "ok")
        #expect(try daemon.status()["progress"] as? Double == 42.5)
        #expect(try daemon.status()["message"] as? String == "Fitting \"new\" doors")
        #expect(try daemon.ask("progress none") == "ok")
        #expect(try daemon.ask("message") == "ok")
        #expect(try daemon.status()["progress"] is NSNull)
        #expect(try daemon.status()["message"] is NSNull)
    }

    @Test("status tells the output, the frames and the settings")
    func status() throws {
        let daemon = try RunningDaemon(["--set", "Style=lines"])
        let status = try daemon.status()
        #expect(status["version"] as? String == "0.1.0")
        let output = try #require((status["outputs"] as? [[String: Any]])?.first)
        #expect(output["kind"] as? String == "headless")
        #expect(output["width"] as? Int == 64)
        #expect(output["height"] as? Int == 48)
        let settings = try #require(status["settings"] as? [String: Any])
        #expect(settings["Style"] as? String == "lines")
        #expect(settings["Pitch"] as? Double == 14)
        #expect((status["reducedMotion"] as? [String: Any])?["source"] as? String == "default")
    }

    @Test("an active field is drawn again and again, a parked one comes to rest")
    func framesAdvance() throws {
        let daemon = try RunningDaemon()
        let first = try daemon.framesDrawn()
        try eventually("more frames") { try daemon.framesDrawn() >= first + 5 }
        try daemon.parkAndSettle()
        let parked = try daemon.framesDrawn()
        #expect(try daemon.ask("set Pitch 20") == "ok")
        try eventually("the frame for the new setting") { try daemon.framesDrawn() == parked + 1 }
        #expect(try daemon.ask("active") == "ok")
        try eventually("frames again") { try daemon.framesDrawn() > parked + 5 }
    }

    @Test("a field whose clocks stand still is drawn once")
    func frozen() throws {
        let daemon = try RunningDaemon([
            "--set", "DriftSpeed=0", "--set", "FoldSpeed=0", "--set", "EaseTime=0", "--set", "StartTime=12",
        ])
        try eventually("the frame") { try daemon.framesDrawn() == 1 }
        usleep(300_000)
        #expect(try daemon.framesDrawn() == 1)
    }

    @Test("the replies come in the order of the requests, also when 10,000 come at once")
    func tenThousandAtOnce() throws {
        let daemon = try RunningDaemon()
        let client = try SocketClient(path: daemon.socket)
        var requests = ""
        var expected: [String] = []
        for index in 0..<10_000 {
            switch index % 3 {
            case 0:
                requests += "ping\n"
                expected.append("ok")
            case 1:
                requests += "get Pitch\n"
                expected.append("ok 14")
            default:
                requests += "version\n"
                expected.append("ok 0.1.0")
            }
        }
        let bytes = Array(requests.utf8)
        let thread = Thread { client.send(bytes) }
        thread.start()
        let replies = try client.receiveLines(10_000)
        #expect(replies == expected)
        #expect(try daemon.ask("ping") == "ok")
    }

    @Test("two flooding clients do not keep a third one or the frames waiting")
    func flood() throws {
        let daemon = try RunningDaemon()
        let flooding = try (0..<2).map { _ in try SocketClient(path: daemon.socket) }
        let lines = Array(String(repeating: "status\n", count: 20_000).utf8)
        for client in flooding {
            Thread { client.send(lines) }.start()
            Thread { while let piece = try? client.receive(), !piece.isEmpty {} }.start()
        }
        let first = try daemon.framesDrawn()
        try eventually("frames during the flood") { try daemon.framesDrawn() > first + 3 }
        for client in flooding { shutdown(client.descriptor, Int32(SHUT_RDWR)) }
        #expect(try daemon.ask("ping") == "ok")
    }

    @Test("a flood of changes does not become a flood of frames")
    func changesAreGathered() throws {
        let daemon = try RunningDaemon(["--set", "FrameRate=1"])
        try daemon.parkAndSettle()
        let start = Date()
        let parked = try daemon.framesDrawn()
        let client = try SocketClient(path: daemon.socket)
        let lines = (0..<5000).map { "set Pitch \(10 + $0 % 20)\n" }.joined()
        let thread = Thread { client.send(Array(lines.utf8)) }
        thread.start()
        _ = try client.receiveLines(5000)
        let drawn = try daemon.framesDrawn() - parked
        // The rate is one frame a second, and each end may cut a second in two.
        #expect(drawn <= Int(Date().timeIntervalSince(start)) + 2)
    }

    @Test("quit answers and ends")
    func quit() throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.ask("quit") == "ok")
        #expect(try daemon.exitCode() == 0)
        #expect(!daemon.folder.has("control"))
    }
}
