/// The soft shape at one moment: where it is, how large, and how it is bent.
///
/// A circle in coordinates scaled by the half-axes, its radius there
/// `1 + sum of depth * sin(lobes * angle + phase)` over three folds. Each fold
/// is kept as the two parts `depth * cos(phase)` and `depth * sin(phase)`, so
/// that two masses can be blended without a jump in the phase. Constants are
/// those of ProcessingField.
public struct Mass: Equatable, Sendable {
    /// The centre, as fractions of the width and height.
    public var centreX: Double
    public var centreY: Double
    /// What the half-axes are multiplied by, 0.90...1.10.
    public var breath: Double
    /// How full the fullest mark is, 0.64...1.
    public var swell: Double
    /// The folds with three, five and two lobes.
    public var three: Fold
    public var five: Fold
    public var two: Fold

    /// One wave around the outline: `sinePart * sin(k a) + cosinePart * cos(k a)`.
    public struct Fold: Equatable, Sendable {
        public var sinePart: Double
        public var cosinePart: Double

        init(depth: Double, phaseTurns: Double) {
            let phase = Trigonometry.evaluate(phaseTurns)
            sinePart = depth * phase.cosine
            cosinePart = depth * phase.sine
        }

        fileprivate func blended(to other: Fold, _ weight: Double) -> Fold {
            var result = self
            result.sinePart += (other.sinePart - sinePart) * weight
            result.cosinePart += (other.cosinePart - cosinePart) * weight
            return result
        }

        /// How far the fold bends the outline at most.
        public var depth: Double {
            (sinePart * sinePart + cosinePart * cosinePart).squareRoot()
        }
    }

    /// The shape of the still frame: dead centre, at mid swell, every other
    /// wave at its start. No moment of the running field looks like it.
    public static let still = Mass(
        centreX: 0.5, centreY: 0.5, breath: 1, swell: 0.82,
        three: Fold(depth: Wave.depthThree.value(at: 0), phaseTurns: 0),
        five: Fold(depth: Wave.depthFive.value(at: 0), phaseTurns: 0),
        two: Fold(depth: Wave.depthTwo.value(at: 0), phaseTurns: 0))

    /// The shape of the running field at the given clocks.
    static func running(_ clock: FieldClock) -> Mass {
        let turn = 1 / 18_446_744_073_709_551_616.0
        return Mass(
            centreX: Wave.centreX.value(at: clock.drift),
            centreY: Wave.centreY.value(at: clock.drift),
            breath: Wave.breath.value(at: clock.fold),
            swell: Wave.swell.value(at: clock.fold),
            three: Fold(
                depth: Wave.depthThree.value(at: clock.fold),
                phaseTurns: Double(clock.turning &* 17) * turn),
            five: Fold(
                depth: Wave.depthFive.value(at: clock.fold),
                phaseTurns: -Double(clock.turning &* 11) * turn),
            two: Fold(
                depth: Wave.depthTwo.value(at: clock.fold),
                phaseTurns: Double(clock.turning &* 8) * turn))
    }

    /// The shape `weight` (0...1) of the way from this one to another.
    func blended(to other: Mass, _ weight: Double) -> Mass {
        Mass(
            centreX: centreX + (other.centreX - centreX) * weight,
            centreY: centreY + (other.centreY - centreY) * weight,
            breath: breath + (other.breath - breath) * weight,
            swell: swell + (other.swell - swell) * weight,
            three: three.blended(to: other.three, weight),
            five: five.blended(to: other.five, weight),
            two: two.blended(to: other.two, weight))
    }
}

/// A sine wave over one of the field's clocks.
private struct Wave {
    let middle: Double
    let amplitude: Double
    let periodNanoseconds: Int64
    let offsetTurns: Double

    init(_ middle: Double, _ amplitude: Double, tenths: Int64, offsetRadians: Double = 0) {
        self.middle = middle
        self.amplitude = amplitude
        periodNanoseconds = tenths * 100_000_000
        offsetTurns = offsetRadians / Trigonometry.radiansPerTurn
    }

    func value(at clock: Int64) -> Double {
        let turns = Double(clock % periodNanoseconds) / Double(periodNanoseconds)
        return middle + amplitude * Trigonometry.sine(turns: turns + offsetTurns)
    }

    static let centreX = Wave(0.5, 0.17, tenths: 83)
    static let centreY = Wave(0.5, 0.19, tenths: 67, offsetRadians: 0.9)
    static let breath = Wave(1, 0.10, tenths: 61)
    static let swell = Wave(0.82, 0.18, tenths: 71)
    static let depthThree = Wave(0.10, 0.08, tenths: 59)
    static let depthFive = Wave(0.06, 0.05, tenths: 43, offsetRadians: 1.7)
    static let depthTwo = Wave(0.05, 0.04, tenths: 77, offsetRadians: 0.4)
}
