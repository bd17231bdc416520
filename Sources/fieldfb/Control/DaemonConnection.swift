import CDRM

/// Why a request got no reply.
enum ConnectionError: Error {
    /// Nothing answers at the path.
    case noDaemon(path: String, SystemError)
    /// The connection was there and ended before the reply.
    case broken(path: String, String)

    var message: String {
        switch self {
        case .noDaemon(let path, let error):
            switch error.errno {
            case ENOENT, ENOTDIR, ECONNREFUSED: "\(path): no daemon is running there; `systemctl start fieldfb` starts one"
            case ENAMETOOLONG:
                "\(path): the path of a socket has at most \(SystemCalls.socketPathLimit) bytes"
            case EACCES: "\(path): \(error.text); run as root or as a member of the socket's group"
            default: "\(path): \(error.call): \(error.text)"
            }
        case .broken(let path, let why): "\(path): \(why)"
        }
    }

    var exitCode: ExitCode {
        switch self {
        case .noDaemon: .noDaemon
        case .broken: .inputOutput
        }
    }
}

/// A client's connection to the daemon, for one request. Every wait has an end,
/// but that for events.
struct DaemonConnection: ~Copyable {
    /// How long the daemon may take to answer a line, in nanoseconds: longer
    /// where the field has to come to rest first, which takes a minute at most.
    static func patience(for line: String) -> Int64 {
        line.begins(with: "release") || line.begins(with: "quit") ? 65_000_000_000 : 5_000_000_000
    }
    /// The longest reply, in bytes.
    static let longestReply = 1 << 20

    private let socket: Descriptor
    private let path: String
    private var received = LineBuffer(limit: DaemonConnection.longestReply)
    /// When the daemon is given up; nil for never.
    private var deadline: Int64?

    /// Connects to the daemon's socket.
    ///
    /// - Parameter patience: how long all may take together, in nanoseconds.
    init(path: String, patience: Int64) throws(ConnectionError) {
        self.path = path
        let deadline = SystemCalls.monotonicNanoseconds() + patience
        self.deadline = deadline
        do throws(SystemError) {
            socket = try DaemonConnection.connect(path, until: deadline)
        } catch {
            throw error.errno == ETIMEDOUT
                ? .broken(path: path, DaemonConnection.silence) : .noDaemon(path: path, error)
        }
    }

    /// Sends one line and gives the line that answers it, without its newline.
    mutating func ask(_ line: String) throws(ConnectionError) -> String {
        do throws(SystemError) {
            try send(Array((line + "\n").utf8))
            if let reply = try receiveLine() { return reply }
        } catch {
            throw broken(error)
        }
        throw .broken(path: path, "the daemon closed the connection without a reply")
    }

    /// The next event after a subscription, however long it takes; nil when
    /// nobody is left who reads standard output.
    mutating func nextEvent() throws(ConnectionError) -> String? {
        deadline = nil
        do throws(SystemError) {
            if let event = try receiveLine() { return event }
        } catch {
            if error.errno == EPIPE { return nil }
            throw broken(error)
        }
        throw .broken(path: path, "the daemon closed the connection")
    }

    private func broken(_ error: SystemError) -> ConnectionError {
        .broken(
            path: path,
            error.errno == ETIMEDOUT ? DaemonConnection.silence : "\(error.call): \(error.text)")
    }

    private static let silence = "the daemon did not answer in time"

    /// A connected socket. While the queue of the daemon is full, connecting
    /// is tried again.
    private static func connect(_ path: String, until deadline: Int64) throws(SystemError) -> Descriptor {
        while true {
            let socket = try SystemCalls.localStream()
            do throws(SystemError) {
                try SystemCalls.connect(socket.number, path: path)
                return socket
            } catch {
                guard error.errno == EAGAIN else { throw error }
            }
            let pause = min(deadline, SystemCalls.monotonicNanoseconds() + 50_000_000)
            var nothing: [pollfd] = []
            try SystemCalls.poll(&nothing, milliseconds: try milliseconds(until: pause))
            _ = try milliseconds(until: deadline)
        }
    }

    private func send(_ bytes: [UInt8]) throws(SystemError) {
        var sent = 0
        while sent < bytes.count {
            do throws(SystemError) {
                sent += try SystemCalls.send(socket.number, bytes[sent...])
            } catch {
                switch error.errno {
                case EAGAIN: try wait(for: Int16(POLLOUT))
                // The daemon refused this client and left; its reason can still be read.
                case EPIPE, ECONNRESET: return
                default: throw error
                }
            }
        }
    }

    /// The next line the daemon sends, or nil when it sends none.
    private mutating func receiveLine() throws(SystemError) -> String? {
        var piece = [UInt8](repeating: 0, count: 4096)
        while !received.hasLine {
            if received.isTooLong { throw SystemError(call: "reply", errno: EMSGSIZE) }
            try wait(for: Int16(POLLIN))
            let count = try SystemCalls.read(socket.number, into: &piece)
            if count == 0 { return nil }
            received.append(piece[..<count])
        }
        return received.takeLine().map { String(bytes: $0) }
    }

    /// Waits for the daemon; ETIMEDOUT when that takes too long. A wait that
    /// has no end is one for events, and ends with EPIPE when nobody is left
    /// who reads them.
    private func wait(for events: Int16) throws(SystemError) {
        var limit: CInt = -1
        if let deadline { limit = try DaemonConnection.milliseconds(until: deadline) }
        var entries = [
            pollfd(fd: socket.number, events: events, revents: 0),
            pollfd(fd: deadline == nil ? 1 : -1, events: 0, revents: 0),
        ]
        try SystemCalls.poll(&entries, milliseconds: limit)
        if entries[1].revents != 0 { throw SystemError(call: "poll", errno: EPIPE) }
        if entries[0].revents == 0 { throw SystemError(call: "poll", errno: ETIMEDOUT) }
    }

    /// The time left, rounded up; ETIMEDOUT when there is none.
    private static func milliseconds(until moment: Int64) throws(SystemError) -> CInt {
        let left = moment - SystemCalls.monotonicNanoseconds()
        guard left > 0 else { throw SystemError(call: "poll", errno: ETIMEDOUT) }
        return CInt(clamping: (left + 999_999) / 1_000_000)
    }
}
