import FieldCore

/// Paints one mark at a time into a surface.
struct MarkPainter: ~Copyable {
    private let palette: InkPalette
    private var cache: MaskCache
    private var filler: CapsuleFiller

    /// - Parameters:
    ///   - largestDot: the largest radius of a dot, in pixels.
    ///   - largestStroke: the largest radius of any mark's ends, in pixels.
    ///   - surfaceWidth: the widest box to fill at once.
    init(palette: InkPalette, largestDot: Double, largestStroke: Double, surfaceWidth: Int) {
        self.palette = palette
        cache = MaskCache(largest: largestDot)
        filler = CapsuleFiller(largestRadius: largestStroke, widestBox: surfaceWidth)
    }

    /// Writes a mark that shares no pixel with any other: its box is written
    /// whole, background where it covers nothing. Returns the part of the box
    /// that lies in the clip.
    mutating func write(
        _ mark: Capsule, opacity: UInt32, clip: PixelRect, into surface: inout Surface
    ) -> PixelRect? {
        paint(mark, opacity: opacity, clip: clip, into: &surface, isAlone: true)
    }

    /// Blends a mark over what is there.
    mutating func blend(
        _ mark: Capsule, opacity: UInt32, clip: PixelRect, into surface: inout Surface
    ) {
        _ = paint(mark, opacity: opacity, clip: clip, into: &surface, isAlone: false)
    }

    /// Fills a rectangle, which must lie on the surface, with the background.
    func clear(_ rect: PixelRect, in surface: inout Surface) {
        let width = surface.width
        let background = palette.background
        var pixels = surface.pixels.mutableSpan
        for y in rect.y..<rect.maxY {
            let row = (y * width + rect.x)..<(y * width + rect.maxX)
            precondition(row.lowerBound >= 0 && row.upperBound <= pixels.count)
            for index in row { unsafe pixels[unchecked: index] = background }
        }
    }

    @inline(__always)
    private mutating func paint(
        _ mark: Capsule, opacity: UInt32, clip: PixelRect, into surface: inout Surface,
        isAlone: Bool
    ) -> PixelRect? {
        if mark.vectorX.raw == 0, mark.vectorY.raw == 0, cache.holds(mark.radius) {
            let mask = cache.mask(
                radius: mark.radius,
                fractionX: mark.centreX.fraction, fractionY: mark.centreY.fraction,
                filler: &filler)
            let box = mask.box(aroundX: mark.centreX.floor, y: mark.centreY.floor)
            guard let part = box.intersection(clip) else { return nil }
            let start = Int(mask.start) + (part.y - box.y) * box.width + part.x - box.x
            apply(
                cache.coverage.span, start: start, stride: box.width, to: part,
                opacity: opacity, surface: &surface, isAlone: isAlone)
            return part
        }
        guard let box = mark.bounds?.intersection(clip) else { return nil }
        let bandHeight = filler.rows(width: box.width)
        var top = box.y
        while top < box.maxY {
            let height = min(bandHeight, box.maxY - top)
            guard let band = PixelRect(x: box.x, y: top, width: box.width, height: height) else {
                return nil
            }
            filler.fill(mark, box: band)
            apply(
                filler.coverage.span, start: 0, stride: band.width, to: band,
                opacity: opacity, surface: &surface, isAlone: isAlone)
            top += height
        }
        return box
    }

    @inline(__always)
    private func apply(
        _ coverage: Span<UInt8>, start: Int, stride: Int, to part: PixelRect, opacity: UInt32,
        surface: inout Surface, isAlone: Bool
    ) {
        let surfaceWidth = surface.width
        var pixels = surface.pixels.mutableSpan
        let mixtures = palette.overBackground.span
        let first = Int(opacity & 0xFF) << 8
        var source = start
        var target = part.y * surfaceWidth + part.x
        // Every index below lies in a range checked once for each row; a
        // mixture's index has sixteen bits.
        precondition(mixtures.count == 65536)
        for _ in 0..<part.height {
            precondition(source >= 0 && source &+ part.width <= coverage.count)
            precondition(target >= 0 && target &+ part.width <= pixels.count)
            for column in 0..<part.width {
                let covered = unsafe Int(coverage[unchecked: source &+ column])
                let index = target &+ column
                if isAlone {
                    unsafe pixels[unchecked: index] = mixtures[unchecked: first | covered]
                } else if covered > 0 {
                    let under = unsafe pixels[unchecked: index]
                    unsafe pixels[unchecked: index] =
                        under == palette.background
                        ? mixtures[unchecked: first | covered]
                        : palette.blend(
                            divideBy255(UInt32(covered) &* opacity), over: under)
                }
            }
            source += stride
            target += surfaceWidth
        }
    }
}
