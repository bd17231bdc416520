/// When the devices are looked at again. Times are on the monotonic clock, in
/// nanoseconds.
struct DiscoverySchedule: Sendable {
    /// How a look ended.
    enum Outcome: Equatable, Sendable {
        /// Everything there is to light is lit.
        case complete
        /// Something is lit, and something else could not be.
        case partial
        /// Nothing is lit.
        case nothing
        /// Another program drives a card. It may leave at any moment.
        case waiting
    }

    /// Events come in bursts: one look answers those that come within this time.
    static let settling: Int64 = 100_000_000
    /// The least time from one look to the next that events ask for.
    static let leastPause: Int64 = 250_000_000
    static let shortPause: Int64 = 2_000_000_000
    static let longPause: Int64 = 30_000_000_000
    /// For so long after the last change the short pause is kept.
    static let patience: Int64 = 60_000_000_000
    /// How often to look where the kernel tells of no events.
    static let blindPause: Int64 = 5_000_000_000
    /// An output that failed this soon after the one before has to wait.
    private static let calm: Int64 = 10_000_000_000

    /// When to look; nil for not before something happens.
    private(set) var deadline: Int64?
    /// Whether the kernel tells of events.
    var hasEvents = true
    private var looked: Int64?
    private var troubleSince: Int64?
    private var failed: Int64?

    /// The kernel told of something.
    mutating func eventCame(now: Int64) {
        troubleSince = nil
        var moment = now + DiscoverySchedule.settling
        if let looked { moment = max(moment, looked + DiscoverySchedule.leastPause) }
        look(at: moment)
    }

    /// The kernel tells of no events any more, for now.
    mutating func eventsBroke(now: Int64) {
        look(at: now + DiscoverySchedule.shortPause)
    }

    /// Somebody wants a look now.
    mutating func wanted(now: Int64) {
        look(at: now)
    }

    /// An output failed and is closed: the first time it is looked for at once.
    mutating func outputFailed(now: Int64) {
        let isCalm = failed.map { now - $0 > DiscoverySchedule.calm } ?? true
        failed = now
        look(at: now + (isCalm ? DiscoverySchedule.settling : DiscoverySchedule.shortPause))
    }

    /// A look is done.
    ///
    /// - Parameter next: when the plan wants to look again, if it does.
    mutating func looked(_ outcome: Outcome, next: Int64?, now: Int64) {
        looked = now
        deadline = next
        switch outcome {
        case .complete:
            troubleSince = nil
        case .waiting:
            troubleSince = nil
            look(at: now + DiscoverySchedule.shortPause)
        case .nothing, .partial:
            let since = troubleSince ?? now
            troubleSince = since
            let isEarly = now - since < DiscoverySchedule.patience
            look(at: now + (isEarly ? DiscoverySchedule.shortPause : DiscoverySchedule.longPause))
        }
        if !hasEvents { look(at: now + DiscoverySchedule.blindPause) }
    }

    private mutating func look(at moment: Int64) {
        deadline = min(deadline ?? moment, moment)
    }
}
