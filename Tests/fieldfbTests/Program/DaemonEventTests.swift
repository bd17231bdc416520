import Foundation
import Testing

@testable import ProgramLab

@Suite("Events for subscribers")
struct DaemonEventTests {
    /// A daemon in which nothing happens by itself.
    private func stillDaemon(_ options: [String] = []) throws -> RunningDaemon {
        let daemon = try RunningDaemon(["--set", "ReduceMotion=yes"] + options)
        try eventually("the first frame") { try daemon.status()["display"] as? String == "still" }
        return daemon
    }

    @Test("each change is told once, in its own words", arguments: [
        ("park", #"{"event":"state","state":"parked"}"#),
        ("progress 42.5", #"{"event":"progress","progress":42.5}"#),
        ("message Fitting \"new\" doors", #"{"event":"message","message":"Fitting \"new\" doors"}"#),
        ("set pitch 20", #"{"event":"setting","key":"Pitch","value":"20"}"#),
        ("set ReduceMotion no", #"{"event":"setting","key":"ReduceMotion","value":"no"}"#),
    ])
    func eachChange(_ request: String, _ event: String) throws {
        let daemon = try stillDaemon(["--set", "DriftSpeed=0", "--set", "FoldSpeed=0", "--set", "EaseTime=0"])
        let subscriber = try Subscriber(daemon)
        #expect(try daemon.ask(request) == "ok")
        #expect(try subscriber.eventsUntilNow().first == event)
        #expect(try daemon.ask(request) == "ok")
        #expect(try subscriber.eventsUntilNow().filter { $0 == event }.isEmpty)
    }

    @Test("what is taken back is told as null")
    func takenBack() throws {
        let daemon = try stillDaemon()
        _ = try daemon.ask("progress 3")
        _ = try daemon.ask("message m")
        let subscriber = try Subscriber(daemon)
        _ = try daemon.ask("progress none")
        _ = try daemon.ask("message")
        #expect(try subscriber.eventsUntilNow() == [
            #"{"event":"progress","progress":null}"#, #"{"event":"message","message":null}"#,
        ])
    }

    @Test("nothing is told when nothing changed, and nothing that was refused")
    func nothingChanged() throws {
        let daemon = try stillDaemon()
        _ = try daemon.ask("progress 3")
        _ = try daemon.ask("message m")
        let subscriber = try Subscriber(daemon)
        for request in [
            "active", "progress 3", "progress 3.0", "message m", "set Pitch 14", "set Pitch 0", "progress 101", "get Pitch",
            "status", "acquire",
        ] {
            _ = try daemon.ask(request)
        }
        #expect(try subscriber.eventsUntilNow().isEmpty)
    }

    @Test("a subscriber may go on asking, and is told of its own changes after the reply")
    func ownRequests() throws {
        let daemon = try stillDaemon()
        let subscriber = try Subscriber(daemon)
        subscriber.client.send("park\nprogress 7\nversion\nprogress 7\nactive\n")
        let expected = [
            "ok", #"{"event":"state","state":"parked"}"#, "ok", #"{"event":"progress","progress":7}"#, "ok 0.1.0", "ok",
            "ok", #"{"event":"state","state":"active"}"#,
        ]
        for line in expected { #expect(try subscriber.line() == line) }
    }

    @Test("who subscribes twice is told once")
    func twice() throws {
        let daemon = try stillDaemon()
        let subscriber = try Subscriber(daemon)
        subscriber.client.send("subscribe\n")
        #expect(try subscriber.line() == "ok")
        _ = try daemon.ask("park")
        #expect(try subscriber.eventsUntilNow() == [#"{"event":"state","state":"parked"}"#])
    }

    @Test("whatever clients ask, the events tell every change of it and nothing else")
    func anyRequests() throws {
        let daemon = try stillDaemon()
        let subscribers = try (0..<3).map { _ in try Subscriber(daemon) }
        let seed: UInt64 = 3_141
        var generator = SeededGenerator(seed: seed)
        var (active, progress, message, pitch) = (true, "null", "null", "14")
        var expected: [String] = []
        var requests = ""
        for _ in 0..<1000 {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0:
                let wanted = Bool.random(using: &generator)
                requests += wanted ? "active\n" : "park\n"
                if wanted != active { expected.append(#"{"event":"state","state":"\#(wanted ? "active" : "parked")"}"#) }
                active = wanted
            case 1:
                let wanted = ["null", "0", "50", "99.5"].randomElement(using: &generator)!
                let isMeant = wanted != "null" && Bool.random(using: &generator)
                requests += "progress \(wanted == "null" ? "none" : wanted)\(isMeant ? " back" : "")\n"
                // A lower number counts only where it is meant, or where something else begins.
                if let number = Double(wanted), let last = Double(progress), number > 0, number < last, !isMeant { continue }
                if wanted != progress { expected.append(#"{"event":"progress","progress":\#(wanted)}"#) }
                progress = wanted
            case 2:
                let wanted = ["null", "\"a\"", "\"b c\""].randomElement(using: &generator)!
                requests += wanted == "null" ? "message\n" : "message \(wanted.dropFirst().dropLast())\n"
                if wanted != message { expected.append(#"{"event":"message","message":\#(wanted)}"#) }
                message = wanted
            case 3:
                let wanted = ["14", "15", "20.5"].randomElement(using: &generator)!
                requests += "set Pitch \(wanted)\n"
                if wanted != pitch { expected.append(#"{"event":"setting","key":"Pitch","value":"\#(wanted)"}"#) }
                pitch = wanted
            default:
                requests += ["status", "ping", "progress 200", "set Pitch x"].randomElement(using: &generator)! + "\n"
            }
        }
        let client = try SocketClient(path: daemon.socket)
        let bytes = Array(requests.utf8)
        Thread { client.send(bytes) }.start()
        _ = try client.receiveLines(1000)
        for subscriber in subscribers { #expect(try subscriber.eventsUntilNow() == expected, "seed \(seed)") }
    }

    @Test("what the displays do is told: at rest, running, given up, taken back")
    func displays() throws {
        let daemon = try RunningDaemon(["--set", "EaseTime=0.1"])
        try eventually("frames") { try daemon.status()["display"] as? String == "running" }
        let subscriber = try Subscriber(daemon)
        _ = try daemon.ask("park")
        #expect(try subscriber.line() == #"{"event":"state","state":"parked"}"#)
        #expect(try subscriber.line() == #"{"event":"display","display":"still","outputs":1}"#)
        _ = try daemon.ask("active")
        #expect(try subscriber.line() == #"{"event":"state","state":"active"}"#)
        #expect(try subscriber.line() == #"{"event":"display","display":"running","outputs":1}"#)
        _ = try daemon.ask("release keep")
        var words: [String] = []
        repeat {
            words.append(try subscriber.event("display")["display"] as? String ?? "")
        } while words.last != "released"
        #expect(words == ["still", "released"] || words == ["released"])
        _ = try daemon.ask("acquire")
        #expect(try subscriber.event("display")["display"] as? String == "running")
        for event in try subscriber.eventsUntilNow() { Issue.record("one event too many: \(event)") }
    }

    @Test("a running field tells nothing by itself")
    func running() throws {
        let daemon = try RunningDaemon()
        try eventually("frames") { try daemon.status()["display"] as? String == "running" }
        let subscriber = try Subscriber(daemon)
        let drawn = try daemon.framesDrawn()
        try eventually("ten frames") { try daemon.framesDrawn() > drawn + 10 }
        #expect(try subscriber.eventsUntilNow().isEmpty)
    }

    @Test("reduced motion is told when the file says so")
    func reducedMotion() throws {
        let daemon = try RunningDaemon()
        let subscriber = try Subscriber(daemon)
        try daemon.folder.write("yes", to: "reduce-motion")
        #expect(try subscriber.event("reducedMotion")["on"] as? Bool == true)
        try daemon.folder.write("no", to: "reduce-motion")
        #expect(try subscriber.event("reducedMotion")["on"] as? Bool == false)
    }

    @Test("settings that a reload changes are told, and only those")
    func reload() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("[Field]\nPitch=20\nReach=0.5\n", to: "some.conf")
        let daemon = try RunningDaemon(["--config", file, "--set", "ReduceMotion=yes"], folder: folder)
        let subscriber = try Subscriber(daemon)
        try folder.write("[Field]\nPitch=25\nReach=0.5\n", to: "some.conf")
        daemon.signal(SIGHUP)
        #expect(try subscriber.event("setting")["value"] as? String == "25")
        #expect(try subscriber.eventsUntilNow().filter { $0.contains("setting") }.isEmpty)
    }

    @Test("the end is told, then the connection ends", arguments: ["quit", "SIGTERM"])
    func ending(_ way: String) throws {
        let daemon = try stillDaemon()
        let subscriber = try Subscriber(daemon)
        if way == "quit" { #expect(try daemon.ask("quit") == "ok") } else { daemon.signal(SIGTERM) }
        _ = try subscriber.event("ending")
        #expect(try subscriber.line() == "")
        #expect(try daemon.exitCode() == 0)
    }
}
