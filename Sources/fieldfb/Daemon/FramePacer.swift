/// When frames are due: at absolute moments of the monotonic clock, one period
/// apart. A late frame is followed by the next moment of the same grid that
/// lies ahead; the moments in between are given up, never caught up with.
struct FramePacer {
    /// Nanoseconds from one frame to the next.
    private(set) var period: Int64
    /// When the next frame is due; nil while nobody needs one.
    private(set) var deadline: Int64?
    /// The earliest moment for the next frame.
    private var earliest = Int64.min

    /// The longest time the shape moves on from one frame to the next, in
    /// nanoseconds: after a stall it goes on from where it was. A slow frame
    /// rate may take two of its periods.
    var longestStep: Int64 { max(250_000_000, 2 * period) }

    /// At most `rate` frames in a second.
    init(rate: Double) {
        period = FramePacer.period(rate)
    }

    /// Changes the rate from the next frame on.
    mutating func setRate(_ rate: Double) {
        period = FramePacer.period(rate)
    }

    /// Asks for a frame, as soon as the rate allows it.
    mutating func schedule(now: Int64) {
        if deadline == nil { deadline = max(now, earliest) }
    }

    /// No frame is needed any more.
    mutating func stop() {
        deadline = nil
    }

    /// Whether a frame is due.
    func isDue(now: Int64) -> Bool {
        deadline.map { $0 <= now } ?? false
    }

    /// Goes on to the next frame. Gives the number of moments that passed
    /// without one.
    mutating func advance(now: Int64) -> Int {
        let due = deadline ?? now
        let missed = max(0, (now - due) / period)
        earliest = due + (missed + 1) * period
        deadline = earliest
        return Int(missed)
    }

    private static func period(_ rate: Double) -> Int64 {
        Int64(1e9 / min(max(rate, 1), 1000))
    }
}
