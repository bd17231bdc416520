import FieldCore

/// The coverage of every dot drawn so far, by radius and sub-pixel centre.
///
/// With centres on eighths and radii on thirty-seconds of a pixel a field has
/// few thousand different dots. Each is rasterised when first needed. When the
/// store is full it is emptied and filled anew: no memory is asked for after
/// the cache was made.
struct MaskCache: ~Copyable {
    /// Where a dot's coverage stands in `coverage`, and its box relative to
    /// the whole pixel of its centre.
    struct Mask {
        let start: Int32
        let left: Int16
        let top: Int16
        let width: Int16
        let height: Int16

        /// Whether both masks lie on the same pixels around their centres.
        @inline(__always)
        func hasBox(of other: Mask) -> Bool {
            left == other.left && top == other.top && width == other.width
                && height == other.height
        }

        /// The mask's box around the whole pixel of a dot's centre.
        @inline(__always)
        func box(aroundX x: Int, y: Int) -> PixelRect {
            let left = x &+ Int(left)
            let top = y &+ Int(top)
            return PixelRect(
                trustedLeft: left, top: top,
                right: left &+ Int(width), bottom: top &+ Int(height))
        }
    }

    /// Coverage of all cached masks, 0...255 a pixel, row after row.
    private(set) var coverage: [UInt8]
    private let coverageLimit: Int
    private var entries: [Mask]
    private var index: [Int32]
    private let largestRadius: Int

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
        index = [Int32](repeating: -1, count: count)
        entries = []
        entries.reserveCapacity(count)
        // Only what is used becomes memory of the machine.
        coverageLimit = min(MaskCache.storeLimit, count * side * side)
        coverage = []
        coverage.reserveCapacity(coverageLimit)
    }

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
        let known = index[key]
        if known >= 0 { return entries[Int(known)] }
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
        let mask = Mask(
            start: Int32(start), left: Int16(trimmed.x), top: Int16(trimmed.y),
            width: Int16(trimmed.width), height: Int16(trimmed.height))
        index[key] = Int32(entries.count)
        entries.append(mask)
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
        entries.removeAll(keepingCapacity: true)
        for key in index.indices { index[key] = -1 }
    }
}
