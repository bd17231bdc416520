/// All of a scene that changes as time passes, without a clock: what is asked
/// and how much time has passed go in, the moment to draw comes out.
public struct SceneMotion: Equatable, Sendable {
    /// The field's.
    public private(set) var field: FieldMotion
    public private(set) var progress = ProgressMotion()
    public private(set) var panel = PanelTiming()
    /// Whether the field's reach follows the progress.
    public var progressMovesField = false
    /// Whether the content stands while the panel is there, since it is blurred.
    public var panelHoldsField = false

    private var isHeld = false

    /// The least part of its size that the field has, at no progress.
    public static let smallestField = 0.35

    public init(field: FieldMotion) { self.field = field }

    // MARK: What is asked

    public mutating func activate() { field.activate() }
    public mutating func park() { field.park() }
    public mutating func setSpeeds(_ parameters: FieldParameters) { field.setSpeeds(parameters) }
    public mutating func setEaseTime(_ seconds: Double) { field.easeTime = seconds }

    /// Whether the field is asked to run.
    public var isActive: Bool { field.isActive }
    /// Whether motion is to be avoided.
    public var isReduced: Bool { field.isReduced }

    /// Switches reduced motion: everything is at once where it would come to.
    public mutating func setReduced(_ reduced: Bool) {
        field.setReduced(reduced)
        progress.setReduced(reduced)
        panel.setReduced(reduced || isHeld)
    }

    /// Has progress and panel stand, as before the display is given up: what the
    /// field eases into is then the last picture.
    public mutating func setHeld(_ held: Bool) {
        guard held != isHeld else { return }
        isHeld = held
        progress.setHeld(held)
        panel.setReduced(held || field.isReduced)
    }

    /// Says how far it is; false when a lower value does not count.
    @discardableResult
    public mutating func setProgress(_ progress: Progress, mayFall: Bool = false) -> Bool {
        self.progress.set(progress, mayFall: mayFall)
    }

    public mutating func setPanelTimes(_ times: PanelTiming.Times) { panel.times = times }
    /// Wants the panel; false when there are too many owners.
    public mutating func showPanel(_ owner: [UInt8] = []) -> Bool { panel.show(owner) }
    public mutating func hidePanel(_ owner: [UInt8] = []) { panel.hide(owner) }
    public mutating func clearPanel() { panel.clear() }
    public mutating func cancelPanel() { panel.cancel() }

    /// Who wants the panel, as `PanelTiming.owners` has it.
    public var panelOwners: [[UInt8]] { panel.owners }

    /// Puts progress and panel where they would come to.
    public mutating func finish() {
        progress.finish()
        panel.finish()
    }

    /// Puts everything but the field where it would come to after so many
    /// seconds: what a picture by itself shows.
    public mutating func settle(seconds: Double) {
        progress.settle(seconds: seconds)
        panel.finish()
    }

    // MARK: Time

    /// Whether another picture is needed soon. While false, nobody needs a
    /// timer but for `pause`.
    public var isMoving: Bool {
        (field.isMoving && !isFieldHeld) || progress.isMoving || panel.isMoving
    }

    /// Nanoseconds until something changes by itself although nothing moves;
    /// nil when nothing does.
    public var pause: Int64? { panel.pause }

    /// Lets time pass, and what moves go on for `step` of it at most: after a
    /// stall it goes on from where it was. True when the panel left because its
    /// time was over.
    @discardableResult
    public mutating func advance(nanoseconds: Int64, step: Int64 = .max) -> Bool {
        let moved = min(nanoseconds, step)
        if !isFieldHeld { field.advance(nanoseconds: moved) }
        progress.advance(nanoseconds: moved)
        return panel.advance(nanoseconds: nanoseconds, step: step)
    }

    /// Lets time pass in which nothing is drawn: it counts for the panel alone.
    /// True when that left because its time was over.
    @discardableResult
    public mutating func rest(nanoseconds: Int64) -> Bool { panel.advance(nanoseconds: nanoseconds) }

    private var isFieldHeld: Bool { panelHoldsField && panel.presenceNow > 0 }

    /// What to draw now.
    public var moment: SceneMoment {
        var mass = field.mass
        let progress = progress.moment
        if progressMovesField && progress.presence > 0 {
            let part = SceneMotion.smallestField + (1 - SceneMotion.smallestField) * progress.value
            let weight = progress.presence * progress.certainty
            mass.breath *= 1 + (part - 1) * weight
        }
        return SceneMoment(mass: mass, scrim: field.easedShare, progress: progress, panel: panel.presenceNow)
    }
}
