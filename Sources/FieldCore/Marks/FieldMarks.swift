/// The marks of the field at one moment, as columns of numbers.
///
/// Ten thousand separate values would be slow to make and to read, so each
/// property is one array, eight neighbouring columns of a row to an element.
/// A row takes `stride` elements; what stands beyond the last column is
/// meaningless. The arrays keep their size from frame to frame.
public struct FieldMarks: Sendable {
    /// Elements to a row.
    public let stride: Int
    /// Radius of each mark, in points.
    public internal(set) var radius: [SIMD8<Float>]
    /// Opacity of each mark, 0...1, before the ink's own alpha.
    public internal(set) var ink: [SIMD8<Float>]
    /// Of each row, which of its elements the last evaluation filled; the others
    /// are as they were, far from the mass.
    public internal(set) var filled: [Range<Int>]
    /// Direction of each segment, a unit vector. Empty in the dots style.
    public internal(set) var directionX: [SIMD8<Float>]
    public internal(set) var directionY: [SIMD8<Float>]

    init(grid: Grid, style: FieldStyle) {
        stride = (grid.columns + 7) / 8
        let count = stride * grid.rows
        filled = [Range<Int>](repeating: 0..<stride, count: grid.rows)
        radius = [SIMD8<Float>](repeating: .zero, count: count)
        ink = radius
        directionX = style == .lines ? radius : []
        directionY = directionX
    }

    /// Where a mark stands in the arrays: the element and the lane in it.
    public func place(column: Int, row: Int) -> (element: Int, lane: Int) {
        (row * stride + column >> 3, column & 7)
    }
}
