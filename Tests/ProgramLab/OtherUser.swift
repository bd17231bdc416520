import Foundation

/// A client that is another user of this machine: a process of its own, since
/// the kernel tells the daemon who that is.
final class OtherUser {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread: [UInt8] = []

    /// Connects to a socket, which has to be open to that user.
    ///
    /// - Parameter requests: a command of the shell that writes requests; else
    ///   they are those of `ask`.
    init(user: Int, group: Int, groups: [Int] = [], socket: String, requests: String? = nil) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        process.arguments = [
            "--reuid", "\(user)", "--regid", "\(group)",
            groups.isEmpty ? "--clear-groups" : "--groups=\(groups.map(String.init).joined(separator: ","))",
            // One process, with nobody beside it who would hold its output open.
            "bash", "-c", "exec socat - 'UNIX-CONNECT:\(socket)'" + (requests.map { " < <(\($0))" } ?? ""),
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Sends one request; the line that answers it, empty when none comes.
    func ask(_ request: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data((request + "\n").utf8))
        return line()
    }

    /// The next line, without its newline; empty at the end.
    func line() -> String {
        while true {
            if let end = unread.firstIndex(of: 10) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread.removeFirst(end + 1)
                return line
            }
            let piece = output.fileHandleForReading.availableData
            if piece.isEmpty { return "" }
            unread += piece
        }
    }
}
