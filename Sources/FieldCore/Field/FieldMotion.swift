/// Whether the field runs, and where it has got to.
///
/// A value without a wall clock: whoever owns it says how much time has
/// passed. Parking eases the running shape into the still frame, activating
/// eases out of it; the clocks run on while the shape eases, and stand while
/// it rests. Reduced motion is the still frame at once, without easing.
public struct FieldMotion: Equatable, Sendable {
    /// Whether the field is asked to run.
    public private(set) var isActive: Bool
    /// Whether motion is to be avoided: then the still frame shows, active or not.
    public private(set) var isReduced: Bool
    /// How long easing into and out of the still frame takes, in seconds.
    /// 0 cuts. Negative counts as 0.
    public var easeTime: Double
    /// How fast the drift clock runs; 0 pins the shape.
    public private(set) var driftSpeed = 1.0
    /// How fast the fold clock runs; 0 freezes the form.
    public private(set) var foldSpeed = 1.0

    private var clock = FieldClock()
    /// 0 is the still frame, 1 the running field; in between, time through the ease.
    private var ease: Double

    /// The default of `easeTime`, in seconds.
    public static let defaultEaseTime = 0.6

    /// A motion that begins at rest, or running when `isActive`.
    ///
    /// - Parameters:
    ///   - startTime: where both clocks begin, in seconds. Negative counts as 0.
    ///   - easeTime: seconds to ease in and out.
    public init(
        startTime: Double = 0, easeTime: Double = FieldMotion.defaultEaseTime,
        isActive: Bool = true, isReduced: Bool = false
    ) {
        self.isActive = isActive
        self.isReduced = isReduced
        self.easeTime = easeTime
        ease = isActive && !isReduced && !(easeTime > 0) ? 1 : 0
        clock.advance(nanoseconds: startTime * 1e9, driftSpeed: 1, foldSpeed: 1)
    }

    /// The still frame.
    public static var still: FieldMotion { FieldMotion(isActive: false) }

    /// The running field `seconds` after its start, both clocks at that time
    /// multiplied by their speeds, without the easing out of the still frame.
    public static func running(at seconds: Double, parameters: FieldParameters) -> FieldMotion {
        var motion = FieldMotion(easeTime: 0)
        motion.setSpeeds(parameters)
        motion.clock.advance(
            nanoseconds: seconds * 1e9, driftSpeed: motion.driftSpeed, foldSpeed: motion.foldSpeed)
        return motion
    }

    /// Takes the two speeds over from the parameters, guards applied.
    public mutating func setSpeeds(_ parameters: FieldParameters) {
        let guarded = parameters.guarded
        driftSpeed = guarded.driftSpeed
        foldSpeed = guarded.foldSpeed
    }

    /// Runs the field: eases out of the still frame.
    public mutating func activate() {
        isActive = true
        if !(easeTime > 0) { finishEase() }
    }

    /// Parks the field: eases into the still frame.
    public mutating func park() {
        isActive = false
        if !(easeTime > 0) { finishEase() }
    }

    /// Switches reduced motion. On cuts to the still frame; off lets an active
    /// field ease out of it.
    public mutating func setReduced(_ reduced: Bool) {
        isReduced = reduced
        if reduced || !(easeTime > 0) { finishEase() }
    }

    /// Whether the picture changes as time passes. While false, nobody needs a
    /// timer.
    public var isMoving: Bool {
        if ease != target { return true }
        return ease > 0 && (driftSpeed > 0 || foldSpeed > 0)
    }

    /// Lets time pass. While the field rests, it is not counted.
    public mutating func advance(nanoseconds: Int64) {
        guard nanoseconds > 0, isMoving else { return }
        let elapsed = Double(nanoseconds)
        clock.advance(nanoseconds: elapsed, driftSpeed: driftSpeed, foldSpeed: foldSpeed)
        guard ease != target else { return }
        guard easeTime > 0 else { return finishEase() }
        let share = elapsed / (easeTime * 1e9)
        ease = target > ease ? min(target, ease + share) : max(target, ease - share)
    }

    /// The shape to draw now.
    public var mass: Mass {
        if ease <= 0 { return .still }
        let running = Mass.running(clock)
        if ease >= 1 { return running }
        return Mass.still.blended(to: running, easedShare)
    }

    /// How far the field has eased out of the still frame, 0...1.
    public var easedShare: Double { ease * ease * (3 - 2 * ease) }

    private var target: Double { isActive && !isReduced ? 1 : 0 }

    private mutating func finishEase() { ease = target }
}
