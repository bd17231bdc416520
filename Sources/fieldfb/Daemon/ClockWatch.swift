/// Notices that the machine was suspended, without waking up to look.
///
/// The kernel sets the wall clock after a suspend, and a timer of that clock
/// can be made to tell when it is set. Others set it too: how long the machine
/// slept is the difference of two clocks, one of which goes on meanwhile.
///
/// It cannot work where the kernel finds out about no time that went by: on a
/// board without any clock that runs on, a suspend looks like no time at all.
struct ClockWatch: ~Copyable {
    /// Readable when the wall clock was set. Then `hasResumed` is due.
    var descriptor: CInt { timer.number }

    private let timer: Descriptor
    private var suspended: Int64

    /// nil, with a line of log, on a kernel that cannot tell.
    init?(log: (String) -> Void) {
        do throws(SystemError) {
            timer = try SystemCalls.clockWatch()
        } catch {
            log("a suspend will not be noticed: \(error.call): \(error.text)")
            return nil
        }
        suspended = ClockWatch.suspendedTime()
    }

    /// Takes the news of the descriptor; whether the machine was suspended
    /// since the last call. A clock that was merely set is no suspend.
    mutating func hasResumed() -> Bool {
        SystemCalls.takeClockChange(timer.number)
        let now = ClockWatch.suspendedTime()
        let isLonger = ClockWatch.isSuspend(from: suspended, to: now)
        suspended = now
        return isLonger
    }

    /// Whether the suspended time has grown by more than two readings of the
    /// same clocks differ.
    static func isSuspend(from former: Int64, to now: Int64) -> Bool {
        now - former > 10_000_000
    }

    /// How long the machine has been suspended since it was started, in
    /// nanoseconds, to about a millisecond.
    private static func suspendedTime() -> Int64 {
        var reading: Int64 = 0
        // Whoever is interrupted between the two clocks reads a wrong difference.
        for _ in 0..<8 {
            let before = SystemCalls.monotonicNanoseconds()
            guard let boot = SystemCalls.bootNanoseconds() else { return 0 }
            reading = boot - before
            if SystemCalls.monotonicNanoseconds() - before < 1_000_000 { break }
        }
        return reading
    }
}
