import FieldCore

/// Rasterises one capsule at a time, in a box of limited size.
struct CapsuleFiller: ~Copyable {
    private let circles: CirclePolygons
    private var corners: [OutlinePoint]
    private var accumulator: CoverageAccumulator

    /// - Parameters:
    ///   - largestRadius: the largest radius of a capsule's ends, in pixels.
    ///   - widestBox: the widest box to fill, in pixels.
    init(largestRadius: Double, widestBox: Int) {
        circles = CirclePolygons(largest: largestRadius)
        accumulator = CoverageAccumulator(capacity: max(4096, widestBox + 1))
        corners = [OutlinePoint](
            repeating: OutlinePoint(x: 0, y: 0), count: circles.largestCount + 2)
    }

    /// Coverage of the last filled box, row after row without padding.
    var coverage: [UInt8] { accumulator.coverage }

    /// The number of rows that can be filled at once in a box of this width.
    func rows(width: Int) -> Int { max(1, accumulator.capacity / (width + 1)) }

    /// Fills `coverage` with a capsule's share of each pixel of a box.
    mutating func fill(_ capsule: Capsule, box: PixelRect) {
        let count = capsule.putOutline(
            into: &corners, circles: circles, originX: box.x, originY: box.y)
        accumulator.fill(corners, count: count, width: box.width, height: box.height)
    }
}
