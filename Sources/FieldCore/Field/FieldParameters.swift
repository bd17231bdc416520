/// How the field looks and how fast it moves.
///
/// Together with whether it runs (`FieldMotion.isActive`) these are the
/// fourteen parameters of the ProcessingField view, with its defaults. Any
/// value may be stored; `guarded` is what is drawn.
public struct FieldParameters: Equatable, Sendable {
    /// Dots or lines.
    public var style = FieldStyle.dots
    /// The wished distance between neighbouring marks, in points. At least 1.
    /// The grid is nudged so that whole cells span the width.
    public var pitch = 14.0
    /// The colour of all marks. Its alpha multiplies every mark's ink.
    public var ink = Colour.white
    /// The colour behind the marks.
    public var background = Colour.black
    /// Half-axes of the shape as a fraction of the width and height. At least 0.01.
    public var reach = 0.40
    /// Half-width of the shoulder in which marks go from small to large, as a
    /// fraction of the shape's radius. At least 0.0001.
    public var softness = 0.34
    /// Radius of a mark far outside the shape, as a fraction of the cell. At least 0.
    public var minRadiusRatio = 0.085
    /// Radius of a mark well inside, as a fraction of the cell. Not below `minRadiusRatio`.
    public var maxRadiusRatio = 0.19
    /// Opacity of a mark far outside, 0...1.
    public var minInk = 0.30
    /// Opacity of a mark well inside, 0...1. May be below `minInk`.
    public var maxInk = 0.85
    /// How fast the shape wanders. 1 is the designed speed, 0 pins it.
    public var driftSpeed = 1.0
    /// How fast the shape folds, breathes and swells. 0 freezes its form.
    public var foldSpeed = 1.0
    /// Half the length of a segment, in radii of the dot it stands for. At least 0.
    public var lineLengthScale = 2.4
    /// Stroke width of a segment, in radii of the dot it stands for. At least 0.
    public var lineWeightScale = 0.9
    /// What the segments lie square to.
    public var lineNormal = LineNormal.outline

    public init() {}

    /// The largest values that are drawn as asked. Beyond them nothing more
    /// can be seen: a mark covers all its neighbours, a shape every screen.
    public enum Limit {
        public static let pitch = 1000.0
        public static let reach = 100.0
        public static let softness = 100.0
        public static let radiusRatio = 2.0
        public static let speed = 1000.0
        public static let lineScale = 20.0
    }

    /// The same parameters with every guard applied: the values that are
    /// drawn. What is not a number becomes the default.
    public var guarded: FieldParameters {
        let defaults = FieldParameters()
        var result = self
        result.pitch = clamp(pitch, 1, Limit.pitch, defaults.pitch)
        result.reach = clamp(reach, 0.01, Limit.reach, defaults.reach)
        result.softness = clamp(softness, 0.0001, Limit.softness, defaults.softness)
        result.minRadiusRatio = clamp(minRadiusRatio, 0, Limit.radiusRatio, defaults.minRadiusRatio)
        result.maxRadiusRatio = max(
            result.minRadiusRatio,
            clamp(maxRadiusRatio, 0, Limit.radiusRatio, defaults.maxRadiusRatio))
        result.minInk = clamp(minInk, 0, 1, defaults.minInk)
        result.maxInk = clamp(maxInk, 0, 1, defaults.maxInk)
        result.driftSpeed = clamp(driftSpeed, 0, Limit.speed, defaults.driftSpeed)
        result.foldSpeed = clamp(foldSpeed, 0, Limit.speed, defaults.foldSpeed)
        result.lineLengthScale = clamp(lineLengthScale, 0, Limit.lineScale, defaults.lineLengthScale)
        result.lineWeightScale = clamp(lineWeightScale, 0, Limit.lineScale, defaults.lineWeightScale)
        return result
    }
}

/// `value` within `low...high`, or `fallback` when it is not a number.
private func clamp(_ value: Double, _ low: Double, _ high: Double, _ fallback: Double) -> Double {
    value.isNaN ? fallback : min(max(value, low), high)
}
