/// How a mark's distance from the outline becomes its radius and its ink.
///
/// Over twice the softness the level goes from 0 to the swell along a cubic
/// smoothstep; radius and ink follow it linearly.
struct Shoulder {
    /// The level of a mark well inside.
    let swell: Float
    /// Beyond this squared distance every mark has level 0, whatever the folds.
    let outsideSquare: Float
    /// Within this squared distance every mark is full; negative when none is.
    let insideSquare: Float

    private let softness: Float
    private let slope: Float
    private let minRadius: Float
    private let radiusSpan: Float
    private let minInk: Float
    private let inkSpan: Float

    init(mass: Mass, parameters: FieldParameters, step: Double) {
        swell = Float(mass.swell)
        softness = Float(parameters.softness)
        slope = Float(1 / (2 * parameters.softness))
        minRadius = Float(step * parameters.minRadiusRatio)
        radiusSpan = Float(
            max(0, step * (parameters.maxRadiusRatio - parameters.minRadiusRatio)))
        minInk = Float(parameters.minInk)
        inkSpan = Float(parameters.maxInk - parameters.minInk)

        // The margin keeps the short way to marks for which the long way,
        // with its rounding, gives the very same level.
        let margin = 0.001
        let depth = mass.three.depth + mass.five.depth + mass.two.depth
        let outside = 1 + depth + parameters.softness + margin
        let inside = 1 - depth - parameters.softness - margin
        outsideSquare = Float(outside * outside)
        insideSquare = inside > 0 ? Float(inside * inside) : -1
    }

    @inline(__always)
    func level(outline: SIMD8<Float>, distance: SIMD8<Float>) -> SIMD8<Float> {
        var share = (outline + softness - distance) * slope
        share.replace(with: 0, where: share .< 0)
        share.replace(with: 1, where: share .> 1)
        return share * share * (3 - 2 * share) * swell
    }

    @inline(__always)
    func radius(_ level: SIMD8<Float>) -> SIMD8<Float> { minRadius + radiusSpan * level }

    @inline(__always)
    func ink(_ level: SIMD8<Float>) -> SIMD8<Float> { minInk + inkSpan * level }
}
