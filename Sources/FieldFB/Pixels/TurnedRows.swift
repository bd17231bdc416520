/// Rows of the glass, gathered from a surface whose picture stands turned on it.
///
/// A row of a glass that is turned by a quarter is a column of the surface,
/// each pixel in another line of the processor's cache. So several rows are
/// gathered at once, from short pieces of many rows of the surface, before they
/// are packed from left to right. The storage is made at the first use.
struct TurnedRows {
    /// How many rows are gathered at once: as many pixels as half a cache line holds.
    static let most = 8

    private var pixels: [UInt32] = []
    private var width = 0

    /// Gathers some rows of the glass, at most `most`.
    ///
    /// - Parameters:
    ///   - rows: a part of the glass that lies within it.
    ///   - glassWidth: pixels in a row of the glass.
    ///   - glassHeight: rows of the glass.
    mutating func gather(
        _ surface: borrowing Surface, _ rows: PixelRect, _ orientation: Orientation,
        glassWidth: Int, glassHeight: Int
    ) {
        let (width, height) = (rows.width, min(rows.height, TurnedRows.most))
        self.width = width
        if pixels.count < width * TurnedRows.most {
            pixels = [UInt32](repeating: 0, count: max(width, glassWidth) * TurnedRows.most)
        }
        let turned = orientation.inverse.onGlass(
            rows, width: orientation.swapsSides ? glassHeight : glassWidth,
            height: orientation.swapsSides ? glassWidth : glassHeight)
        let step = surface.width
        // All that follows stays inside both: the rectangle lies in the surface,
        // and the storage has room for as many rows of its width.
        precondition(
            turned.x >= 0 && turned.y >= 0 && turned.maxX <= surface.width && turned.maxY <= surface.height)
        unsafe surface.pixels.withUnsafeBufferPointer { source in
            unsafe pixels.withUnsafeMutableBufferPointer { target in
                guard let source = source.baseAddress, let target = target.baseAddress else { return }
                switch orientation {
                case .upright:
                    for row in 0..<height {
                        unsafe (target + row * width).update(
                            from: source + ((turned.y + row) * step + turned.x), count: width)
                    }
                case .halfTurn:
                    for row in 0..<height {
                        let line = unsafe target + row * width
                        var pixel = unsafe source + ((turned.maxY - 1 - row) * step + turned.maxX - 1)
                        for column in 0..<width {
                            unsafe line[column] = pixel.pointee
                            unsafe pixel -= 1
                        }
                    }
                case .quarterTurn:
                    // A row of the glass is a column of the picture, from its bottom up.
                    unsafe TurnedRows.turn(
                        from: source + ((turned.maxY - 1) * step + turned.x), columnStep: -step, rowStep: 1,
                        to: target, width: width, height: height)
                case .threeQuarterTurn:
                    unsafe TurnedRows.turn(
                        from: source + (turned.y * step + turned.maxX - 1), columnStep: step, rowStep: -1,
                        to: target, width: width, height: height)
                }
            }
        }
    }

    /// Copies columns of the picture to rows.
    ///
    /// - Parameters:
    ///   - columnStep: how far the next pixel of a row is in the picture.
    ///   - rowStep: how far the pixel below it is, 1 or -1.
    @unsafe
    private static func turn(
        from first: UnsafePointer<UInt32>, columnStep: Int, rowStep: Int,
        to target: UnsafeMutablePointer<UInt32>, width: Int, height: Int
    ) {
        var source = unsafe first
        var place = unsafe target
        let end = unsafe target + width
        guard height == most else {
            while unsafe place < end {
                for row in 0..<height { unsafe place[row &* width] = source[row &* rowStep] }
                unsafe place += 1
                unsafe source += columnStep
            }
            return
        }
        // Written out, since this is most of what a turned picture costs.
        while unsafe place < end {
            unsafe place[0] = source[0]
            unsafe place[width] = source[rowStep]
            unsafe place[width &* 2] = source[rowStep &* 2]
            unsafe place[width &* 3] = source[rowStep &* 3]
            unsafe place[width &* 4] = source[rowStep &* 4]
            unsafe place[width &* 5] = source[rowStep &* 5]
            unsafe place[width &* 6] = source[rowStep &* 6]
            unsafe place[width &* 7] = source[rowStep &* 7]
            unsafe place += 1
            unsafe source += columnStep
        }
    }

    /// The pixels gathered, row after row.
    var gathered: Span<UInt32> {
        @_lifetime(borrow self)
        borrowing get { pixels.span }
    }
}
