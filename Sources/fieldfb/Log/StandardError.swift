import CDRM

/// Standard error: one line a message, `fieldfb: what: why`. Where it is the
/// journal, which knows who speaks, the line begins with its priority instead.
enum StandardError {
    /// How long a message may wait for a reader that stalls, in milliseconds.
    static let patience: CInt = 200
    /// Whether the last message found no reader: then the next ones do not
    /// wait. The program has one thread.
    nonisolated(unsafe) private static var isStalled = false
    /// What a pipe takes at once when it takes anything (PIPE_BUF), in bytes.
    private static let pieceSize = 4096

    /// Says why a command cannot do what it should.
    static func say(_ message: String) { say(.error, message) }

    /// Says it, unless nobody takes it: a journal or terminal that stalls must
    /// not hold up the display. Of a daemon, no more than its limiter allows.
    static func say(_ priority: LogPriority, _ message: String) {
        guard admits(priority) else { return }
        tellHeldBack()
        write(priority, message)
    }

    // MARK: The limits of a daemon

    /// Nil for a command, which says all it has to say.
    nonisolated(unsafe) private static var limiter: LogLimiter?

    /// From now on the lines are those of a daemon, which are never more than
    /// a few a minute.
    static func limit() {
        unsafe limiter = LogLimiter(now: SystemCalls.monotonicNanoseconds())
    }

    /// Whether a daemon says what is for debugging.
    static var isDebugging: Bool {
        get { unsafe limiter?.isDebugging ?? false }
        set { unsafe limiter?.isDebugging = newValue }
    }

    /// When the number of lines held back is to be told.
    static var deadline: Int64? { unsafe limiter?.deadline }

    /// Tells how many lines were held back, if any.
    static func tellHeldBack() {
        let count = unsafe limiter?.takeHeldBack() ?? 0
        if count > 0 { write(.notice, "\(count) lines of log were held back, since there were too many") }
    }

    private static func admits(_ priority: LogPriority) -> Bool {
        guard unsafe limiter != nil else { return priority != .debug }
        return unsafe limiter?.admits(priority, now: SystemCalls.monotonicNanoseconds()) ?? true
    }

    // MARK: Writing

    /// Whether it is the journal, which says so in the environment: the device
    /// and the number of its socket (systemd.exec(5)). A program whose standard
    /// error was led elsewhere inherits that, too, so the numbers are compared.
    private static let isJournal: Bool = {
        guard let named = SystemCalls.environment("JOURNAL_STREAM"), let own = SystemCalls.identity(2)
        else { return false }
        return named.hasSameBytes(as: "\(own.device.description):\(own.number.description)")
    }()

    private static func write(_ priority: LogPriority, _ message: String) {
        var line = Array((isJournal ? "<\(priority.rawValue)>" : "fieldfb: ").utf8)
        // A name from outside must not make a line of its own.
        for byte in message.utf8 { line.append(byte.isControl ? UInt8(ascii: "?") : byte) }
        line.append(UInt8(ascii: "\n"))
        var rest = line[...]
        while !rest.isEmpty {
            var entries = [pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)]
            try? SystemCalls.poll(&entries, milliseconds: unsafe isStalled ? 0 : patience)
            unsafe isStalled = entries[0].revents == 0
            guard entries[0].revents != 0,
                let count = try? SystemCalls.write(2, rest.prefix(pieceSize)), count > 0
            else { return }
            rest = rest.dropFirst(count)
        }
    }
}
