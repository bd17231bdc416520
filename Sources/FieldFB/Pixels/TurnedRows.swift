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
        let source = surface.pixels.span
        var target = pixels.mutableSpan
        let step = surface.width
        switch orientation {
        case .upright, .halfTurn:
            let isReversed = orientation == .halfTurn
            for row in 0..<height {
                let y = isReversed ? turned.maxY - 1 - row : turned.y + row
                let first = y * step + turned.x
                for column in 0..<width {
                    let place = isReversed ? first + width - 1 - column : first + column
                    target[row * width + column] = source[place]
                }
            }
        case .quarterTurn:
            // A row of the glass is a column of the picture, from its bottom up.
            for column in 0..<width {
                let first = (turned.maxY - 1 - column) * step + turned.x
                for row in 0..<height { target[row * width + column] = source[first + row] }
            }
        case .threeQuarterTurn:
            for column in 0..<width {
                let first = (turned.y + column) * step + turned.maxX - 1
                for row in 0..<height { target[row * width + column] = source[first - row] }
            }
        }
    }

    /// The pixels gathered, row after row.
    var gathered: Span<UInt32> {
        @_lifetime(borrow self)
        borrowing get { pixels.span }
    }
}
