/// What a program notes down about the terminal whose text mode it took, so
/// that another one can give it back after the first was killed.
///
/// A file of lines, `key=value`, written as a whole or not at all.
struct ConsoleRecord: Equatable {
    /// The number of the virtual terminal, 1 to 63.
    var terminal: Int
    /// The process that took it.
    var process: Int
    /// When that process started, in the kernel's ticks since the boot; 0 when
    /// unknown. Process numbers come round again, together with this they do not.
    var started: Int
    /// Whether the program took over switching too.
    var isFollowed: Bool
    /// Whether it hid the cursor.
    var hidesCursor: Bool

    /// A record of this process.
    init(terminal: Int, isFollowed: Bool, hidesCursor: Bool) {
        self.terminal = terminal
        process = Int(systemProcessNumber())
        started = ConsoleRecord.startTime(of: process)
        self.isFollowed = isFollowed
        self.hidesCursor = hidesCursor
    }

    /// Whether the process that took the terminal is still alive.
    var isOwnerAlive: Bool {
        guard systemIsProcess(process) else { return false }
        let now = ConsoleRecord.startTime(of: process)
        return started == 0 || now == 0 || now == started
    }

    /// Whether this process wrote it.
    var isOurs: Bool { process == Int(systemProcessNumber()) }

    /// Whether a terminal in this state is as the recorded program left it, and
    /// not as another program has set it meanwhile.
    func isLeft(switching: TerminalSwitching, isGraphics: Bool) -> Bool {
        guard isFollowed else { return switching == .automatic }
        // The kernel takes a dead program's terminal back as soon as somebody
        // switches, and gives it text mode then.
        return switching == .ours || (switching == .automatic && !isGraphics)
    }

    // MARK: The file

    static func read(_ path: String) -> ConsoleRecord? {
        ConsoleRecord(text: smallFile(path))
    }

    /// Replaces the file by one that is complete.
    func write(to path: String) throws(SystemFailure) {
        let fresh = "\(path).new"
        systemRemove(fresh)
        let descriptor = try systemOpen(fresh, .create)
        do throws(SystemFailure) {
            let bytes = Array(text.utf8)
            guard try systemWrite(descriptor, bytes.span) == bytes.count else {
                throw SystemFailure(call: "write", errno: 0)
            }
        } catch {
            systemClose(descriptor)
            systemRemove(fresh)
            throw error
        }
        try systemCloseWritten(descriptor)
        try systemRename(fresh, to: path)
    }

    /// Removes the file, unless another process has written it meanwhile.
    static func removeOurs(_ path: String) {
        if let record = read(path), record.isOurs { systemRemove(path) }
    }

    // MARK: Its text

    var text: String {
        "terminal=\(terminal)\nprocess=\(process)\nstarted=\(started)\n"
            + "followed=\(isFollowed ? 1 : 0)\ncursor=\(hidesCursor ? 0 : 1)\n"
    }

    /// nil for any text that does not name a terminal and a process.
    init?(text: some Sequence<UInt8>) {
        terminal = 0
        process = 0
        started = 0
        isFollowed = false
        hidesCursor = false
        for line in Array(text).split(separator: UInt8(ascii: "\n")) {
            guard let equals = line.firstIndex(of: UInt8(ascii: "=")),
                let value = ConsoleRecord.number(line[(equals + 1)...])
            else { continue }
            let key = line[..<equals]
            if key.elementsEqual("terminal".utf8) { terminal = value }
            if key.elementsEqual("process".utf8) { process = value }
            if key.elementsEqual("started".utf8) { started = value }
            if key.elementsEqual("followed".utf8) { isFollowed = value == 1 }
            if key.elementsEqual("cursor".utf8) { hidesCursor = value == 0 }
        }
        guard (1...63).contains(terminal), process > 0 else { return nil }
    }

    /// The start of a process as /proc tells it: the 22nd word, counted from
    /// behind the name in brackets, which may hold anything.
    static func startTime(of process: Int) -> Int {
        startTime(stat: smallFile("/proc/\(process)/stat"))
    }

    static func startTime(stat: [UInt8]) -> Int {
        guard let bracket = stat.lastIndex(of: UInt8(ascii: ")")) else { return 0 }
        let words = stat[(bracket + 1)...].split(separator: UInt8(ascii: " "))
        return words.count > 19 ? number(words[19]) ?? 0 : 0
    }

    /// A whole number of up to 18 digits.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...18).contains(digits.count) else { return nil }
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}
