import Foundation

/// A client that has subscribed to events, and can ask between them.
final class Subscriber {
    let client: SocketClient
    private var unread: [UInt8] = []

    init(_ daemon: RunningDaemon) throws {
        client = try SocketClient(path: daemon.socket)
        client.send("subscribe\n")
        let reply = try line()
        guard reply == "ok" else { throw TimedOut(description: "subscribe: \(reply)") }
    }

    /// The next line, without its newline; empty at the end.
    func line() throws -> String {
        while true {
            if let end = unread.firstIndex(of: 10) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread.removeFirst(end + 1)
                return line
            }
            let piece = try client.receive()
            if piece.isEmpty { return "" }
            unread += piece
        }
    }

    /// The next event of a kind; others are passed over.
    func event(_ kind: String) throws -> [String: Any] {
        while true {
            let line = try line()
            if line.isEmpty { throw TimedOut(description: "no event \(kind) came before the end") }
            let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            if let event, event["event"] as? String == kind { return event }
        }
    }

    /// The events until the daemon answers a ping, which comes after everything
    /// that happened before.
    func eventsUntilNow() throws -> [String] {
        client.send("ping\n")
        var events: [String] = []
        while true {
            let line = try line()
            if line == "ok" { return events }
            if line.isEmpty { throw TimedOut(description: "the connection ended after \(events)") }
            events.append(line)
        }
    }
}
