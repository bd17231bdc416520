/// A scene at one moment: all of it that changes as time passes.
public struct SceneMoment: Equatable, Sendable {
    /// The shape of the field.
    public var mass: Mass
    /// How far the scrim has come, 0...1 of its strength.
    public var scrim: Double
    public var progress: ProgressMoment
    /// How far the panel has come, 0...1: 0 is gone, 1 stands.
    public var panel: Double

    public init(mass: Mass, scrim: Double = 1, progress: ProgressMoment = .hidden, panel: Double = 0) {
        self.mass = mass
        self.scrim = scrim
        self.progress = progress
        self.panel = panel
    }
}
