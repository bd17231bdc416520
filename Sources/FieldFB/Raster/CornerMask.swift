import FieldCore

/// The coverage of a rounded corner: the top left one, in a square box.
///
/// A continuous corner is a quarter of the curve x^4 + y^4 = 1, which meets the
/// straight sides without a break in its bend; it cuts off as much on the
/// diagonal as a round one of the given radius. A round corner is a quarter of
/// a circle.
struct CornerMask {
    enum Curve {
        case round, continuous

        /// How far the corner reaches along a side, in radii: the curve's
        /// diagonal gap of 1 - 2^(-1/4) against a circle's of 1 - 2^(-1/2).
        var reach: Double {
            switch self {
            case .round: 1
            case .continuous: 1.840896
            }
        }
    }

    /// Side of the box, in pixels.
    let side: Int
    /// 0...255 a pixel, row after row.
    let coverage: [UInt8]

    /// - Parameters:
    ///   - radius: in pixels.
    ///   - limit: how far the corner may reach, in pixels.
    init(radius: Double, curve: Curve, limit: Double) {
        let reach = max(0, min(radius * curve.reach, limit))
        side = Int(reach.rounded(.up))
        guard side > 0 else {
            coverage = []
            return
        }
        // From the middle of the curve's box, outwards to the top left.
        let steps = 16 + 2 * side
        var corners = [CornerMask.point(Double(side), Double(side))]
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            let along = CornerMask.direction(share, curve)
            corners.append(CornerMask.point(reach * (1 - along.x), reach * (1 - along.y)))
        }
        // Where the box is wider than the curve, the sides go on straight.
        let far = Double(side)
        corners.append(CornerMask.point(reach, 0))
        corners.append(CornerMask.point(far, 0))
        corners.insert(CornerMask.point(0, far), at: 1)
        var accumulator = CoverageAccumulator(capacity: (side + 1) * side)
        accumulator.fill(corners, count: corners.count, width: side, height: side)
        var coverage = accumulator.coverage
        coverage.removeLast(coverage.count - side * side)
        self.coverage = coverage
    }

    /// A point of the curve in the first quarter, from (1, 0) to (0, 1).
    private static func direction(_ share: Double, _ curve: Curve) -> (x: Double, y: Double) {
        let x = 1 - share * share
        let y = 2 * share
        switch curve {
        case .round:
            return (x / (1 + share * share), y / (1 + share * share))
        case .continuous:
            let length = (x * x * x * x + y * y * y * y).squareRoot().squareRoot()
            return (x / length, y / length)
        }
    }

    private static func point(_ x: Double, _ y: Double) -> OutlinePoint {
        let unit = Double(OutlineUnit.perPixel)
        return OutlinePoint(x: roundedToEven(x * unit), y: roundedToEven(y * unit))
    }

    /// The box mirrored: coverage of another corner.
    func mirrored(horizontally: Bool, vertically: Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(coverage.count)
        for y in 0..<side {
            let row = vertically ? side - 1 - y : y
            for x in 0..<side { result.append(coverage[row * side + (horizontally ? side - 1 - x : x)]) }
        }
        return result
    }

    /// The mask of a whole rectangle with four such corners.
    func rectangle(width: Int, height: Int) -> [UInt8] {
        var mask = [UInt8](repeating: 255, count: width * height)
        let across = min(side, width / 2)
        let down = min(side, height / 2)
        for y in 0..<down {
            for x in 0..<across {
                let covered = coverage[y * side + x]
                mask[y * width + x] = covered
                mask[y * width + width - 1 - x] = covered
                mask[(height - 1 - y) * width + x] = covered
                mask[(height - 1 - y) * width + width - 1 - x] = covered
            }
        }
        return mask
    }
}
