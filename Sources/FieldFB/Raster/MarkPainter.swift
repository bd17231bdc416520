import FieldCore

/// Paints one mark at a time into a surface.
struct MarkPainter: ~Copyable {
    var palette: InkPalette
    /// What lies behind the marks.
    var backdrop: Backdrop
    var cache: MaskCache
    var filler: CapsuleFiller

    /// - Parameters:
    ///   - largestDot: the largest radius of a dot, in pixels.
    ///   - largestStroke: the largest radius of any mark's ends, in pixels.
    ///   - surfaceWidth: the widest box to fill at once.
    init(palette: InkPalette, largestDot: Double, largestStroke: Double, surfaceWidth: Int) {
        self.palette = palette
        backdrop = Backdrop(colour: palette.background)
        cache = MaskCache(largest: largestDot)
        filler = CapsuleFiller(largestRadius: largestStroke, widestBox: surfaceWidth)
    }

    /// Replaces a mark that shares no pixel with any other by its successor,
    /// which is written whole, background where it covers nothing. Returns the
    /// pixels touched.
    mutating func replace(
        _ old: Capsule, by new: Capsule, opacity: UInt32, clip: PixelRect,
        in surface: inout Surface
    ) -> PixelRect? {
        // The former box first: making a mask may empty the store of them.
        var touched: PixelRect?
        if old != new, let former = box(old), !(box(new)?.contains(former) ?? false) {
            touched = former.intersection(clip)
            if let touched { clear(touched, in: &surface) }
        }
        guard new.radius.raw > 0,
            let written = paint(new, opacity: opacity, clip: clip, into: &surface, isAlone: true)
        else { return touched }
        return touched?.union(written) ?? written
    }

    /// Blends a mark over what is there.
    mutating func blend(
        _ mark: Capsule, opacity: UInt32, clip: PixelRect, into surface: inout Surface
    ) {
        _ = paint(mark, opacity: opacity, clip: clip, into: &surface, isAlone: false)
    }

    /// Fills a rectangle, which must lie on the surface, with what lies behind the marks.
    func clear(_ rect: PixelRect, in surface: inout Surface) {
        backdrop.restore(rect, in: &surface)
    }

    /// The pixels that painting a mark touches.
    private mutating func box(_ mark: Capsule) -> PixelRect? {
        guard isCached(mark) else { return mark.bounds }
        return mask(mark).box(aroundX: mark.centreX.floor, y: mark.centreY.floor)
    }

    @inline(__always)
    private func isCached(_ mark: Capsule) -> Bool {
        mark.vectorX.raw | mark.vectorY.raw == 0 && cache.holds(mark.radius)
    }

    @inline(__always)
    private mutating func mask(_ dot: Capsule) -> MaskCache.Mask {
        cache.mask(
            radius: dot.radius, fractionX: dot.centreX.fraction, fractionY: dot.centreY.fraction,
            filler: &filler)
    }

    @inline(__always)
    private mutating func paint(
        _ mark: Capsule, opacity: UInt32, clip: PixelRect, into surface: inout Surface,
        isAlone: Bool
    ) -> PixelRect? {
        if isCached(mark) {
            return paint(
                mask(mark), of: mark, opacity: opacity, clip: clip, into: &surface,
                isAlone: isAlone)
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
            let first = palette.start(opacity)
            apply(
                filler.coverage.span, start: 0, stride: band.width, to: band,
                opacity: opacity, shadesFrom: first, surface: &surface, isAlone: isAlone)
            top += height
        }
        return box
    }

    @inline(__always)
    private mutating func paint(
        _ mask: MaskCache.Mask, of dot: Capsule, opacity: UInt32, clip: PixelRect,
        into surface: inout Surface, isAlone: Bool
    ) -> PixelRect? {
        let box = mask.box(aroundX: dot.centreX.floor, y: dot.centreY.floor)
        var part = box
        if !clip.contains(box) {
            guard let visible = box.intersection(clip) else { return nil }
            part = visible
        }
        let start = mask.start &+ (part.y &- box.y) &* box.width &+ part.x &- box.x
        let first = palette.start(opacity)
        apply(
            cache.coverage.span, start: start, stride: box.width, to: part, opacity: opacity,
            shadesFrom: first, surface: &surface, isAlone: isAlone)
        return part
    }

    @inline(__always)
    private func apply(
        _ coverage: Span<UInt8>, start: Int, stride: Int, to part: PixelRect, opacity: UInt32,
        shadesFrom first: Int, surface: inout Surface, isAlone: Bool
    ) {
        if !backdrop.isPlain {
            return applyOverPicture(
                coverage, start: start, stride: stride, to: part, opacity: opacity, surface: &surface,
                isAlone: isAlone)
        }
        let surfaceWidth = surface.width
        var pixels = surface.pixels.mutableSpan
        let background = palette.background
        let shades = palette.shades.span
        var source = start
        var target = part.y &* surfaceWidth &+ part.x
        // Every index below lies between the first and the last of these; a
        // coverage has eight bits.
        precondition(first + 256 <= shades.count)
        let lastRow = part.height &- 1
        precondition(
            source >= 0 && target >= 0 && part.x &+ part.width <= surfaceWidth
                && source &+ lastRow &* stride &+ part.width <= coverage.count
                && target &+ lastRow &* surfaceWidth &+ part.width <= pixels.count)
        for _ in 0..<part.height {
            var index = target
            let end = target &+ part.width
            var place = source
            while index < end {
                let covered = unsafe Int(coverage[unchecked: place])
                if isAlone {
                    unsafe pixels[unchecked: index] = shades[unchecked: first &+ covered]
                } else if covered > 0 {
                    let under = unsafe pixels[unchecked: index]
                    unsafe pixels[unchecked: index] =
                        under == background
                        ? shades[unchecked: first &+ covered]
                        : palette.blend(
                            divideBy255(UInt32(covered) &* opacity), over: under)
                }
                index &+= 1
                place &+= 1
            }
            source &+= stride
            target &+= surfaceWidth
        }
    }

    /// As `apply`, where what lies behind is no single colour.
    @inline(never)
    private func applyOverPicture(
        _ coverage: Span<UInt8>, start: Int, stride: Int, to part: PixelRect, opacity: UInt32,
        surface: inout Surface, isAlone: Bool
    ) {
        let surfaceWidth = surface.width
        let behind = backdrop.pixels.span
        var pixels = surface.pixels.mutableSpan
        let ink = palette.ink
        for row in 0..<part.height {
            let target = (part.y &+ row) &* surfaceWidth &+ part.x
            let source = start &+ row &* stride
            for column in 0..<part.width {
                let opacity = divideBy255(UInt32(coverage[source &+ column]) &* opacity)
                let place = target &+ column
                pixels[place] = FieldFB.blend(opacity, of: ink, over: isAlone ? behind[place] : pixels[place])
            }
        }
    }
}
