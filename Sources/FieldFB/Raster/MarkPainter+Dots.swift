import FieldCore

extension MarkPainter {
    /// Replaces a kept dot that shares no pixel with any other mark by its
    /// successor at the same centre, within a part of the canvas; both are given by their keys, and either
    /// may show nothing. The new one is written whole, background where it
    /// covers nothing. Returns the pixels touched.
    ///
    /// This is where the time of a frame goes: a dot is some five pixels wide,
    /// so what is done once for a dot counts as much as what is done for a pixel.
    @inline(__always)
    mutating func replaceDot(
        _ old: UInt32, by new: UInt32, centreX: PixelEighths, centreY: PixelEighths,
        clip: PixelRect, on canvas: inout Canvas, touched: inout PixelUnion
    ) {
        // A smaller dot may leave pixels of a larger one beside it. The larger
        // mask first: making one may empty the store, and of this one only the
        // box is needed.
        if old >> 8 > new >> 8 {
            let former = dotMask(old, centreX, centreY)
            if !former.isWithin(dotMask(new, centreX, centreY)) {
                let box = former.box(aroundX: centreX.floor, y: centreY.floor)
                if let part = box.intersection(clip) {
                    backdrop.restore(part, on: &canvas)
                    touched.add(part)
                }
            }
        }
        let mask = dotMask(new, centreX, centreY)
        guard mask != .none else { return }
        let box = mask.box(aroundX: centreX.floor, y: centreY.floor)
        if clip.contains(box) {
            touched.add(box)
            write(box, from: mask.start, stride: box.width, opacity: MarkKeys.opacity(new), to: &canvas)
        } else if let part = box.intersection(clip) {
            touched.add(part)
            writeClipped(mask, box, part, opacity: MarkKeys.opacity(new), to: &canvas)
        }
    }

    @inline(__always)
    private mutating func dotMask(
        _ shape: UInt32, _ centreX: PixelEighths, _ centreY: PixelEighths
    ) -> MaskCache.Mask {
        if shape == 0 { return .none }
        return cache.mask(
            radius: MarkKeys.radius(shape), fractionX: centreX.fraction, fractionY: centreY.fraction,
            filler: &filler)
    }

    @inline(never)
    private mutating func writeClipped(
        _ mask: MaskCache.Mask, _ box: PixelRect, _ part: PixelRect, opacity: UInt32,
        to canvas: inout Canvas
    ) {
        let source = mask.start &+ (part.y &- box.y) &* box.width &+ part.x &- box.x
        write(part, from: source, stride: box.width, opacity: opacity, to: &canvas)
    }

    /// Writes a rectangle, which lies on the canvas, from rows of kept coverage.
    @inline(__always)
    private mutating func write(
        _ part: PixelRect, from source: Int, stride: Int, opacity: UInt32, to canvas: inout Canvas
    ) {
        let first = palette.start(opacity)
        let canvasWidth = canvas.bounds.width
        let target = part.y &* canvasWidth &+ part.x
        precondition(canvas.bounds.contains(part))
        if !backdrop.isPlain {
            return writeOverPicture(part, from: source, stride: stride, opacity: opacity, to: &canvas)
        }
        let coverage = cache.coverage.span
        let shades = palette.shades.span
        precondition(
            source >= 0 && source &+ (part.height &- 1) &* stride &+ part.width <= coverage.count
                && first &+ 256 <= shades.count)
        unsafe coverage.withUnsafeBufferPointer { coverage in
            unsafe shades.withUnsafeBufferPointer { shades in
                unsafe canvas.withUnsafePixels { pixels in
                    guard let mask = coverage.baseAddress, let ink = shades.baseAddress
                    else { return }
                    let rows = unsafe DotRows(
                        coverage: mask + source, coverageStride: stride,
                        shades: ink + first,
                        pixels: pixels + target, pixelStride: canvasWidth, count: part.height)
                    unsafe rows.write(width: part.width)
                }
            }
        }
    }

    /// As `write`, where what lies behind is no single colour.
    @inline(never)
    private mutating func writeOverPicture(
        _ part: PixelRect, from source: Int, stride: Int, opacity: UInt32, to canvas: inout Canvas
    ) {
        let canvasWidth = canvas.bounds.width
        let target = part.y &* canvasWidth &+ part.x
        let coverage = cache.coverage.span
        let behind = backdrop.pixels.span
        let ink = palette.ink
        let lastRow = part.height &- 1
        precondition(
            source >= 0 && source &+ lastRow &* stride &+ part.width <= coverage.count
                && target &+ lastRow &* canvasWidth &+ part.width <= behind.count)
        unsafe coverage.withUnsafeBufferPointer { coverage in
            unsafe behind.withUnsafeBufferPointer { behind in
                unsafe canvas.withUnsafePixels { pixels in
                    guard let mask = coverage.baseAddress, let ground = behind.baseAddress else { return }
                    let rows = unsafe DotRowsOverPicture(
                        coverage: mask + source, coverageStride: stride, behind: ground + target,
                        pixels: pixels + target, pixelStride: canvasWidth, count: part.height)
                    unsafe rows.write(width: part.width, ink: ink, opacity: opacity)
                }
            }
        }
    }
}

/// The rows of a dot, on their way from coverage to pixels of one background.
@unsafe
private struct DotRows {
    let coverage: UnsafePointer<UInt8>
    let coverageStride: Int
    /// What the dot's opacity makes of each coverage.
    let shades: UnsafePointer<UInt32>
    let pixels: UnsafeMutablePointer<UInt32>
    let pixelStride: Int
    let count: Int

    /// Writes them, with a loop of its own for each usual width.
    @inline(never)
    func write(width: Int) {
        switch width {
        case 3: unsafe writeAll(width: 3)
        case 4: unsafe writeAll(width: 4)
        case 5: unsafe writeAll(width: 5)
        case 6: unsafe writeAll(width: 6)
        case 7: unsafe writeAll(width: 7)
        case 8: unsafe writeAll(width: 8)
        default: unsafe writeAll(width: width)
        }
    }

    @inline(__always)
    private func writeAll(width: Int) {
        var coverage = unsafe coverage
        var pixels = unsafe pixels
        var rows = unsafe count
        let shades = unsafe shades
        while rows > 0 {
            var index = 0
            while index &+ 4 <= width {
                unsafe pixels[index] = shades[Int(coverage[index])]
                unsafe pixels[index &+ 1] = shades[Int(coverage[index &+ 1])]
                unsafe pixels[index &+ 2] = shades[Int(coverage[index &+ 2])]
                unsafe pixels[index &+ 3] = shades[Int(coverage[index &+ 3])]
                index &+= 4
            }
            if width & 2 != 0 {
                unsafe pixels[index] = shades[Int(coverage[index])]
                unsafe pixels[index &+ 1] = shades[Int(coverage[index &+ 1])]
                index &+= 2
            }
            if width & 1 != 0 { unsafe pixels[index] = shades[Int(coverage[index])] }
            unsafe coverage += coverageStride
            unsafe pixels += pixelStride
            rows &-= 1
        }
    }
}

/// The rows of a dot, on their way from coverage to pixels over a picture.
@unsafe
private struct DotRowsOverPicture {
    let coverage: UnsafePointer<UInt8>
    let coverageStride: Int
    let behind: UnsafePointer<UInt32>
    let pixels: UnsafeMutablePointer<UInt32>
    let pixelStride: Int
    let count: Int

    /// Writes them, with a loop of its own for each usual width.
    @inline(never)
    func write(width: Int, ink: UInt32, opacity: UInt32) {
        switch width {
        case 3: unsafe writeAll(width: 3, ink: ink, opacity: opacity)
        case 4: unsafe writeAll(width: 4, ink: ink, opacity: opacity)
        case 5: unsafe writeAll(width: 5, ink: ink, opacity: opacity)
        case 6: unsafe writeAll(width: 6, ink: ink, opacity: opacity)
        case 7: unsafe writeAll(width: 7, ink: ink, opacity: opacity)
        case 8: unsafe writeAll(width: 8, ink: ink, opacity: opacity)
        default: unsafe writeAll(width: width, ink: ink, opacity: opacity)
        }
    }

    /// Two pixels at a time: eight channels of sixteen bits. Of an odd row the
    /// last pair begins in the one before.
    @inline(__always)
    private func writeAll(width: Int, ink: UInt32, opacity: UInt32) {
        let inkChannels = SIMD8<UInt16>(channelsOf: ink)
        let opacities = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: opacity))
        var mask = unsafe coverage
        var ground = unsafe behind
        var target = unsafe pixels
        for _ in 0..<(unsafe count) {
            if width == 1 {
                let only = unsafe divideBy255(UInt32(mask[0]) &* opacity)
                unsafe target[0] = FieldFB.blend(only, of: ink, over: ground[0])
            } else {
                var index = 0
                while index < width {
                    let place = min(index, width &- 2)
                    let under = unsafe UInt64(ground[place]) | UInt64(ground[place &+ 1]) &<< 32
                    let pair = unsafe blendPair(
                        mask[place], mask[place &+ 1], opacity: opacities, of: inkChannels, over: under)
                    unsafe target[place] = UInt32(truncatingIfNeeded: pair) | 0xFF00_0000
                    unsafe target[place &+ 1] = UInt32(truncatingIfNeeded: pair &>> 32) | 0xFF00_0000
                    index &+= 2
                }
            }
            unsafe mask += coverageStride
            unsafe ground += pixelStride
            unsafe target += pixelStride
        }
    }
}
