import Foundation
import Testing

@testable import ProgramLab

@Suite("Clients that misbehave")
struct DaemonClientTests {
    @Test("a client that sends a byte at a time is served like any other")
    func byteByByte() throws {
        let daemon = try RunningDaemon()
        let client = try SocketClient(path: daemon.socket)
        for byte in "get Pitch\nping\n".utf8 {
            client.send([byte])
            usleep(2000)
        }
        #expect(try client.receiveLines(2) == ["ok 14", "ok"])
    }

    @Test("a client that sends no more still gets its replies")
    func halfClosed() throws {
        let daemon = try RunningDaemon()
        let client = try SocketClient(path: daemon.socket)
        client.send("get Pitch\nping\nversion\n")
        client.endRequests()
        #expect(try client.receiveAll() == "ok 14\nok\nok 0.1.0\n")
    }

    @Test("the requests of a client that left at once are carried out")
    func leftAtOnce() throws {
        let daemon = try RunningDaemon()
        do {
            let client = try SocketClient(path: daemon.socket)
            client.send("park\nset Pitch 33\n")
        }
        try eventually("the requests to be carried out") { try daemon.ask("get Pitch") == "ok 33" }
    }

    @Test("a request cut short is not carried out")
    func cutShort() throws {
        let daemon = try RunningDaemon()
        let client = try SocketClient(path: daemon.socket)
        client.send("set Pitch 2")
        client.endRequests()
        #expect(try client.receiveAll() == "error syntax the last line does not end in a newline\n")
        #expect(try daemon.ask("get Pitch") == "ok 14")
    }

    @Test("binary rubbish is refused line by line, and others are served")
    func rubbish() throws {
        let daemon = try RunningDaemon()
        let seed: UInt64 = 5_150
        var generator = SeededGenerator(seed: seed)
        let client = try SocketClient(path: daemon.socket)
        let bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let thread = Thread {
            client.send(bytes)
            client.endRequests()
        }
        thread.start()
        let replies = try client.receiveAll()
        let lines = replies.split(separator: "\n")
        #expect(lines.count > 100, "seed \(seed)")
        #expect(lines.allSatisfy { $0.hasPrefix("error ") }, "seed \(seed)")
        #expect(try daemon.ask("ping") == "ok")
    }

    @Test("a line too long ends the connection with its reason", arguments: [4097, 100_000])
    func tooLong(_ length: Int) throws {
        let daemon = try RunningDaemon()
        let client = try SocketClient(path: daemon.socket)
        let thread = Thread { client.send([UInt8](repeating: 0x61, count: length)) }
        thread.start()
        #expect(try client.receiveAll() == "error limit a line holds at most 4096 bytes; closing\n")
        #expect(try daemon.ask("ping") == "ok")
    }

    @Test("a line of exactly 4096 bytes is served")
    func longest() throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.ask("ping" + String(repeating: " ", count: 4092)) == "ok")
    }

    @Test("a client that never reads is dropped, and nobody waits for it")
    func neverReads() throws {
        let daemon = try RunningDaemon()
        let client = try SocketClient(path: daemon.socket)
        let requests = Array(String(repeating: "status\n", count: 500).utf8)
        try eventually("the daemon to take no more") { client.send(requests, waits: false) == 0 }
        #expect(try daemon.ask("ping") == "ok")
        let memory = try daemon.residentKilobytes()
        try eventually("the client to be dropped") { client.send(requests, waits: false) == nil }
        #expect(try daemon.residentKilobytes() <= memory + 1024)
        #expect(try daemon.ask("ping") == "ok")
    }

    @Test("clients that come and go at once by the thousand leave nothing behind")
    func comeAndGo() throws {
        let daemon = try RunningDaemon()
        let before = try daemon.descriptorCount()
        for _ in 0..<2000 {
            let client = try SocketClient(path: daemon.socket)
            client.send("ping\n")
        }
        #expect(try daemon.ask("ping") == "ok")
        try eventually("all connections to be closed") { try daemon.descriptorCount() <= before }
    }

    @Test("beyond the limit a client is told so, and a long silent one makes room")
    func clientLimit() throws {
        let daemon = try RunningDaemon(["--set", "MaxClients=2"])
        var silent: [SocketClient] = []
        try eventually("two clients to be connected, and a third one to be refused") {
            silent = []
            silent = try (0..<2).map { _ in try SocketClient(path: daemon.socket) }
            for client in silent { client.send("ping\n") }
            guard try silent.allSatisfy({ try $0.receiveLines(1) == ["ok"] }) else { return false }
            // On a machine so busy that the two have been silent for long, it is served.
            let third = try SocketClient(path: daemon.socket)
            third.send("ping\n")
            third.endRequests()
            return try third.receiveAll() == "error limit 2 clients are connected already\n"
        }
        try eventually("a silent client to make room") { try daemon.ask("ping") == "ok" }
        #expect(try silent[0].receive().isEmpty)
    }

    @Test("a limit set below the clients there are keeps new ones out, without spinning")
    func limitLowered() throws {
        let daemon = try RunningDaemon(["--set", "MaxClients=200"])
        try daemon.parkAndSettle()
        let clients = try (0..<80).map { _ in try SocketClient(path: daemon.socket) }
        for client in clients { client.send("ping\n") }
        for client in clients { #expect(try client.receiveLines(1) == ["ok"]) }
        clients[0].send("set MaxClients 1\n")
        #expect(try clients[0].receiveLines(1) == ["ok"])
        let late = try SocketClient(path: daemon.socket)
        late.send("ping\n")
        late.endRequests()
        #expect(try ["error limit 1 clients are connected already\n", "ok\n"].contains(late.receiveAll()))
        #expect(try daemon.sleepsSoundly())
        withExtendedLifetime(clients) {}
    }

    @Test("a daemon out of descriptors goes on drawing, without spinning, and recovers")
    func outOfDescriptors() throws {
        let daemon = try RunningDaemon(["--set", "MaxClients=200"], shell: "ulimit -n 16; exec")
        try daemon.parkAndSettle()
        var clients: [SocketClient] = []
        for _ in 0..<60 { if let client = try? SocketClient(path: daemon.socket) { clients.append(client) } }
        let before = try daemon.activity()
        sleep(2)
        let after = try daemon.activity()
        // A loop that spins would use all of the 200 ticks.
        #expect(after.ticks - before.ticks < 100)
        clients = []
        // Until the daemon has noticed that they left, it may still reset a connection.
        try eventually("the daemon to answer again") { (try? daemon.ask("ping")) == "ok" }
    }
}

extension RunningDaemon {
    func residentKilobytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") } ?? ""
        return Int(line.split(whereSeparator: { " \t".contains($0) }).dropFirst().first ?? "") ?? 0
    }

    func descriptorCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(identifier)/fd").count
    }
}
