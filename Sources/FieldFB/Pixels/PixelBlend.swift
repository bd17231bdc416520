/// `value / 255`, rounded to the nearest whole number, for values up to 255 * 255.
@inline(__always)
func divideBy255(_ value: UInt32) -> UInt32 {
    let biased = value &+ 128
    return (biased &+ biased >> 8) >> 8
}

/// The opaque pixel that ink of an opacity, 0...255, makes over another one.
/// Each channel is rounded to the nearest.
///
/// Two channels are worked out at a time: 255 * 255 and what rounding adds to
/// it go into sixteen bits.
@inline(__always)
func blend(_ opacity: UInt32, of ink: UInt32, over pixel: UInt32) -> UInt32 {
    let rest = 255 &- opacity
    let redBlue = dividePairBy255((pixel & 0xFF00FF) &* rest &+ (ink & 0xFF00FF) &* opacity)
    let green = dividePairBy255((pixel >> 8 & 0xFF) &* rest &+ (ink >> 8 & 0xFF) &* opacity)
    return 0xFF00_0000 | redBlue | green << 8
}

/// The opaque pixel that a premultiplied one makes over another one.
@inline(__always)
func blend(premultiplied source: UInt32, over pixel: UInt32) -> UInt32 {
    let rest = 255 &- source >> 24
    let redBlue = dividePairBy255((pixel & 0xFF00FF) &* rest) &+ (source & 0xFF00FF)
    let green = dividePairBy255((pixel >> 8 & 0xFF) &* rest) &+ (source >> 8 & 0xFF)
    return 0xFF00_0000 | redBlue | green << 8
}

/// A premultiplied pixel at an opacity, 0...255.
@inline(__always)
func scaled(premultiplied source: UInt32, by opacity: UInt32) -> UInt32 {
    let redBlue = dividePairBy255((source & 0xFF00FF) &* opacity)
    let alphaGreen = dividePairBy255((source >> 8 & 0xFF00FF) &* opacity)
    return redBlue | alphaGreen << 8
}

/// `divideBy255` of the two halves of a word.
@inline(__always)
private func dividePairBy255(_ pair: UInt32) -> UInt32 {
    let biased = pair &+ 0x800080
    return (biased &+ (biased >> 8 & 0xFF00FF)) >> 8 & 0xFF00FF
}

/// What ink makes over two pixels through a mask's coverage of each, as
/// `blend`; ink and opacity come with their channels side by side, twice. The
/// top bytes of the pixels are meaningless.
@inline(__always)
func blendPair(
    _ first: UInt8, _ second: UInt8, opacity: SIMD8<UInt16>, of ink: SIMD8<UInt16>, over pixels: UInt64
) -> UInt64 {
    let fourTimes: UInt64 = 0x0001_0001_0001_0001
    let pair = SIMD2<UInt64>(UInt64(first) &* fourTimes, UInt64(second) &* fourTimes)
    let coverage = unsafe unsafeBitCast(pair, to: SIMD8<UInt16>.self)
    let covered = divideBy255(coverage &* opacity)
    let under = SIMD8<UInt16>(truncatingIfNeeded: unsafe unsafeBitCast(pixels, to: SIMD8<UInt8>.self))
    let mixed = divideBy255(under &* (255 &- covered) &+ ink &* covered)
    return unsafe unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: mixed), to: UInt64.self)
}

@inline(__always)
private func divideBy255(_ values: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let biased = values &+ 128
    return (biased &+ biased &>> 8) &>> 8
}

extension SIMD8<UInt16> {
    /// The channels of a pixel, twice.
    init(channelsOf pixel: UInt32) {
        let twice = UInt64(pixel) | UInt64(pixel) << 32
        self.init(truncatingIfNeeded: unsafe unsafeBitCast(twice, to: SIMD8<UInt8>.self))
    }
}
