import FieldCore

/// The marks as they were last drawn, quantised: what tells a mark that must
/// be painted again from one that need not be touched.
///
/// `shape` holds the radius (or half the stroke width) in thirty-seconds of a
/// pixel in its upper 24 bits and the opacity, 0...255, in its lower 8. A mark
/// that shows nothing is 0. `vector` holds, for segments, the two parts of half
/// the segment in thirty-seconds of a pixel, 16 bits each.
struct MarkKeys {
    var shape: [SIMD8<UInt32>]
    var vector: [SIMD8<UInt32>]

    /// Keys of marks that show nothing.
    init(count: Int, hasVectors: Bool) {
        shape = [SIMD8<UInt32>](repeating: .zero, count: count)
        vector = hasVectors ? shape : []
    }

    static func radius(_ shape: UInt32) -> PixelThirtySeconds {
        PixelThirtySeconds(raw: Int(shape >> 8))
    }

    static func opacity(_ shape: UInt32) -> UInt32 { shape & 0xFF }

    static func vectorX(_ vector: UInt32) -> PixelThirtySeconds {
        PixelThirtySeconds(raw: Int(Int16(truncatingIfNeeded: vector >> 16)))
    }

    static func vectorY(_ vector: UInt32) -> PixelThirtySeconds {
        PixelThirtySeconds(raw: Int(Int16(truncatingIfNeeded: vector)))
    }
}

/// Turns radii, inks and directions in points into keys.
struct MarkQuantiser {
    private let radiusScale: Float
    private let smallestRadius: Float
    private let reachScale: Float
    private let opacityScale: Float

    /// The narrowest stroke, in points, as in ProcessingField.
    private static let narrowestStroke = 0.2
    /// Keeps both parts of a segment within 16 bits: about 1000 pixels.
    private static let largestReach: Float = 32_000

    init(parameters: FieldParameters, scale: Double) {
        let thirtySeconds = scale * 32
        switch parameters.style {
        case .dots:
            radiusScale = Float(thirtySeconds)
            smallestRadius = 0
        case .lines:
            radiusScale = Float(thirtySeconds * parameters.lineWeightScale / 2)
            smallestRadius = Float(MarkQuantiser.narrowestStroke / 2 * thirtySeconds)
        }
        reachScale = Float(thirtySeconds * parameters.lineLengthScale)
        opacityScale = Float(parameters.ink.alpha)
    }

    /// Radii stay below 2^20 of a thirty-second of a pixel: the largest pitch
    /// at the largest scale, two cells wide.
    @inline(__always)
    func shape(radius: SIMD8<Float>, ink: SIMD8<Float>) -> SIMD8<UInt32> {
        let opacity = rounded(ink * opacityScale)
        var widths = radius * radiusScale
        if smallestRadius > 0 {
            widths.replace(with: smallestRadius, where: widths .< smallestRadius)
            widths.replace(with: 0, where: radius .<= 0)
        }
        let width = rounded(widths)
        return (width &<< 8 | opacity) & MarkQuantiser.positive(width) & MarkQuantiser.positive(opacity)
    }

    /// All bits set for the marks that show something, none for the others.
    @inline(__always)
    static func shown(_ shape: SIMD8<UInt32>) -> SIMD8<UInt32> { positive(shape &>> 1) }

    /// All bits set where a value below 2^31 is not 0. Comparing lanes would
    /// take an instruction for each.
    @inline(__always)
    private static func positive(_ values: SIMD8<UInt32>) -> SIMD8<UInt32> {
        let signed = SIMD8<Int32>(truncatingIfNeeded: .zero &- values)
        return SIMD8<UInt32>(truncatingIfNeeded: signed &>> 31)
    }

    @inline(__always)
    func vector(
        radius: SIMD8<Float>, directionX: SIMD8<Float>, directionY: SIMD8<Float>
    ) -> SIMD8<UInt32> {
        var reach = radius * reachScale
        reach.replace(
            with: MarkQuantiser.largestReach, where: reach .> MarkQuantiser.largestReach)
        return (rounded(directionX * reach) & 0xFFFF) &<< 16 | rounded(directionY * reach) & 0xFFFF
    }

    /// Nearest whole numbers, halves to even, negative ones in two's
    /// complement, for values within 2^22: adding 1.5 * 2^23 leaves them in
    /// the low bits. A conversion by itself would test each lane for overflow.
    @inline(__always)
    private func rounded(_ values: SIMD8<Float>) -> SIMD8<UInt32> {
        let magic: Float = 12_582_912
        let bits = unsafe unsafeBitCast(values + magic, to: SIMD8<UInt32>.self)
        return bits &- 0x4B40_0000
    }
}

extension SIMD8<UInt32> {
    /// Whether all lanes are 0: a few instructions, where `==` goes lane by lane.
    @inline(__always)
    var isZero: Bool {
        let four = lowHalf | highHalf
        let two = four.lowHalf | four.highHalf
        return two.x | two.y == 0
    }
}
