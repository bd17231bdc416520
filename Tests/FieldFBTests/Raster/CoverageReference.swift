import FieldCore

@testable import FieldFB

/// Coverage of a capsule worked out in another way than the rasteriser's:
/// 256 lines across every pixel row, on each the exact interval inside the
/// capsule, found from the distance to the segment's axis and ends.
struct CoverageReference {
    let width: Int
    let height: Int
    private(set) var coverage: [Double]

    init(_ capsule: Capsule, box: PixelRect, lines: Int = 256) {
        width = box.width
        height = box.height
        coverage = [Double](repeating: 0, count: box.width * box.height)
        let centreX = Double(capsule.centreX.raw) / 8 - Double(box.x)
        let centreY = Double(capsule.centreY.raw) / 8 - Double(box.y)
        let reachX = Double(capsule.vectorX.raw) / 32
        let reachY = Double(capsule.vectorY.raw) / 32
        let radius = Double(capsule.radius.raw) / 32
        for line in 0..<(box.height * lines) {
            let y = (Double(line) + 0.5) / Double(lines)
            var low = Double.infinity
            var high = -Double.infinity
            func include(_ from: Double, _ to: Double) {
                low = min(low, from)
                high = max(high, to)
            }
            for side in [-1.0, 1.0] {
                let down = y - (centreY + side * reachY)
                if abs(down) <= radius {
                    let half = (radius * radius - down * down).squareRoot()
                    include(centreX + side * reachX - half, centreX + side * reachX + half)
                }
            }
            let length = (reachX * reachX + reachY * reachY).squareRoot()
            if length > 0 {
                if let (from, to) = CoverageReference.bar(
                    y - centreY, reachX / length, reachY / length, length, radius)
                {
                    include(centreX + from, centreX + to)
                }
            }
            guard low < high else { continue }
            let row = line / lines
            for column in max(0, Int(low.rounded(.down)))..<max(0, min(width, Int(high.rounded(.up)))) {
                let inside = min(high, Double(column + 1)) - max(low, Double(column))
                if inside > 0 { coverage[row * width + column] += inside / Double(lines) }
            }
        }
    }

    /// Where a line at height `y` is inside the bar along the axis: both the
    /// distance along it and the distance across it are linear in x.
    private static func bar(
        _ y: Double, _ alongX: Double, _ alongY: Double, _ length: Double, _ radius: Double
    ) -> (Double, Double)? {
        var low = -Double.infinity
        var high = Double.infinity
        for (slope, offset, limit) in [
            (alongX, alongY * y, length), (-alongY, alongX * y, radius),
        ] {
            if abs(slope) < 1e-12 {
                if abs(offset) > limit { return nil }
            } else {
                let ends = [(-limit - offset) / slope, (limit - offset) / slope]
                low = max(low, ends.min()!)
                high = min(high, ends.max()!)
            }
        }
        return low < high ? (low, high) : nil
    }
}

extension Capsule {
    /// A capsule from raw quantised numbers.
    init(_ x: Int, _ y: Int, _ vectorX: Int, _ vectorY: Int, _ radius: Int) {
        self.init(
            centreX: PixelEighths(raw: x), centreY: PixelEighths(raw: y),
            vectorX: PixelThirtySeconds(raw: vectorX), vectorY: PixelThirtySeconds(raw: vectorY),
            radius: PixelThirtySeconds(raw: radius))
    }

    /// The rasteriser's coverage of the whole capsule, 0...255.
    func rasterised(in box: PixelRect? = nil) -> (box: PixelRect, coverage: [UInt8])? {
        guard let box = box ?? bounds else { return nil }
        var filler = CapsuleFiller(
            largestRadius: radius.pixels + 1, widestBox: box.width * (box.height + 2) + box.height)
        filler.fill(self, box: box)
        return (box, Array(filler.coverage[0..<(box.width * box.height)]))
    }
}
