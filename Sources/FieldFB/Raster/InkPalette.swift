import FieldCore

/// What a mark's ink makes of a pixel.
///
/// Compositing is done in the encoded space: white ink at opacity `a` on black
/// is the value `255 a`. What every opacity makes of the background at every
/// coverage is worked out once, 256 KiB in all, so a pixel that is still
/// background costs one look-up.
struct InkPalette {
    /// The pixel of the bare background.
    let background: UInt32
    /// The pixel for each opacity and coverage, at `opacity * 256 + coverage`.
    let overBackground: [UInt32]
    private let ink: UInt32

    init(ink: Colour, background: Colour) {
        self.background = background.packed
        self.ink = ink.packed
        var mixtures: [UInt32] = []
        mixtures.reserveCapacity(256)
        for share in 0...255 {
            mixtures.append(
                InkPalette.blend(UInt32(share), ink: ink.packed, over: background.packed))
        }
        var overBackground = [UInt32](repeating: background.packed, count: 65536)
        for opacity in 1...255 {
            for coverage in 1...255 {
                overBackground[opacity << 8 | coverage] =
                    mixtures[Int(divideBy255(UInt32(opacity * coverage)))]
            }
        }
        self.overBackground = overBackground
    }

    /// The pixel that ink of an opacity (0...255) makes over any other.
    @inline(__always)
    func blend(_ opacity: UInt32, over pixel: UInt32) -> UInt32 {
        InkPalette.blend(opacity, ink: ink, over: pixel)
    }

    private static func blend(_ opacity: UInt32, ink: UInt32, over pixel: UInt32) -> UInt32 {
        var result: UInt32 = 0xFF00_0000
        var shift: UInt32 = 0
        while shift < 24 {
            let under = pixel >> shift & 0xFF
            let over = ink >> shift & 0xFF
            result |= divideBy255(under * (255 - opacity) + over * opacity) << shift
            shift += 8
        }
        return result
    }
}

/// `value / 255`, rounded to the nearest whole number, for values up to 255 * 255.
@inline(__always)
func divideBy255(_ value: UInt32) -> UInt32 {
    let biased = value &+ 128
    return (biased &+ biased >> 8) >> 8
}
