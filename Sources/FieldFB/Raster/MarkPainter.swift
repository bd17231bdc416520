import FieldCore

/// Paints one mark at a time into a surface.
struct MarkPainter: ~Copyable {
    private let palette: InkPalette
    private let circles: CirclePolygons
    private var cache: MaskCache
    private var accumulator: CoverageAccumulator

    /// - Parameters:
    ///   - largestDot: the largest radius of a dot, in pixels.
    ///   - largestStroke: the largest radius of any mark's ends, in pixels.
    ///   - surfaceWidth: the widest box to fill at once.
    init(palette: InkPalette, largestDot: Double, largestStroke: Double, surfaceWidth: Int) {
        self.palette = palette
        circles = CirclePolygons(largest: largestStroke)
        cache = MaskCache(largest: largestDot)
        accumulator = CoverageAccumulator(capacity: max(4096, surfaceWidth + 1))
    }

    var background: UInt32 { palette.background }

    /// The pixels that a mark may touch, or nil when it shows nothing.
    func box(_ mark: Capsule) -> PixelRect? { mark.bounds }

    /// Writes a mark that shares no pixel with any other: its box is written
    /// whole, background where it covers nothing.
    mutating func write(
        _ mark: Capsule, opacity: UInt32, clip: PixelRect, into surface: inout Surface
    ) {
        paint(mark, opacity: opacity, clip: clip, into: &surface, isAlone: true)
    }

    /// Blends a mark over what is there.
    mutating func blend(
        _ mark: Capsule, opacity: UInt32, clip: PixelRect, into surface: inout Surface
    ) {
        paint(mark, opacity: opacity, clip: clip, into: &surface, isAlone: false)
    }

    /// Fills a rectangle, which must lie on the surface, with the background.
    func clear(_ rect: PixelRect, in surface: inout Surface) {
        let width = surface.width
        var pixels = surface.pixels.mutableSpan
        for y in rect.y..<rect.maxY {
            let start = y * width
            for x in rect.x..<rect.maxX { pixels[start + x] = palette.background }
        }
    }

    private mutating func paint(
        _ mark: Capsule, opacity: UInt32, clip: PixelRect, into surface: inout Surface,
        isAlone: Bool
    ) {
        if mark.vectorX.raw == 0, mark.vectorY.raw == 0, cache.holds(mark.radius) {
            let mask = cache.mask(
                radius: mark.radius,
                fractionX: mark.centreX.fraction, fractionY: mark.centreY.fraction,
                accumulator: &accumulator, circles: circles)
            guard let box = mask.box(aroundX: mark.centreX.floor, y: mark.centreY.floor),
                let part = box.intersection(clip)
            else { return }
            let start = Int(mask.start) + (part.y - box.y) * box.width + part.x - box.x
            let coverage = cache.coverage.span
            apply(
                coverage, start: start, stride: box.width, to: part, opacity: opacity,
                surface: &surface, isAlone: isAlone)
            return
        }
        guard let box = mark.bounds?.intersection(clip) else { return }
        let bandHeight = max(1, accumulator.capacity / (box.width + 1))
        var top = box.y
        while top < box.maxY {
            let height = min(bandHeight, box.maxY - top)
            guard let band = PixelRect(x: box.x, y: top, width: box.width, height: height) else {
                return
            }
            accumulator.begin(width: band.width, height: band.height)
            mark.addOutline(
                to: &accumulator, circles: circles, originX: band.x, originY: band.y)
            accumulator.resolve()
            let coverage = accumulator.coverage.span
            apply(
                coverage, start: 0, stride: band.width, to: band, opacity: opacity,
                surface: &surface, isAlone: isAlone)
            top += height
        }
    }

    @inline(__always)
    private func apply(
        _ coverage: Span<UInt8>, start: Int, stride: Int, to part: PixelRect, opacity: UInt32,
        surface: inout Surface, isAlone: Bool
    ) {
        let width = surface.width
        var pixels = surface.pixels.mutableSpan
        let mixtures = palette.mixtures.span
        for row in 0..<part.height {
            let source = start + row * stride
            let target = (part.y + row) * width + part.x
            for column in 0..<part.width {
                let share = divideBy255(UInt32(coverage[source + column]) &* opacity)
                if isAlone {
                    pixels[target + column] = mixtures[Int(share)]
                } else if share > 0 {
                    let under = pixels[target + column]
                    pixels[target + column] =
                        under == palette.background
                        ? mixtures[Int(share)] : palette.blend(share, over: under)
                }
            }
        }
    }
}
