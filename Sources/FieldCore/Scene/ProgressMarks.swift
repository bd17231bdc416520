/// A mark of the progress, in points from the top left of its box.
public struct ProgressMark: Equatable, Sendable {
    public var x: Double
    public var y: Double
    /// Radius of the dot it is, or that its segment stands for.
    public var radius: Double
    /// Opacity, 0...1, before the ink's own alpha.
    public var ink: Double
    /// Direction of a segment, a unit vector.
    public var directionX: Double
    public var directionY: Double
}

/// Progress drawn as the field is: marks that are large where it is done and
/// small where it is not, with a soft front in between.
///
/// A bar is a row of marks; a ring is that row bent, from the top clockwise.
/// Where nobody knows how far it is, a swelling goes along the row.
public struct ProgressMarks: Sendable {
    /// The marks as the last `evaluate` left them.
    public private(set) var marks: [ProgressMark]
    private let isRing: Bool
    private let parameters: FieldParameters
    private let smallest: Double
    private let largest: Double

    /// Distance between marks, in pitches of the field: closer, so that a short
    /// row still shows a step.
    private static let spacing = 0.6
    /// How many marks there are at least.
    private static let fewest = 12
    /// How many at most, however long the row is.
    private static let most = 512
    /// Width of the front, in marks.
    private static let front = 2.0
    /// Half of the swelling that goes along, as a part of the row.
    private static let swelling = 0.2

    /// The height that a bar needs, in points.
    public static func barHeight(_ parameters: FieldParameters) -> Double {
        2 * extent(parameters.guarded, largest(parameters.guarded, step: .infinity)) + 2
    }

    /// The side of a ring of the usual size, in points.
    public static let ringSide = 72.0

    /// - Parameters:
    ///   - style: `bar` or `ring`; with `none` there are no marks.
    ///   - size: of the box, in points. A ring takes the shorter side.
    ///   - parameters: what the marks are and how large, as those of the field.
    public init(style: ProgressParameters.Style, size: Size, parameters: FieldParameters) {
        let guarded = parameters.guarded
        self.parameters = guarded
        isRing = style == .ring
        marks = []
        let side = min(size.width, size.height)
        let wished = ProgressMarks.largest(guarded, step: .infinity)
        let around = max(1, side / 2 - ProgressMarks.extent(guarded, wished) - 1)
        let length = isRing ? around * Trigonometry.radiansPerTurn : size.width
        let count = min(
            max((length / (guarded.pitch * ProgressMarks.spacing)).rounded(), Double(ProgressMarks.fewest)),
            Double(ProgressMarks.most))
        largest = ProgressMarks.largest(guarded, step: length / count)
        smallest = min(guarded.pitch * guarded.minRadiusRatio, largest)
        guard style != .none, size.width > 0, size.height > 0 else { return }
        for index in 0..<Int(count) {
            var mark = ProgressMark(x: 0, y: size.height / 2, radius: 0, ink: 0, directionX: 0, directionY: 1)
            if isRing {
                let turn = Trigonometry.evaluate(Double(index) / count)
                mark.directionX = turn.sine
                mark.directionY = -turn.cosine
                mark.x = size.width / 2 + turn.sine * around
                mark.y = size.height / 2 - turn.cosine * around
            } else {
                mark.x = (Double(index) + 0.5) * length / count
            }
            marks.append(mark)
        }
    }

    /// Sets the marks' radii and inks for one moment. Allocates nothing.
    public mutating func evaluate(_ moment: ProgressMoment) {
        let count = Double(marks.count)
        guard count > 0 else { return }
        let width = ProgressMarks.front / count
        let end = moment.value * (1 + width)
        for index in marks.indices {
            let place = (Double(index) + 0.5) / count
            let done = ProgressMarks.smooth((end - place) / width)
            let level = done + (travelling(place, moment.phase) - done) * (1 - moment.certainty)
            marks[index].radius = smallest + (largest - smallest) * level
            marks[index].ink =
                (parameters.minInk + (parameters.maxInk - parameters.minInk) * level) * moment.presence
        }
    }

    /// How full a mark is while the swelling is at `phase`. On a bar it comes in
    /// at one end and goes out at the other.
    private func travelling(_ place: Double, _ phase: Double) -> Double {
        let half = ProgressMarks.swelling
        var distance: Double
        if isRing {
            distance = abs(place - phase)
            distance = min(distance, 1 - distance)
        } else {
            distance = abs(place - (phase * (1 + 2 * half) - half))
        }
        return ProgressMarks.smooth(1 - distance / half)
    }

    /// Cubic smoothstep.
    private static func smooth(_ share: Double) -> Double {
        let share = min(max(share, 0), 1)
        return share * share * (3 - 2 * share)
    }

    /// Neighbours never touch.
    private static func largest(_ parameters: FieldParameters, step: Double) -> Double {
        let wished = parameters.pitch * parameters.maxRadiusRatio
        switch parameters.style {
        case .dots: return min(wished, step * 0.45, parameters.pitch * spacing * 0.45)
        case .lines:
            let weight = max(parameters.lineWeightScale / 2, 0.001)
            return min(wished, step * 0.45 / weight, parameters.pitch * spacing * 0.45 / weight)
        }
    }

    /// How far a mark of this radius reaches from its centre.
    private static func extent(_ parameters: FieldParameters, _ radius: Double) -> Double {
        switch parameters.style {
        case .dots: radius
        case .lines: radius * (parameters.lineLengthScale + parameters.lineWeightScale / 2)
        }
    }
}
