/// The fixed grid of square cells, one mark in the middle of each.
///
/// The pitch is nudged so that whole cells span the width; the height left
/// over (or missing) is split between top and bottom, so the outer rows may
/// overhang by up to half a cell.
public struct Grid: Equatable, Sendable {
    /// Cells across.
    public let columns: Int
    /// Cells down.
    public let rows: Int
    /// The side of a cell, in points.
    public let step: Double
    /// The top edge of the first row, in points. May be negative.
    public let originY: Double

    /// A surface of this width or height, or less, in points, draws nothing.
    public static let smallestSide = 1.0
    /// The largest side of a surface, in points.
    public static let largestSide = 131_072.0

    /// The grid of a surface, or nil when the surface is too small to draw on,
    /// absurdly large, or not a number. A pitch below 1 point counts as 1.
    public init?(size: Size, pitch: Double) {
        let sides = Grid.smallestSide...Grid.largestSide
        guard sides.contains(size.width), sides.contains(size.height),
            size.width > Grid.smallestSide, size.height > Grid.smallestSide,
            !pitch.isNaN
        else { return nil }
        let across = max(1, (size.width / max(1, pitch)).rounded())
        columns = Int(across)
        step = size.width / across
        let down = max(1, (size.height / step).rounded())
        rows = Int(down)
        originY = (size.height - down * step) / 2
    }

    /// The number of marks.
    public var count: Int { columns * rows }

    /// The centre of a column's marks, in points from the left edge.
    public func x(column: Int) -> Double { step * (Double(column) + 0.5) }

    /// The centre of a row's marks, in points from the top edge.
    public func y(row: Int) -> Double { originY + step * (Double(row) + 0.5) }
}
