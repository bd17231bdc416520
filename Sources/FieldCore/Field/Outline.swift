/// Directions from the centre of the mass to eight marks.
struct UnitVectors {
    let x: SIMD8<Float>
    let y: SIMD8<Float>

    /// A mark on the centre itself looks to the right.
    @inline(__always)
    init(x: SIMD8<Float>, y: SIMD8<Float>, length: SIMD8<Float>) {
        let onCentre = length .<= 1e-9
        let inverse = 1 / length.replacing(with: 1, where: onCentre)
        self.x = (x * inverse).replacing(with: 1, where: onCentre)
        self.y = y * inverse
    }
}

/// The bent outline of a mass, in coordinates scaled by the half-axes.
///
/// Sine and cosine of `k` times the angle of a unit vector are the parts of
/// its k-th complex power, so no trigonometry is needed for a mark.
struct Outline {
    private let three: Lobe
    private let five: Lobe
    private let two: Lobe
    private let aspect: Float

    private struct Lobe {
        let sine: Float
        let cosine: Float

        init(_ fold: Mass.Fold) {
            sine = Float(fold.sinePart)
            cosine = Float(fold.cosinePart)
        }

        @inline(__always)
        func value(_ power: Power) -> SIMD8<Float> {
            sine * power.imaginary + cosine * power.real
        }

        @inline(__always)
        func slope(_ power: Power) -> SIMD8<Float> {
            sine * power.real - cosine * power.imaginary
        }
    }

    private struct Power {
        let real: SIMD8<Float>
        let imaginary: SIMD8<Float>

        @inline(__always)
        static func * (left: Power, right: Power) -> Power {
            Power(
                real: left.real * right.real - left.imaginary * right.imaginary,
                imaginary: left.real * right.imaginary + left.imaginary * right.real)
        }
    }

    /// - Parameter aspect: the horizontal half-axis over the vertical one.
    init(mass: Mass, aspect: Double) {
        three = Lobe(mass.three)
        five = Lobe(mass.five)
        two = Lobe(mass.two)
        self.aspect = Float(aspect)
    }

    /// Distance of the outline from the centre in each direction.
    @inline(__always)
    func radius(_ direction: UnitVectors) -> SIMD8<Float> {
        let power = powers(direction)
        return 1 + three.value(power.three) + five.value(power.five) + two.value(power.two)
    }

    /// How far the outline leans off square to the ray: the derivative of its
    /// radius by the angle, over the radius.
    @inline(__always)
    func bend(_ direction: UnitVectors) -> SIMD8<Float> {
        let power = powers(direction)
        let slope =
            3 * three.slope(power.three) + 5 * five.slope(power.five) + 2 * two.slope(power.two)
        return slope / radius(direction)
    }

    /// The direction along the outline at each mark, in the surface's own
    /// coordinates. The family of outlines is the one scaled about the centre,
    /// so the direction is the same all along a ray, and it is the true one on
    /// the outline itself. A mark on the centre lies flat.
    func tangent(
        _ direction: UnitVectors, bend: SIMD8<Float>, distance: SIMD8<Float>
    ) -> (x: SIMD8<Float>, y: SIMD8<Float>) {
        let normalX = direction.x + bend * direction.y
        let normalY = (direction.y - bend * direction.x) * aspect
        let inverse = 1 / (normalX * normalX + normalY * normalY).squareRoot()
        let onCentre = distance .<= 1e-9
        return (
            (-normalY * inverse).replacing(with: 1, where: onCentre),
            (normalX * inverse).replacing(with: 0, where: onCentre)
        )
    }

    @inline(__always)
    private func powers(_ direction: UnitVectors) -> (two: Power, three: Power, five: Power) {
        let one = Power(real: direction.x, imaginary: direction.y)
        let two = one * one
        let three = two * one
        return (two, three, three * two)
    }
}
