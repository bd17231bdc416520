/// When frames are due: at absolute moments of the monotonic clock, one
/// interval apart. A late frame is followed by the next moment of the same grid
/// that lies ahead; the moments in between are given up, never caught up with.
///
/// The interval is the period of the rate that is asked for, or that of the
/// display's refresh when that is longer. Where showing a picture takes long,
/// the moments spread, so that about half of the time is left for others; where
/// drawing one takes much of a processor, whole periods are left out.
struct FramePacer {
    /// Nanoseconds from one frame to the next, from `setRate` and `setRefresh`.
    private(set) var period: Int64
    /// When the next frame is due; nil while nobody needs one.
    private(set) var deadline: Int64?
    /// The earliest moment for the next frame.
    private var earliest = Int64.min
    /// The moment for which the last frame was due.
    private var lastDue: Int64?

    private var ratePeriod: Int64
    private var refreshPeriod: Int64 = 0
    private var presenting = UsualTime()
    private var processor = ProcessorShare()

    /// The longest time the shape moves on from one frame to the next, in
    /// nanoseconds: after a stall it goes on from where it was. A slow display
    /// may take two of its intervals.
    var longestStep: Int64 { max(250_000_000, 2 * interval) }

    /// Nanoseconds from one frame to the next, as drawing and showing them allow it.
    var interval: Int64 { max(period * processor.periods, 2 * presenting.usual) }

    /// At most `rate` frames in a second.
    init(rate: Double) {
        ratePeriod = FramePacer.period(rate)
        period = ratePeriod
    }

    /// Changes the rate from the next frame on.
    mutating func setRate(_ rate: Double) {
        ratePeriod = FramePacer.period(rate)
        period = max(ratePeriod, refreshPeriod)
    }

    /// No more frames than the display can show, from the next frame on.
    ///
    /// - Parameter millihertz: refreshes in a thousand seconds; below one in a
    ///   second it is no refresh but a driver that does not know any.
    mutating func setRefresh(millihertz: Int) {
        refreshPeriod = millihertz < 1000 ? 0 : 1_000_000_000_000 / Int64(millihertz)
        period = max(ratePeriod, refreshPeriod)
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
        let interval = interval
        let due = deadline ?? now
        let missed = max(0, (now - due) / interval)
        lastDue = due + missed * interval
        earliest = due + (missed + 1) * interval
        deadline = earliest
        return Int(missed)
    }

    /// Takes note of how long showing the last frame took, and puts the next
    /// one off when that is long.
    mutating func took(_ nanoseconds: Int64) {
        presenting.add(nanoseconds)
        putOff()
    }

    /// Takes note of the processor time of the last frame, in nanoseconds, and
    /// puts the next one off when drawing takes more than its share, 0...1, of a
    /// processor; 0 is no limit.
    mutating func drew(_ nanoseconds: Int64, share: Double) {
        processor.drew(nanoseconds, share: share, period: period)
        putOff()
    }

    private mutating func putOff() {
        guard let lastDue else { return }
        earliest = max(earliest, lastDue + interval)
        if let moment = deadline { deadline = max(moment, earliest) }
    }

    private static func period(_ rate: Double) -> Int64 {
        Int64(1e9 / min(max(rate, 1), 1000))
    }
}

/// How long something usually takes: the mean of the last frames but the
/// slowest, which is a stall, a mode set or a whole picture and no habit.
struct UsualTime {
    /// How many frames are remembered: enough that a slow and a quick frame in
    /// turn give a steady mean.
    static let kept = 8
    /// The longest that counts. Longer is a program that was stopped meanwhile,
    /// and would hold up the frames after it.
    static let longest: Int64 = 5_000_000_000

    private var times = [Int64](repeating: 0, count: UsualTime.kept)
    private var count = 0
    private var next = 0
    private(set) var usual: Int64 = 0

    mutating func add(_ nanoseconds: Int64) {
        times[next] = min(max(0, nanoseconds), UsualTime.longest)
        next = (next + 1) % UsualTime.kept
        count = min(count + 1, UsualTime.kept)
        var sum: Int64 = 0
        var slowest: Int64 = 0
        for time in times[..<count] {
            sum += time
            slowest = max(slowest, time)
        }
        usual = count > 1 ? (sum - slowest) / Int64(count - 1) : 0
    }
}
