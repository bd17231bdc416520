import Foundation
import Testing

@testable import ProgramLab

@Suite("Subscribers that misbehave, and those that do not")
struct DaemonSubscriberTests {
    @Test("a subscriber that never reads is dropped, and neither frames nor others wait for it")
    func neverReads() throws {
        let daemon = try RunningDaemon()
        let deaf = try Subscriber(daemon)
        let before = try daemon.descriptorCount()
        let listening = try Subscriber(daemon)
        // The first words bring a font.
        _ = try daemon.ask("message \(String(repeating: "x", count: 4000))")
        _ = try listening.event("message")
        try eventually("the words") { try daemon.framesDrawn() > 20 }
        let memory = try daemon.residentKilobytes()
        var sent = 0
        let text = String(repeating: "x", count: 4000)
        try eventually("the deaf subscriber to be dropped") {
            let drawn = try daemon.framesDrawn()
            for _ in 0..<20 {
                sent += 1
                #expect(try daemon.ask("message \(sent) \(text)") == "ok")
                #expect((try listening.event("message")["message"] as? String)?.hasPrefix("\(sent) ") == true)
            }
            try eventually("frames") { try daemon.framesDrawn() > drawn }
            return try daemon.descriptorCount() <= before
        }
        #expect(try daemon.residentKilobytes() <= memory + 2048)
        // Only what the kernel had taken by then can still be read, whole events or the start of one.
        let rest = try deaf.client.receiveAll()
        #expect(rest.utf8.count < sent * 4000)
    }

    @Test("a subscriber that reads nothing for five seconds is dropped, also when little is unread")
    func takesNoReplies() throws {
        let daemon = try RunningDaemon(["--set", "ReduceMotion=yes"])
        let deaf = try Subscriber(daemon)
        let before = try daemon.descriptorCount()
        // Until the kernel takes no more; the daemon keeps the rest.
        let text = String(repeating: "x", count: 4000)
        for number in 0..<60 { _ = try daemon.ask("message \(number) \(text)") }
        try eventually("the deaf subscriber to be dropped") { try daemon.descriptorCount() < before }
        withExtendedLifetime(deaf) {}
    }

    @Test("half of the places are for subscribers", arguments: [(1, 0), (2, 1), (5, 2)])
    func places(_ clients: Int, _ subscribers: Int) throws {
        let daemon = try RunningDaemon(["--set", "MaxClients=\(clients)"])
        let listening = try (0..<subscribers).map { _ in try Subscriber(daemon) }
        // Clients that have just left still hold their places for a moment.
        try eventually("the refusal") {
            try daemon.ask("subscribe") == "error limit \(subscribers) of the \(clients) clients may subscribe, and do"
        }
        try eventually("the daemon to answer") { try daemon.ask("ping") == "ok" }
        for subscriber in listening { #expect(try subscriber.eventsUntilNow().allSatisfy { $0.hasPrefix("{") }) }
    }

    @Test("a subscriber keeps its place, however long it has been silent")
    func keepsItsPlace() throws {
        let daemon = try RunningDaemon(["--set", "MaxClients=2", "--set", "ReduceMotion=yes"])
        let subscriber = try Subscriber(daemon)
        let silent = try SocketClient(path: daemon.socket)
        silent.send("ping\n")
        #expect(try silent.receiveLines(1) == ["ok"])
        sleep(5)
        try eventually("the silent client to make room") { try daemon.ask("ping") == "ok" }
        #expect(try silent.receive().isEmpty)
        _ = try daemon.ask("park")
        #expect(try subscriber.event("state")["state"] as? String == "parked")
    }

    @Test("a subscriber that sends no more is still told")
    func halfClosed() throws {
        let daemon = try RunningDaemon(["--set", "ReduceMotion=yes"])
        let subscriber = try Subscriber(daemon)
        subscriber.client.endRequests()
        _ = try daemon.ask("progress 12")
        #expect(try subscriber.event("progress")["progress"] as? Int == 12)
        #expect(try daemon.sleepsSoundly())
    }

    @Test("a daemon at rest does not wake for its subscribers")
    func sleeps() throws {
        let daemon = try RunningDaemon()
        try daemon.parkAndSettle()
        let subscribers = try (0..<4).map { _ in try Subscriber(daemon) }
        #expect(try daemon.sleepsSoundly())
        withExtendedLifetime(subscribers) {}
    }

    @Test("subscribers that come and go by the hundred leave nothing behind")
    func comeAndGo() throws {
        let daemon = try RunningDaemon(["--set", "ReduceMotion=yes"])
        let before = try daemon.descriptorCount()
        for number in 0..<300 {
            let client = try SocketClient(path: daemon.socket)
            client.send("subscribe\nprogress \(number % 100)\n")
        }
        try eventually("all connections to be closed") { try daemon.descriptorCount() <= before }
        _ = try Subscriber(daemon)
    }
}

@Suite("fieldctl subscribe")
struct SubscribeCommandTests {
    /// The command at work, its output in a file.
    private func follow(_ daemon: RunningDaemon, then filter: String = "cat") throws -> (Process, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = [
            "-c", "set -o pipefail; '\(ProgramUnderTest.path)' ctl --socket '\(daemon.socket)' subscribe | \(filter)",
        ]
        let output = daemon.folder.file("events")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try ProgramUnderTest.newFile(output)
        process.standardError = FileHandle.nullDevice
        try process.run()
        // It has subscribed when it prints what happens.
        var number = 0
        try eventually("the first event") {
            number = (number + 1) % 100
            _ = try daemon.ask("progress \(number)")
            return try !String(contentsOfFile: output, encoding: .utf8).isEmpty || !process.isRunning
        }
        return (process, output)
    }

    private func end(of process: Process) throws -> Int32 {
        try eventually("the command to end") { !process.isRunning }
        return process.terminationStatus
    }

    @Test("prints every event as it comes, and ends well with the daemon")
    func prints() throws {
        let daemon = try RunningDaemon(["--set", "ReduceMotion=yes"])
        let (process, output) = try follow(daemon)
        _ = try daemon.ask("message over there")
        let line = #"{"event":"message","message":"over there"}"# + "\n"
        try eventually("the event") { try String(contentsOfFile: output, encoding: .utf8).hasSuffix(line) }
        _ = try daemon.ask("quit")
        #expect(try end(of: process) == 0)
        let events = try String(contentsOfFile: output, encoding: .utf8)
        #expect(events.contains(line))
        #expect(events.hasSuffix("\n" + #"{"event":"ending"}"# + "\n"))
    }

    @Test("a daemon that dies is a broken connection")
    func killed() throws {
        let daemon = try RunningDaemon(["--set", "ReduceMotion=yes"])
        let (process, _) = try follow(daemon)
        daemon.signal(SIGKILL)
        #expect(try end(of: process) == 74)
    }

    @Test("ends well when its reader has had enough, without another event")
    func enough() throws {
        let daemon = try RunningDaemon(["--set", "ReduceMotion=yes"])
        let (process, _) = try follow(daemon, then: "head -n 1")
        #expect(try end(of: process) == 0)
    }

    @Test("a subscription that is refused is an error")
    func refused() throws {
        let daemon = try RunningDaemon(["--set", "MaxClients=1"])
        let outcome = try ProgramUnderTest.run(["ctl", "--socket", daemon.socket, "subscribe"])
        #expect(outcome.code == 1)
        #expect(outcome.error == "fieldfb: limit: 0 of the 1 clients may subscribe, and do\n")
    }
}
