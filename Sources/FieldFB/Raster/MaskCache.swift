import FieldCore

/// The coverage of every dot drawn so far, by radius and sub-pixel centre.
///
/// With centres on eighths and radii on thirty-seconds of a pixel a field has
/// few thousand different dots. Each is rasterised when first needed. When the
/// store is full it is emptied and filled anew: no memory is asked for after
/// the cache was made.
struct MaskCache: ~Copyable {
    /// Where a dot's coverage stands in `coverage`, and its box relative to
    /// the whole pixel of its centre: one word, since a frame looks up ten
    /// thousand of them.
    struct Mask: Equatable {
        private let word: UInt64

        /// No mask: its box is empty.
        static let none = Mask(word: 0)

        private init(word: UInt64) { self.word = word }

        /// - Parameters:
        ///   - start: below 2^32.
        ///   - box: sides below 256, its corner within 128 of the centre.
        init(start: Int, box: PixelRect) {
            word =
                UInt64(truncatingIfNeeded: start) << 32
                | UInt64(UInt8(truncatingIfNeeded: box.x)) << 24
                | UInt64(UInt8(truncatingIfNeeded: box.y)) << 16
                | UInt64(UInt8(truncatingIfNeeded: box.width)) << 8
                | UInt64(UInt8(truncatingIfNeeded: box.height))
        }

        var start: Int { Int(truncatingIfNeeded: word >> 32) }

        private var left: Int { Int(Int8(truncatingIfNeeded: word >> 24)) }
        private var top: Int { Int(Int8(truncatingIfNeeded: word >> 16)) }
        private var width: Int { Int(UInt8(truncatingIfNeeded: word >> 8)) }
        private var height: Int { Int(UInt8(truncatingIfNeeded: word)) }

        /// Whether the mask lies within another one's pixels, both around the
        /// same centre.
        @inline(__always)
        func isWithin(_ other: Mask) -> Bool {
            left >= other.left && top >= other.top && left &+ width <= other.left &+ other.width
                && top &+ height <= other.top &+ other.height
        }

        /// The mask's box around the whole pixel of a dot's centre.
        @inline(__always)
        func box(aroundX x: Int, y: Int) -> PixelRect {
            let left = x &+ left
            let top = y &+ top
            return PixelRect(
                trustedLeft: left, top: top, right: left &+ width, bottom: top &+ height)
        }
    }

    /// Coverage of all cached masks, 0...255 a pixel, row after row.
    private(set) var coverage: [UInt8]
    private let coverageLimit: Int
    private var masks: [Mask]
    private let largestRadius: Int

    /// Centres a dot may have within a pixel.
    private static let places = 64
    private static let storeLimit = 1 << 20
    /// Above this radius, in pixels, dots are few and each is drawn by itself.
    private static let radiusLimit = 12.0

    /// A cache for dots up to a radius in pixels; larger ones are not kept.
    init(largest: Double) {
        let pixels = min(largest, MaskCache.radiusLimit)
        largestRadius = PixelThirtySeconds(rounding: pixels).raw + 1
        let side = Int(pixels) * 2 + 4
        let count = (largestRadius + 1) * MaskCache.places
        masks = [Mask](repeating: .none, count: count)
        // Only what is used becomes memory of the machine.
        coverageLimit = min(MaskCache.storeLimit, count * side * side)
        coverage = []
        coverage.reserveCapacity(coverageLimit)
    }

    /// Whether every dot up to a radius in pixels is kept.
    static func holdsAll(upTo radius: Double) -> Bool { radius > 0 && radius < radiusLimit }

    /// Whether dots of this radius are kept.
    func holds(_ radius: PixelThirtySeconds) -> Bool {
        radius.raw > 0 && radius.raw <= largestRadius
    }

    /// The mask of a dot, rasterised now if it is not there yet.
    @inline(__always)
    mutating func mask(
        radius: PixelThirtySeconds, fractionX: Int, fractionY: Int,
        filler: inout CapsuleFiller
    ) -> Mask {
        let key = radius.raw &* MaskCache.places &+ fractionY &* 8 &+ fractionX
        let known = masks[key]
        if known != .none { return known }
        return rasterise(
            key, radius: radius, fractionX: fractionX, fractionY: fractionY, filler: &filler)
    }

    @inline(never)
    private mutating func rasterise(
        _ key: Int, radius: PixelThirtySeconds, fractionX: Int, fractionY: Int,
        filler: inout CapsuleFiller
    ) -> Mask {
        let dot = Capsule(
            centreX: PixelEighths(raw: fractionX), centreY: PixelEighths(raw: fractionY),
            vectorX: PixelThirtySeconds(raw: 0), vectorY: PixelThirtySeconds(raw: 0),
            radius: radius)
        let box = dot.box
        filler.fill(dot, box: box)
        let trimmed = MaskCache.trimmed(filler.coverage, box)
        if coverage.count + trimmed.width * trimmed.height > coverageLimit { removeAll() }
        let start = coverage.count
        for y in trimmed.y..<trimmed.maxY {
            for x in trimmed.x..<trimmed.maxX {
                coverage.append(filler.coverage[(y - box.y) * box.width + x - box.x])
            }
        }
        let mask = Mask(start: start, box: trimmed)
        masks[key] = mask
        return mask
    }

    /// The box without the rows and columns at its edges that hold nothing.
    /// One pixel is left of a dot too faint to show.
    private static func trimmed(_ coverage: [UInt8], _ box: PixelRect) -> PixelRect {
        var found: PixelRect?
        for y in box.y..<box.maxY {
            for x in box.x..<box.maxX
            where coverage[(y - box.y) * box.width + x - box.x] != 0 {
                let pixel = PixelRect(trustedLeft: x, top: y, right: x + 1, bottom: y + 1)
                found = found?.union(pixel) ?? pixel
            }
        }
        return found
            ?? PixelRect(trustedLeft: box.x, top: box.y, right: box.x + 1, bottom: box.y + 1)
    }

    private mutating func removeAll() {
        coverage.removeAll(keepingCapacity: true)
        for key in masks.indices { masks[key] = .none }
    }
}
