import FieldCore

/// Where the cells of a grid and the centres of its marks lie on the pixels of
/// a surface.
struct CellLayout {
    let columns: Int
    let rows: Int
    /// The part of the surface that the field has.
    let bounds: PixelRect
    /// The centres of each column's and each row's marks.
    let centreX: [PixelEighths]
    let centreY: [PixelEighths]
    private let edgeX: [Int]
    private let edgeY: [Int]

    /// - Parameters:
    ///   - scale: pixels to a point.
    ///   - bounds: the field's part of the surface. The outer cells reach to its edges.
    init(grid: Grid, scale: Double, bounds: PixelRect) {
        columns = grid.columns
        rows = grid.rows
        self.bounds = bounds
        var centreX: [PixelEighths] = []
        var edgeX = [bounds.x]
        for column in 0..<grid.columns {
            centreX.append(PixelEighths(rounding: grid.x(column: column) * scale + Double(bounds.x)))
            edgeX.append(bounds.x + CellLayout.edge(grid.step * Double(column + 1) * scale, bounds.width))
        }
        edgeX[grid.columns] = bounds.maxX
        var centreY: [PixelEighths] = []
        var edgeY = [bounds.y]
        for row in 0..<grid.rows {
            centreY.append(PixelEighths(rounding: grid.y(row: row) * scale + Double(bounds.y)))
            let bottom = grid.originY + grid.step * Double(row + 1)
            edgeY.append(bounds.y + CellLayout.edge(bottom * scale, bounds.height))
        }
        edgeY[grid.rows] = bounds.maxY
        self.centreX = centreX
        self.centreY = centreY
        self.edgeX = edgeX
        self.edgeY = edgeY
    }

    private static func edge(_ pixels: Double, _ limit: Int) -> Int {
        min(max(0, Int(pixels.rounded())), limit)
    }

    /// The pixels of a cell, or nil when it is narrower than a pixel.
    func cell(_ column: Int, _ row: Int) -> PixelRect? {
        PixelRect(
            x: edgeX[column], y: edgeY[row],
            width: edgeX[column + 1] - edgeX[column], height: edgeY[row + 1] - edgeY[row])
    }

    /// Calls `body` with the number and the pixels of each cell that a box
    /// touches, out of a cell and its eight neighbours.
    @inline(__always)
    func forEachNear(
        _ column: Int, _ row: Int, touching box: PixelRect, _ body: (Int, PixelRect) -> Void
    ) {
        var nearRow = row > 0 && edgeY[row] > box.y ? row - 1 : row
        while nearRow < rows && nearRow <= row + 1 && edgeY[nearRow] < box.maxY {
            var nearColumn = column > 0 && edgeX[column] > box.x ? column - 1 : column
            while nearColumn < columns && nearColumn <= column + 1 && edgeX[nearColumn] < box.maxX {
                if let cell = cell(nearColumn, nearRow), cell.intersection(box) != nil {
                    body(nearRow * columns + nearColumn, cell)
                }
                nearColumn += 1
            }
            nearRow += 1
        }
    }

    /// The columns and rows of the cells that a rectangle touches.
    func cells(touching rect: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
        (CellLayout.range(edgeX, rect.x, rect.maxX), CellLayout.range(edgeY, rect.y, rect.maxY))
    }

    private static func range(_ edges: [Int], _ from: Int, _ to: Int) -> Range<Int> {
        var first = 0
        while first + 1 < edges.count && edges[first + 1] <= from { first += 1 }
        var end = first
        while end + 1 < edges.count && edges[end] < to { end += 1 }
        return first..<end
    }

    /// The mark of a cell with the given keys (see `MarkKeys`).
    @inline(__always)
    func capsule(_ column: Int, _ row: Int, _ shape: UInt32, _ vector: UInt32) -> Capsule {
        Capsule(
            centreX: centreX[column], centreY: centreY[row],
            vectorX: MarkKeys.vectorX(vector), vectorY: MarkKeys.vectorY(vector),
            radius: MarkKeys.radius(shape))
    }
}
