import FieldCore

/// Regular polygons that stand for circles, one for each range of radii.
///
/// A polygon has the area of the circle, and so many corners that its outline
/// is nowhere further than 0.005 pixel from it; on average over a pixel that is
/// less than 1/255 of its coverage. The distance at a corner is `radius * (pi / corners)^2 / 3`.
struct CirclePolygons: ~Copyable {
    struct Corner {
        let x: Double
        let y: Double
    }

    /// The corners of all polygons, one after another, clockwise on the screen
    /// from the right.
    private(set) var corners: [Corner] = []
    private var polygons: [Polygon] = []

    private struct Polygon {
        let start: Int
        let count: Int
        let largestRadius: Double
    }

    private static let tolerance = 0.005

    /// Polygons for radii up to `largest`, in pixels.
    init(largest: Double) {
        var count = 16
        while true {
            let share = Double(count) / (Trigonometry.radiansPerTurn / 2)
            let largestRadius = 3 * CirclePolygons.tolerance * share * share
            add(count: count, largestRadius: largestRadius)
            if largestRadius >= largest { break }
            count = (count + count / 4) / 8 * 8 + (count < 32 ? 8 : 0)
        }
    }

    private mutating func add(count: Int, largestRadius: Double) {
        let step = 1 / Double(count)
        let area = Double(count) / Trigonometry.radiansPerTurn * Trigonometry.sine(turns: step)
        let circumradius = (1 / area).squareRoot()
        polygons.append(Polygon(start: corners.count, count: count, largestRadius: largestRadius))
        // An eighth is computed and the rest are its mirror images, so that
        // the polygon is symmetric to the last bit.
        let eighth = count / 8
        for index in 0..<count {
            let (quadrant, rest) = index.quotientAndRemainder(dividingBy: count / 4)
            let near = Trigonometry.evaluate(Double(min(rest, count / 4 - rest)) * step)
            let across = (rest <= eighth ? near.cosine : near.sine) * circumradius
            let down = (rest <= eighth ? near.sine : near.cosine) * circumradius
            switch quadrant {
            case 0: corners.append(Corner(x: across, y: down))
            case 1: corners.append(Corner(x: -down, y: across))
            case 2: corners.append(Corner(x: -across, y: -down))
            default: corners.append(Corner(x: down, y: -across))
            }
        }
    }

    /// The corners of the largest polygon.
    var largestCount: Int { polygons[polygons.count - 1].count }

    /// The polygon for a radius: where it starts in `corners`, and its number
    /// of corners, a multiple of eight.
    func polygon(radius: PixelThirtySeconds) -> (start: Int, count: Int) {
        let pixels = radius.pixels
        var index = 0
        while index < polygons.count - 1 && polygons[index].largestRadius < pixels { index += 1 }
        return (polygons[index].start, polygons[index].count)
    }
}
