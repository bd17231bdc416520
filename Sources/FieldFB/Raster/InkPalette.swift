import FieldCore

/// What a mark's ink makes of a pixel.
///
/// Compositing is done in the encoded space: white ink at opacity `a` on black
/// is the value `255 a`. What an opacity makes of the background at every
/// coverage is worked out when it is first used, 1 KiB each, so a pixel that is
/// still background costs one look-up.
struct InkPalette {
    /// The pixel of the bare background.
    private(set) var background: UInt32
    /// The pixels of the opacities used so far, 256 each, one for each coverage.
    private(set) var shades: [UInt32] = []
    private(set) var ink: UInt32
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
        FieldFB.blend(opacity, of: ink, over: pixel)
    }

    /// Takes other colours, and keeps the memory.
    mutating func replaceColours(ink: UInt32, background: UInt32) {
        guard ink != self.ink || background != self.background else { return }
        self.ink = ink
        self.background = background
        shades.removeAll(keepingCapacity: true)
        for opacity in starts.indices { starts[opacity] = -1 }
    }
}
