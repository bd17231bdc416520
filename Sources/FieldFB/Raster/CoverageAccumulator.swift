import FieldCore

/// A corner of an outline, in outline units (see `OutlineUnit`).
struct OutlinePoint {
    var x: Int
    var y: Int
}

/// Turns closed outlines into the share of each pixel that they cover.
///
/// Every edge adds, to each pixel it passes, the height it spans there and the
/// area to its left; summed along a row these give the covered area exactly,
/// in integers. Nothing is sampled, so thin and nearly level edges come out as
/// smooth as steep ones. Where an edge crosses from pixel to pixel is worked
/// out from its end points alone and rounded symmetrically: mirrored or
/// reversed outlines, and those moved by whole pixels, give the same coverage.
struct CoverageAccumulator: ~Copyable {
    /// The largest box that can be filled at once, in pixels plus one column.
    let capacity: Int
    /// Coverage of the last filled box, row after row: 0 is none, 255 all.
    private(set) var coverage: [UInt8]

    private var cells: [Cell]

    private struct Cell {
        /// Signed height of the edges in this pixel, in outline units.
        var height: Int32 = 0
        /// Twice the signed area to the left of the edges, within the pixel.
        var leftTwice: Int32 = 0

        mutating func add(height: Int, leftTwice width: Int) {
            self.height &+= Int32(truncatingIfNeeded: height)
            leftTwice &+= Int32(truncatingIfNeeded: height &* width)
        }
    }

    /// - Parameter capacity: pixels in the largest box, at least one row of it.
    init(capacity: Int) {
        self.capacity = capacity
        coverage = [UInt8](repeating: 0, count: capacity)
        cells = [Cell](repeating: Cell(), count: capacity)
    }

    /// Fills `coverage` for a box of pixels from a closed outline, the first
    /// `count` corners of a list, given from the box's top left corner. What
    /// lies outside the box is left out. `(width + 1) * height` must not exceed
    /// `capacity`.
    mutating func fill(_ corners: [OutlinePoint], count: Int, width: Int, height: Int) {
        precondition(width > 0 && height > 0 && (width + 1) * height <= capacity)
        let corners = corners.span.extracting(0..<count)
        var box = Box(cells: cells.mutableSpan, width: width, height: height)
        var previous = corners[count - 1]
        for index in corners.indices {
            let corner = corners[index]
            box.addEdge(previous, corner)
            previous = corner
        }
        CoverageAccumulator.resolve(&cells, into: &coverage, width: width, height: height)
    }

    /// Sums the edges up into `coverage` and clears them for the next box.
    private static func resolve(
        _ cells: inout [Cell], into coverage: inout [UInt8], width: Int, height: Int
    ) {
        let full = Int32(2 * OutlineUnit.perPixel)
        let half = Int32(OutlineUnit.perPixel * OutlineUnit.perPixel)
        var cells = cells.mutableSpan
        var coverage = coverage.mutableSpan
        for row in 0..<height {
            var sum: Int32 = 0
            let start = row * (width + 1)
            let target = row * width
            for column in 0..<width {
                let cell = cells[start + column]
                cells[start + column] = Cell()
                sum &+= cell.height
                let signed = sum &* full &- cell.leftTwice
                let area = min(signed < 0 ? 0 &- signed : signed, 2 &* half)
                coverage[target + column] =
                    UInt8(truncatingIfNeeded: (area &* 255 &+ half) >> 21)
            }
            cells[start + width] = Cell()
        }
    }

    /// The cells of one box while an outline is added to it.
    private struct Box: ~Copyable, ~Escapable {
        var cells: MutableSpan<Cell>
        let width: Int
        let height: Int

        @_lifetime(copy cells)
        init(cells: consuming MutableSpan<Cell>, width: Int, height: Int) {
            self.cells = cells
            self.width = width
            self.height = height
        }

        @inline(__always)
        @_lifetime(self: copy self)
        mutating func addEdge(_ from: OutlinePoint, _ to: OutlinePoint) {
            let row = from.y >> OutlineUnit.bits
            let column = from.x >> OutlineUnit.bits
            if row == to.y >> OutlineUnit.bits, column == to.x >> OutlineUnit.bits,
                UInt(bitPattern: row) < UInt(bitPattern: height),
                UInt(bitPattern: column) < UInt(bitPattern: width)
            {
                cells[row &* (width &+ 1) &+ column].add(
                    height: to.y &- from.y,
                    leftTwice: from.x & OutlineUnit.mask &+ to.x & OutlineUnit.mask)
            } else if from.y < to.y {
                addDownward(Edge(top: from, bottom: to), sign: 1)
            } else if to.y < from.y {
                addDownward(Edge(top: to, bottom: from), sign: -1)
            }
        }

        @inline(never)
        @_lifetime(self: copy self)
        private mutating func addDownward(_ edge: Edge, sign: Int) {
            var y = max(edge.top.y, 0)
            let bottom = min(edge.bottom.y, height << OutlineUnit.bits)
            guard y < bottom else { return }
            var x = edge.x(atY: y)
            while y < bottom {
                let row = y >> OutlineUnit.bits
                let nextY = min((row + 1) << OutlineUnit.bits, bottom)
                let nextX = edge.x(atY: nextY)
                addWithinRow(
                    edge, sign: sign, start: row &* (width &+ 1),
                    OutlinePoint(x: x, y: y), OutlinePoint(x: nextX, y: nextY))
                x = nextX
                y = nextY
            }
        }

        /// Adds the part of an edge between two points of one row.
        @inline(__always)
        @_lifetime(self: copy self)
        private mutating func addWithinRow(
            _ edge: Edge, sign: Int, start: Int, _ upper: OutlinePoint, _ lower: OutlinePoint
        ) {
            // Walked from left to right; the heights are the same either way.
            let isRightward = upper.x <= lower.x
            let right = isRightward ? lower : upper
            var point = isRightward ? upper : lower
            if point.x < 0 {
                let nextY =
                    right.x <= 0 ? right.y : edge.y(atX: 0, between: upper.y, and: lower.y)
                cells[start].add(height: sign &* abs(nextY - point.y), leftTwice: 0)
                if right.x <= 0 { return }
                point = OutlinePoint(x: 0, y: nextY)
            }
            let limit = width << OutlineUnit.bits
            while point.x < limit {
                let column = point.x >> OutlineUnit.bits
                let boundary = (column &+ 1) << OutlineUnit.bits
                let isLast = right.x <= boundary
                let next =
                    isLast
                    ? right
                    : OutlinePoint(
                        x: boundary,
                        y: edge.y(atX: boundary, between: upper.y, and: lower.y))
                let base = column << OutlineUnit.bits
                cells[start &+ column].add(
                    height: sign &* abs(next.y - point.y),
                    leftTwice: point.x &- base &+ next.x &- base)
                if isLast { return }
                point = next
            }
        }
    }
}

/// An edge between two corners of different height.
private struct Edge {
    let top: OutlinePoint
    let bottom: OutlinePoint

    @inline(__always)
    func x(atY y: Int) -> Int {
        if y == top.y { return top.x }
        if y == bottom.y { return bottom.x }
        return divideToEven(
            product(top.x, bottom.y &- y) + product(bottom.x, y &- top.y), by: bottom.y &- top.y)
    }

    @inline(__always)
    func y(atX x: Int, between upper: Int, and lower: Int) -> Int {
        let y =
            bottom.x > top.x
            ? divideToEven(
                product(top.y, bottom.x &- x) + product(bottom.y, x &- top.x), by: bottom.x &- top.x)
            : divideToEven(
                product(bottom.y, top.x &- x) + product(top.y, x &- bottom.x), by: top.x &- bottom.x)
        return min(max(y, upper), lower)
    }
}

/// A quotient rounded to the nearest whole number, halves to the even one:
/// the one rounding that neither mirroring nor whole-pixel steps change.
///
/// Worked out in double precision, which is exact here and spares small
/// processors a long division in software: numerators stay below 2^52, and a
/// quotient (below 2^26, of a denominator below 2^26) that is no tie is further
/// from one than a rounding step.
@inline(__always)
private func divideToEven(_ numerator: Double, by denominator: Int) -> Int {
    roundedToEven(numerator / Double(denominator))
}

/// The product of two lengths in outline units, each below 2^26: exact.
@inline(__always)
private func product(_ first: Int, _ second: Int) -> Double { Double(first) * Double(second) }
