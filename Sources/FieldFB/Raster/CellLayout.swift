import FieldCore

/// Where the cells of a grid and the centres of its marks lie on the pixels of
/// a surface.
struct CellLayout {
    let columns: Int
    let rows: Int
    /// The centres of each column's and each row's marks.
    let centreX: [PixelEighths]
    let centreY: [PixelEighths]
    private let edgeX: [Int]
    private let edgeY: [Int]

    /// - Parameters:
    ///   - scale: pixels to a point.
    ///   - bounds: the whole surface. The outer cells reach to its edges.
    init(grid: Grid, scale: Double, bounds: PixelRect) {
        columns = grid.columns
        rows = grid.rows
        var centreX: [PixelEighths] = []
        var edgeX = [0]
        for column in 0..<grid.columns {
            centreX.append(PixelEighths(rounding: grid.x(column: column) * scale))
            edgeX.append(CellLayout.edge(grid.step * Double(column + 1) * scale, bounds.width))
        }
        edgeX[grid.columns] = bounds.width
        var centreY: [PixelEighths] = []
        var edgeY = [0]
        for row in 0..<grid.rows {
            centreY.append(PixelEighths(rounding: grid.y(row: row) * scale))
            let bottom = grid.originY + grid.step * Double(row + 1)
            edgeY.append(CellLayout.edge(bottom * scale, bounds.height))
        }
        edgeY[grid.rows] = bounds.height
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

    /// The mark of a cell with the given keys (see `MarkKeys`).
    @inline(__always)
    func capsule(_ column: Int, _ row: Int, _ shape: UInt32, _ vector: UInt32) -> Capsule {
        Capsule(
            centreX: centreX[column], centreY: centreY[row],
            vectorX: MarkKeys.vectorX(vector), vectorY: MarkKeys.vectorY(vector),
            radius: MarkKeys.radius(shape))
    }
}
