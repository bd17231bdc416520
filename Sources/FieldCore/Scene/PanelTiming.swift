/// When a panel is there: who wants it, after how long it comes, and how long
/// it stays at least.
///
/// A task that ends within the grace time shows nothing. One that ends later
/// leaves the panel up for the minimum time, counted from its appearance. A
/// value without a clock: whoever owns it says how much time has passed.
public struct PanelTiming: Equatable, Sendable {
    /// The times it goes by, in seconds.
    public struct Times: Equatable, Sendable {
        /// From the wish to the appearance.
        public var grace = 0.2
        /// From the appearance to the earliest end.
        public var minimum = 0.4
        /// From the appearance to the end by itself; 0 for none.
        public var timeout = 0.0
        /// Of fading in and of fading out; 0 cuts.
        public var fade = 0.3

        public init() {}
    }

    /// What the panel is doing.
    public enum State: String, Sendable {
        case hidden
        /// Wanted, and still within the grace time.
        case waiting
        case shown
        /// No longer wanted, and still within the minimum time.
        case staying
    }

    public private(set) var state = State.hidden
    public var times = Times()
    /// Owners without a name.
    private var count = 0
    private var names: [[UInt8]] = []
    /// Nanoseconds in the state; of `shown` and `staying` since the appearance.
    private var elapsed: Int64 = 0
    private var presence = Ease(0)
    private var isReduced = false

    /// How many owners may be known by name, and how often one without may ask.
    public static let mostOwners = 64

    public init() {}

    // MARK: Wishes

    /// Wants the panel, under a name or none. False when there are too many owners.
    @discardableResult
    public mutating func show(_ owner: [UInt8] = []) -> Bool {
        if owner.isEmpty {
            guard count < PanelTiming.mostOwners else { return false }
            count += 1
        } else if !names.contains(owner) {
            guard names.count < PanelTiming.mostOwners else { return false }
            names.append(owner)
        }
        switch state {
        // One that still fades out comes back at once.
        case .hidden: enter(presence.value > 0 ? .shown : .waiting)
        case .staying: state = .shown
        case .waiting, .shown: break
        }
        settle()
        return true
    }

    /// No longer wants it. What was never wanted is no matter.
    public mutating func hide(_ owner: [UInt8] = []) {
        if owner.isEmpty {
            count = max(0, count - 1)
        } else {
            names.removeAll { $0 == owner }
        }
        if !isWanted { unwanted() }
    }

    /// Nobody wants it any more; the minimum time still counts.
    public mutating func clear() {
        forgetOwners()
        unwanted()
    }

    /// Takes it away at once, whatever the minimum time says.
    public mutating func cancel() {
        forgetOwners()
        enter(.hidden)
    }

    /// Who wants it: those without a name, empty, before those with one.
    public var owners: [[UInt8]] { [[UInt8]](repeating: [], count: count) + names }

    /// Whether anybody wants it.
    public var isWanted: Bool { count > 0 || !names.isEmpty }

    private mutating func forgetOwners() {
        count = 0
        names.removeAll()
    }

    private mutating func unwanted() {
        switch state {
        case .waiting: enter(.hidden)
        case .shown: state = .staying
        case .hidden, .staying: break
        }
        settle()
    }

    /// There or not, as it is wanted, without waiting and fading.
    mutating func finish() {
        enter(isWanted ? .shown : .hidden)
        presence.finish()
    }

    /// Without motion the panel is there or not, and does not fade.
    public mutating func setReduced(_ reduced: Bool) {
        isReduced = reduced
        if reduced { presence.finish() }
    }

    // MARK: Time

    /// How far the panel has come, 0...1.
    public var presenceNow: Double { presence.value }
    /// Whether it fades.
    public var isMoving: Bool { presence.isMoving }

    /// Nanoseconds until something changes by itself; nil when nothing does.
    public var pause: Int64? {
        limit.map { max(0, $0 - elapsed) }
    }

    /// When the present state ends by itself, in nanoseconds of `elapsed`.
    private var limit: Int64? {
        switch state {
        case .hidden: nil
        case .waiting: PanelTiming.nanoseconds(times.grace)
        case .shown: times.timeout > 0 ? PanelTiming.nanoseconds(times.timeout) : nil
        case .staying: PanelTiming.nanoseconds(times.minimum)
        }
    }

    /// Lets time pass, and a fade go on for `step` of it at most. True when the
    /// panel left because its time was over.
    @discardableResult
    public mutating func advance(nanoseconds: Int64, step: Int64 = .max) -> Bool {
        guard nanoseconds > 0 else { return false }
        let wasShown = state == .shown
        if state != .hidden { elapsed = elapsed.addingReportingOverflow(nanoseconds).partialValue }
        presence.advance(seconds: Double(min(nanoseconds, step)) / 1e9)
        settle()
        return wasShown && state != .shown
    }

    /// Goes on to the next state where the time of this one is over.
    private mutating func settle() {
        guard let limit, elapsed >= limit else { return }
        switch state {
        case .waiting: enter(.shown)
        case .shown:
            forgetOwners()
            enter(.hidden)
        case .staying: enter(.hidden)
        case .hidden: break
        }
    }

    private mutating func enter(_ state: State) {
        self.state = state
        elapsed = 0
        let isThere = state == .shown || state == .staying
        presence.aim(isThere ? 1 : 0, within: isReduced ? 0 : times.fade)
    }

    private static func nanoseconds(_ seconds: Double) -> Int64 {
        Int64(min(max(seconds.isNaN ? 0 : seconds, 0), 1e6) * 1e9)
    }
}
