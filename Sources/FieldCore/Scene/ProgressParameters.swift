/// How progress is shown.
public struct ProgressParameters: Equatable, Sendable {
    public enum Style: String, CaseIterable, Sendable {
        /// Not by itself: in words, or by the field.
        case none
        case bar
        case ring
    }

    public var style = Style.bar
    /// Length of the bar, as a part of the width it stands in, 0.05...1.
    public var length = 0.4
    /// Whether the field's reach follows the progress.
    public var movesField = false

    public init() {}
}

/// What is known of the progress.
public enum Progress: Equatable, Sendable {
    /// Nothing is said about it: none is shown.
    case none
    /// Something goes on, and nobody knows how far it is.
    case unknown
    /// So much is done, 0...1.
    case done(Double)
}

/// How progress looks at one moment.
public struct ProgressMoment: Equatable, Sendable {
    /// How visible it is, 0...1.
    public var presence: Double
    /// How much is shown as done, 0...1.
    public var value: Double
    /// From 0, only that something goes on, to 1, only how much is done.
    public var certainty: Double
    /// Where the sign of something going on is on its way, in turns, 0..<1.
    public var phase: Double

    public init(presence: Double, value: Double, certainty: Double, phase: Double) {
        self.presence = presence
        self.value = value
        self.certainty = certainty
        self.phase = phase
    }

    public static let hidden = ProgressMoment(presence: 0, value: 0, certainty: 1, phase: 0)
}
