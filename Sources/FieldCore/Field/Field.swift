/// The field on a surface of one size: from a mass to the marks that show it.
///
/// Everything that depends only on the size and the parameters is made once;
/// `evaluate` then fills the same buffers for every frame. Single precision:
/// with the centre subtracted first, the level is within 1e-6 of the exact one
/// on any screen up to 8192 points, far below one step of a colour channel.
public struct Field: Sendable {
    /// The grid of marks.
    public let grid: Grid
    /// The parameters as they are drawn, guards applied.
    public let parameters: FieldParameters
    /// The marks of the last `evaluate`.
    public private(set) var marks: FieldMarks

    private let size: Size
    private let columnX: [SIMD8<Float>]
    private var offsetX: [SIMD8<Float>]
    /// Of each row of dots, the elements that the mass reached last.
    private var reached: [Range<Int>]

    /// The field of a surface, in points, or nil when it is too small to draw
    /// on (see `Grid`).
    public init?(size: Size, parameters: FieldParameters) {
        let guarded = parameters.guarded
        guard let grid = Grid(size: size, pitch: guarded.pitch) else { return nil }
        self.grid = grid
        self.size = size
        self.parameters = guarded
        marks = FieldMarks(grid: grid, style: guarded.style)
        var columnX = [SIMD8<Float>](repeating: .zero, count: marks.stride)
        for column in 0..<(marks.stride * 8) {
            columnX[column >> 3][column & 7] = Float(grid.x(column: column))
        }
        self.columnX = columnX
        offsetX = columnX
        reached = marks.filled
    }

    /// Fills `marks` for one moment. Allocates nothing.
    public mutating func evaluate(_ mass: Mass) {
        let halfX = max(0.5, size.width * parameters.reach * mass.breath)
        let halfY = max(0.5, size.height * parameters.reach * mass.breath)
        let shoulder = Shoulder(mass: mass, parameters: parameters, step: grid.step)
        let outline = Outline(mass: mass, aspect: halfX / halfY)

        let centreX = Float(size.width * mass.centreX)
        let inverseX = Float(1 / halfX)
        for chunk in columnX.indices {
            offsetX[chunk] = (columnX[chunk] - centreX) * inverseX
        }

        for row in 0..<grid.rows {
            let offsetY = Float((grid.y(row: row) - size.height * mass.centreY) / halfY)
            switch parameters.style {
            case .dots:
                let reach = elementsWithin(
                    shoulder.outsideSquare - offsetY * offsetY, centreX: centreX, halfX: Float(halfX))
                let elements = union(reach, reached[row])
                reached[row] = reach
                marks.filled[row] = elements
                evaluateDots(elements, row, offsetY: offsetY, shoulder: shoulder, outline: outline)
            case .lines:
                evaluateLines(row: row, offsetY: offsetY, shoulder: shoulder, outline: outline)
            }
        }
    }

    /// The elements of a row with columns nearer to the centre than the square
    /// root of `square`, in scaled coordinates, and one more on either side for
    /// the rounding.
    private func elementsWithin(_ square: Float, centreX: Float, halfX: Float) -> Range<Int> {
        guard square > 0 else { return 0..<0 }
        let width = Float(grid.step * 8)
        let reach = square.squareRoot() * halfX
        let count = Float(marks.stride)
        let first = max(0, min(count, ((centreX - reach) / width).rounded(.down) - 1))
        let end = max(first, min(count, ((centreX + reach) / width).rounded(.up) + 1))
        return Int(first)..<Int(end)
    }

    private func union(_ first: Range<Int>, _ second: Range<Int>) -> Range<Int> {
        if first.isEmpty { return second }
        if second.isEmpty { return first }
        return min(first.lowerBound, second.lowerBound)..<max(first.upperBound, second.upperBound)
    }

    private mutating func evaluateDots(
        _ elements: Range<Int>, _ row: Int, offsetY: Float, shoulder: Shoulder, outline: Outline
    ) {
        let start = row * marks.stride
        let squareY = offsetY * offsetY
        for chunk in elements {
            let x = offsetX[chunk]
            let square = x * x + squareY
            // Columns go from left to right, so the ends tell about those between.
            let isBesideCentre = x[0] > 0 || x[7] < 0
            let nearest = isBesideCentre ? min(square[0], square[7]) : squareY
            let level: SIMD8<Float>
            if nearest >= shoulder.outsideSquare {
                level = .zero
            } else if max(square[0], square[7]) <= shoulder.insideSquare {
                level = SIMD8(repeating: shoulder.swell)
            } else {
                let distance = square.squareRoot()
                let direction = UnitVectors(x: x, y: SIMD8(repeating: offsetY), length: distance)
                level = shoulder.level(outline: outline.radius(direction), distance: distance)
            }
            marks.radius[start + chunk] = shoulder.radius(level)
            marks.ink[start + chunk] = shoulder.ink(level)
        }
    }

    private mutating func evaluateLines(
        row: Int, offsetY: Float, shoulder: Shoulder, outline: Outline
    ) {
        let start = row * marks.stride
        let y = SIMD8<Float>(repeating: offsetY)
        for chunk in offsetX.indices {
            let x = offsetX[chunk]
            let distance = (x * x + y * y).squareRoot()
            let direction = UnitVectors(x: x, y: y, length: distance)
            let level = shoulder.level(outline: outline.radius(direction), distance: distance)
            let bend =
                parameters.lineNormal == .outline ? outline.bend(direction) : .zero
            let tangent = outline.tangent(direction, bend: bend, distance: distance)
            marks.radius[start + chunk] = shoulder.radius(level)
            marks.ink[start + chunk] = shoulder.ink(level)
            marks.directionX[start + chunk] = tangent.x
            marks.directionY[start + chunk] = tangent.y
        }
    }
}
