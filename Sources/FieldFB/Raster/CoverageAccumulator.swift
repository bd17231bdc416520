import FieldCore

/// Turns closed outlines into the share of each pixel that they cover.
///
/// Every edge adds, to each pixel it passes, the height it spans there and the
/// area to its left; summed along a row these give the covered area exactly,
/// in integers. Nothing is sampled, so thin and nearly level edges come out as
/// smooth as steep ones. Where an edge crosses from pixel to pixel is worked
/// out from its end points alone and rounded symmetrically: mirrored or
/// reversed outlines, and those moved by whole pixels, give the same coverage.
struct CoverageAccumulator {
    /// The largest box that can be filled at once, in pixels plus one column.
    let capacity: Int
    /// Coverage of the last resolved box, row after row: 0 is none, 255 all.
    private(set) var coverage: [UInt8]
    private(set) var width = 0
    private(set) var height = 0

    private var cells: [Cell]

    private struct Cell {
        /// Signed height of the edges in this pixel, in outline units.
        var height: Int32 = 0
        /// Twice the signed area to the left of the edges, within the pixel.
        var leftTwice: Int32 = 0
    }

    /// - Parameter capacity: pixels in the largest box, at least one row of it.
    init(capacity: Int) {
        self.capacity = capacity
        coverage = [UInt8](repeating: 0, count: capacity)
        cells = [Cell](repeating: Cell(), count: capacity)
    }

    /// Starts a box whose top left corner is the origin of the edges to come.
    /// `(width + 1) * height` must not exceed `capacity`.
    mutating func begin(width: Int, height: Int) {
        precondition((width + 1) * height <= capacity)
        self.width = width
        self.height = height
    }

    /// Adds an edge between two corners, in outline units from the box's top
    /// left corner. What lies above, below or right of the box is left out.
    mutating func addEdge(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int) {
        if y0 < y1 {
            addDownward(Edge(x0: x0, y0: y0, x1: x1, y1: y1), sign: 1)
        } else if y1 < y0 {
            addDownward(Edge(x0: x1, y0: y1, x1: x0, y1: y0), sign: -1)
        }
    }

    private struct Edge {
        let x0, y0, x1, y1: Int

        func x(atY y: Int) -> Int {
            if y == y0 { return x0 }
            if y == y1 { return x1 }
            return divideToEven(x0 * (y1 - y) + x1 * (y - y0), by: y1 - y0)
        }

        func y(atX x: Int) -> Int {
            x1 > x0
                ? divideToEven(y0 * (x1 - x) + y1 * (x - x0), by: x1 - x0)
                : divideToEven(y1 * (x0 - x) + y0 * (x - x1), by: x0 - x1)
        }
    }

    private mutating func addDownward(_ edge: Edge, sign: Int) {
        var y = max(edge.y0, 0)
        let bottom = min(edge.y1, height << OutlineUnit.bits)
        guard y < bottom else { return }
        var x = edge.x(atY: y)
        while y < bottom {
            let row = y >> OutlineUnit.bits
            let nextY = min((row + 1) << OutlineUnit.bits, bottom)
            let nextX = edge.x(atY: nextY)
            addWithinRow(edge, sign: sign, row: row, x, y, nextX, nextY)
            x = nextX
            y = nextY
        }
    }

    private mutating func addWithinRow(
        _ edge: Edge, sign: Int, row: Int, _ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int
    ) {
        let start = row * (width + 1)
        let limit = width << OutlineUnit.bits
        let column0 = x0 >> OutlineUnit.bits
        let column1 = x1 >> OutlineUnit.bits
        if column0 == column1 && column0 >= 0 && column0 < width {
            let left = (x0 & OutlineUnit.mask) + (x1 & OutlineUnit.mask)
            add(start + column0, sign * (y1 - y0), left)
            return
        }
        // Walked from left to right; heights are the same either way.
        let rightward = x0 <= x1
        let (leftX, rightX) = rightward ? (x0, x1) : (x1, x0)
        var y = rightward ? y0 : y1
        let lastY = rightward ? y1 : y0
        var x = leftX
        if x < 0 {
            let nextY = rightX <= 0 ? lastY : clampedY(edge, atX: 0, y0, y1)
            add(start, sign * abs(nextY - y), 0)
            if rightX <= 0 { return }
            x = 0
            y = nextY
        }
        while x < limit {
            let column = x >> OutlineUnit.bits
            let boundary = (column + 1) << OutlineUnit.bits
            let isLast = rightX <= boundary
            let nextX = isLast ? rightX : boundary
            let nextY = isLast ? lastY : clampedY(edge, atX: boundary, y0, y1)
            let base = column << OutlineUnit.bits
            add(start + column, sign * abs(nextY - y), (x - base) + (nextX - base))
            if isLast { return }
            x = nextX
            y = nextY
        }
    }

    private func clampedY(_ edge: Edge, atX x: Int, _ y0: Int, _ y1: Int) -> Int {
        min(max(edge.y(atX: x), y0), y1)
    }

    @inline(__always)
    private mutating func add(_ index: Int, _ height: Int, _ leftTwiceWidth: Int) {
        cells[index].height &+= Int32(truncatingIfNeeded: height)
        cells[index].leftTwice &+= Int32(truncatingIfNeeded: height &* leftTwiceWidth)
    }

    /// Sums the edges up into `coverage` and clears them for the next box.
    mutating func resolve() {
        let full = Int32(2 * OutlineUnit.perPixel)
        let half = Int32(OutlineUnit.perPixel * OutlineUnit.perPixel)
        for row in 0..<height {
            var sum: Int32 = 0
            let start = row * (width + 1)
            for column in 0..<width {
                let cell = cells[start + column]
                cells[start + column] = Cell()
                sum &+= cell.height
                let area = min(abs(sum &* full &- cell.leftTwice), 2 * half)
                coverage[row * width + column] =
                    UInt8(truncatingIfNeeded: (area &* 255 &+ half) >> 21)
            }
            cells[start + width] = Cell()
        }
    }
}

/// A quotient rounded to the nearest whole number, halves to the even one:
/// the one rounding that neither mirroring nor whole-pixel steps change.
private func divideToEven(_ numerator: Int, by denominator: Int) -> Int {
    var quotient = numerator / denominator
    var remainder = numerator % denominator
    if remainder < 0 {
        quotient -= 1
        remainder += denominator
    }
    let twice = 2 * remainder
    if twice > denominator || (twice == denominator && quotient & 1 == 1) { quotient += 1 }
    return quotient
}
