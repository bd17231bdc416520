/// Keeps the drawing of a display to a share of one processor, by leaving out
/// moments of its pace: the picture stays true to time, with fewer steps.
struct ProcessorShare {
    /// How many of the pace's periods lie between two frames.
    private(set) var periods: Int64 = 1
    private var cost = UsualTime()

    /// The longest time between two frames on this account, in nanoseconds. A
    /// machine that draws even slower gives more than the share.
    static let longestInterval: Int64 = 250_000_000
    /// Frames come closer again only when they would use no more than this of
    /// the share, so that the pace does not change back and forth.
    private static let calm = 0.8

    /// Takes note of a frame.
    ///
    /// - Parameters:
    ///   - time: the processor time it took, in nanoseconds.
    ///   - share: the most of one processor to use, 0...1; 0 is no limit.
    ///   - period: from one moment of the pace to the next, in nanoseconds.
    mutating func drew(_ time: Int64, share: Double, period: Int64) {
        cost.add(time)
        guard share > 0, period > 0 else { return periods = 1 }
        let limit = max(1, ProcessorShare.longestInterval / period)
        func needed(_ share: Double) -> Int64 {
            let count = (Double(cost.usual) / (share * Double(period))).rounded(.up)
            return min(limit, max(1, Int64(min(count, 1e9))))
        }
        periods = max(needed(share), min(periods, needed(share * ProcessorShare.calm)))
    }
}
