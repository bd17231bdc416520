import FieldCore

/// What a mark's ink makes of a pixel.
///
/// Compositing is done in the encoded space: white ink at opacity `a` on black
/// is the value `255 a`. What an opacity makes of the background at every
/// coverage is worked out when it is first used, 1 KiB each, so a pixel that is
/// still background costs one look-up.
struct InkPalette {
    /// The pixel of the bare background.
    let background: UInt32
    /// The pixels of the opacities used so far, 256 each, one for each coverage.
    private(set) var shades: [UInt32] = []
    private let ink: UInt32
    /// Where each opacity's pixels begin in `shades`; negative: nowhere yet.
    private var starts = [Int32](repeating: -1, count: 256)

    init(ink: Colour, background: Colour) {
        self.background = background.packed
        self.ink = ink.packed
        // Only what is used becomes memory of the machine.
        shades.reserveCapacity(256 * 256)
    }

    /// Where in `shades` the 256 pixels of an opacity (0...255) begin.
    @inline(__always)
    mutating func start(_ opacity: UInt32) -> Int {
        let known = starts[Int(opacity & 0xFF)]
        return known >= 0 ? Int(known) : add(opacity & 0xFF)
    }

    @inline(never)
    private mutating func add(_ opacity: UInt32) -> Int {
        let start = shades.count
        for coverage in 0..<256 as Range<UInt32> {
            shades.append(blend(divideBy255(opacity * coverage), over: background))
        }
        starts[Int(opacity)] = Int32(start)
        return start
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
