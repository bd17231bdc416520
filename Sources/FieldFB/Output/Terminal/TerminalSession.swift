import CDRM

/// A terminal while it is not the shell's: keys unbuffered, its other screen,
/// no cursor. Everything is given back by `close`, or by the end of the owner.
///
/// Nothing here blocks: what the terminal does not take at once stays in
/// `output` and is sent when it takes more.
@usableFromInline
struct TerminalSession: ~Copyable {
    private let descriptor: CInt
    /// Readable when keys wait, when the terminal takes output that waits, and
    /// when it has got another size.
    let queue: CInt
    /// Readable when the terminal has got another size.
    private let sizeChanges: CInt
    private let former: KernelRecord<termios>
    private var isOpen = true
    /// Bytes to send; those before `sent` are gone already.
    var output: [UInt8] = []
    private var sent = 0
    /// Whether the queue also tells when the terminal takes output.
    private var awaitsRoom = false
    private var buffer = [UInt8](repeating: 0, count: 1024)
    /// What the terminal said when it was asked.
    private(set) var answers = TerminalAnswers()

    /// Clears the other screen and hides the cursor there.
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[H"
    /// Ends a sequence that was cut short, the images of kitty, a frame that
    /// was held back; then colours, cursor and screen as they were.
    private static let leave =
        "\u{18}\u{1B}\\\u{1B}_Ga=d,d=A,q=2\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}[2J\u{1B}[?25h\u{1B}[?1049l"
    /// The Linux console takes the sequence for kitty as text.
    private static let plainLeave = "\u{18}\u{1B}[0m\u{1B}[2J\u{1B}[?25h\u{1B}[?1049l"

    private let leaving: String

    /// How long a terminal that does not read may hold up the end, in milliseconds.
    private static let farewellPatience = 500

    private init(
        descriptor: CInt, queue: CInt, sizeChanges: CInt, former: termios, knowsStrings: Bool
    ) {
        self.descriptor = descriptor
        self.queue = queue
        self.sizeChanges = sizeChanges
        self.former = KernelRecord(former)
        leaving = knowsStrings ? TerminalSession.leave : TerminalSession.plainLeave
    }

    /// Takes a terminal over.
    ///
    /// - Parameters:
    ///   - terminal: an open descriptor of it, which stays the caller's.
    ///   - patience: how long to wait for its answers, in milliseconds; nil to
    ///     ask nothing.
    ///   - knowsStrings: whether it passes over control strings it does not know.
    static func open(
        _ terminal: CInt, patience: Int?, knowsStrings: Bool
    ) throws(SystemFailure) -> TerminalSession {
        let descriptor = try systemOpen(systemTerminalPath(terminal) ?? "/dev/tty", .readWriteNonBlocking)
        let queue: CInt
        let sizeChanges: CInt
        let former: termios
        do throws(SystemFailure) {
            former = try systemTerminalState(descriptor)
            queue = try systemWatchTerminal(descriptor)
        } catch {
            systemClose(descriptor)
            throw error
        }
        do throws(SystemFailure) {
            sizeChanges = try systemWatchTerminalSize(queue)
        } catch {
            systemClose(queue)
            systemClose(descriptor)
            throw error
        }
        var session = TerminalSession(
            descriptor: descriptor, queue: queue, sizeChanges: sizeChanges, former: former,
            knowsStrings: knowsStrings)
        try session.enter()
        if let patience { try session.ask(patience) }
        return session
    }

    deinit {
        if isOpen {
            // The safety net for ways out on which nobody called `close`.
            restore()
        }
    }

    /// Takes the terminal over, also again after someone else had it.
    mutating func enter() throws(SystemFailure) {
        try systemSetTerminalState(descriptor, systemRawTerminalState(former.fields))
        output.append(contentsOf: TerminalSession.enter.utf8)
        try flush()
    }

    private mutating func ask(_ patience: Int) throws(SystemFailure) {
        output.append(contentsOf: TerminalAnswers.questions)
        try flush()
        let deadline = TerminalSession.deadline(after: patience)
        while !answers.isComplete {
            guard try TerminalSession.wait(descriptor, toWrite: false, until: deadline) else { break }
            guard let count = try systemReadAvailable(descriptor, into: &buffer) else { continue }
            if count == 0 { break }
            answers.take(buffer[..<count])
        }
        // A terminal that shows what it does not know has shown the questions.
        output.append(contentsOf: "\u{1B}[2J\u{1B}[H".utf8)
        try flush()
    }

    /// Whether all output is on its way.
    var isDrained: Bool { sent >= output.count }

    /// Sends what the terminal takes now.
    mutating func flush() throws(SystemFailure) {
        while sent < output.count {
            let taken = try systemWriteAvailable(descriptor, output, from: sent)
            if taken == 0 { break }
            sent += taken
        }
        if isDrained {
            output.removeAll(keepingCapacity: true)
            sent = 0
        }
        if awaitsRoom == isDrained {
            awaitsRoom = !isDrained
            systemWatchTerminalOutput(queue, descriptor, awaitsRoom)
        }
    }

    /// Reads the keys that wait. False when the terminal has hung up.
    mutating func readKeys(
        _ reader: inout TerminalKeyReader, _ keys: inout [TerminalKey]
    ) throws(SystemFailure) -> Bool {
        // Someone may hold a key down for ever: a few buffers are enough at a time.
        for _ in 0..<8 {
            guard let count = try systemReadAvailable(descriptor, into: &buffer) else { return true }
            if count == 0 { return false }
            reader.take(buffer[..<count], &keys)
        }
        return true
    }

    /// Whether the size has changed since this was asked the last time.
    mutating func takeSizeChange() throws(SystemFailure) -> Bool {
        guard let count = try systemReadAvailable(sizeChanges, into: &buffer) else { return false }
        return count > 0
    }

    var size: winsize { systemTerminalSize(descriptor) }

    var path: String { systemTerminalPath(descriptor) ?? "terminal" }

    consuming func close() {
        isOpen = false
        restore()
    }

    /// The moment so many milliseconds from now, in nanoseconds of the monotonic clock.
    private static func deadline(after milliseconds: Int) -> Int64 {
        systemMonotonicNanoseconds() + Int64(milliseconds) * 1_000_000
    }

    /// Waits for a descriptor; false when the deadline passed.
    private static func wait(
        _ descriptor: CInt, toWrite: Bool, until deadline: Int64
    ) throws(SystemFailure) -> Bool {
        let left = deadline - systemMonotonicNanoseconds()
        guard left > 0 else { return false }
        return try systemWait(
            descriptor, toWrite: toWrite, milliseconds: Int(clamping: left / 1_000_000 + 1))
    }

    private func restore() {
        // What is still under way to a terminal that does not read is given up,
        // or the last words would never get there.
        if !isDrained { systemDropOutput(descriptor) }
        let bytes = Array(leaving.utf8)
        var done = 0
        let deadline = TerminalSession.deadline(after: TerminalSession.farewellPatience)
        while done < bytes.count {
            guard let taken = try? systemWriteAvailable(descriptor, bytes, from: done) else { break }
            done += taken
            if taken == 0,
                (try? TerminalSession.wait(descriptor, toWrite: true, until: deadline)) != true
            { break }
        }
        systemDropInput(descriptor)
        try? systemSetTerminalState(descriptor, former.fields)
        systemClose(queue)
        systemClose(sizeChanges)
        systemClose(descriptor)
    }
}
