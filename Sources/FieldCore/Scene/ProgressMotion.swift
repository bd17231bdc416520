/// What is said about the progress, and how far the picture of it has come.
///
/// A new value is reached by way of those in between, so that a jump reads as
/// motion. A lower one is held back, unless it is said to count.
public struct ProgressMotion: Equatable, Sendable {
    /// What was said last, lower values left out.
    public private(set) var progress = Progress.none

    private var presence = Ease(0)
    private var value = Ease(0)
    private var certainty = Ease(1)
    private var phase = 0.0
    private var isReduced = false
    private var isHeld = false

    /// Seconds that a new value takes to be reached.
    public static let valueTime = 0.4
    /// Seconds in which progress comes and goes, and what is unknown becomes known.
    public static let changeTime = 0.3
    /// Seconds that the sign of something going on takes for its way.
    public static let roundTime = 1.8

    public init() {}

    /// Takes over what is said.
    ///
    /// - Parameter mayFall: whether a value lower than the last one counts; 0
    ///   always does, since something else begins then.
    /// - Returns: whether it counts.
    @discardableResult
    public mutating func set(_ progress: Progress, mayFall: Bool = false) -> Bool {
        if case .done(let share) = progress, case .done(let former) = self.progress, share > 0, share < former, !mayFall {
            return false
        }
        let wasShown = self.progress != .none
        self.progress = progress
        switch progress {
        case .none:
            presence.aim(0, within: ProgressMotion.changeTime)
        case .unknown:
            if !wasShown { begin(value: 0, certainty: 0) }
            presence.aim(1, within: ProgressMotion.changeTime)
            certainty.aim(0, within: ProgressMotion.changeTime)
        case .done(let share):
            let share = share.isNaN ? 0 : min(max(share, 0), 1)
            if !wasShown { begin(value: share, certainty: 1) }
            presence.aim(1, within: ProgressMotion.changeTime)
            certainty.aim(1, within: ProgressMotion.changeTime)
            value.aim(share, within: ProgressMotion.valueTime)
        }
        if isReduced || isHeld { finish() }
        return true
    }

    /// What was not seen has nothing to ease from.
    private mutating func begin(value: Double, certainty: Double) {
        guard presence.value == 0 else { return }
        self.value = Ease(value)
        self.certainty = Ease(certainty)
        phase = 0
    }

    /// Everything where it would come to, so many seconds after the sign of
    /// something going on set out.
    mutating func settle(seconds: Double) {
        finish()
        let rounds = seconds / ProgressMotion.roundTime
        phase = rounds - rounds.rounded(.down)
    }

    /// Without motion every value is there at once, and what is unknown stands still.
    public mutating func setReduced(_ reduced: Bool) {
        isReduced = reduced
        if reduced { finish() }
    }

    /// Has everything stand where it is, as before the display is given up.
    public mutating func setHeld(_ held: Bool) {
        isHeld = held
        if held { finish() }
    }

    mutating func finish() {
        presence.finish()
        value.finish()
        certainty.finish()
    }

    /// Whether the picture changes as time passes.
    public var isMoving: Bool {
        if presence.isMoving || value.isMoving || certainty.isMoving { return true }
        return isTravelling
    }

    /// Whether the sign of something going on is seen on its way.
    private var isTravelling: Bool { presence.value > 0 && certainty.value < 1 && !isReduced && !isHeld }

    /// Lets time pass.
    public mutating func advance(nanoseconds: Int64) {
        guard nanoseconds > 0, isMoving else { return }
        let seconds = Double(nanoseconds) / 1e9
        if isTravelling {
            phase += seconds / ProgressMotion.roundTime
            phase -= phase.rounded(.down)
        }
        presence.advance(seconds: seconds)
        value.advance(seconds: seconds)
        certainty.advance(seconds: seconds)
    }

    /// How it looks now. In reduced motion what is unknown is half a round on.
    public var moment: ProgressMoment {
        ProgressMoment(
            presence: presence.value, value: value.value, certainty: certainty.value,
            phase: isReduced ? 0.5 : phase)
    }
}
