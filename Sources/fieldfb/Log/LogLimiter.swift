/// How much a line of log matters, with the numbers of syslog(3), which the
/// journal reads.
enum LogPriority: Int, Sendable {
    /// Something that was asked for does not work.
    case error = 3
    /// Something works worse than it should.
    case warning = 4
    /// Something that a person may want to know though all is well.
    case notice = 5
    /// Something changed, as it is meant to.
    case info = 6
    /// What only somebody who looks for a fault wants to know.
    case debug = 7
}

/// Lets a burst of lines through, and after it a few a minute, whatever the
/// kernel and clients do. What is held back is counted.
struct LogLimiter {
    /// How many lines come through at once, and how long it takes until there
    /// is room for one more, in nanoseconds.
    struct Rate {
        let burst: Int
        let pause: Int64

        static let usual = Rate(burst: 30, pause: 20_000_000_000)
        /// While somebody looks for a fault: more than a person reads, less
        /// than what fills a journal.
        static let debug = Rate(burst: 1000, pause: 20_000_000)
    }

    /// The part of a burst that is kept for warnings and errors.
    static let reserve = 10
    /// How long a count of lines held back waits for the next line before it
    /// is told by itself, in nanoseconds.
    static let patience: Int64 = 60_000_000_000

    /// Whether lines for debugging are let through, and how many of all.
    var isDebugging = false {
        didSet { if isDebugging != oldValue { room = rate.burst } }
    }
    /// How many lines were held back since that was told last.
    private(set) var heldBack = 0
    /// When their number is to be told.
    private(set) var deadline: Int64?
    private var room = Rate.usual.burst
    /// When the room last grew, or was full.
    private var grown: Int64

    init(now: Int64) {
        grown = now
    }

    private var rate: Rate { isDebugging ? .debug : .usual }

    /// Whether a line may be written now. One that may not is counted, unless
    /// it is for debugging and nobody does that.
    mutating func admits(_ priority: LogPriority, now: Int64) -> Bool {
        if priority == .debug && !isDebugging { return false }
        makeRoom(now: now)
        let needed = priority.rawValue <= LogPriority.warning.rawValue ? 1 : 1 + LogLimiter.reserve
        if room >= min(needed, rate.burst) {
            room -= 1
            return true
        }
        heldBack += 1
        if deadline == nil { deadline = now + LogLimiter.patience }
        return false
    }

    /// How many lines were held back; from now on they count as told.
    mutating func takeHeldBack() -> Int {
        defer { (heldBack, deadline) = (0, nil) }
        return heldBack
    }

    private mutating func makeRoom(now: Int64) {
        let gained = Int(clamping: max(0, now - grown) / rate.pause)
        if room + min(gained, rate.burst) >= rate.burst {
            room = rate.burst
            grown = now
        } else {
            room += gained
            grown += Int64(gained) * rate.pause
        }
    }
}
