/// Which cells of the field something lies over, and which have no mark.
struct FieldCover {
    /// What is the matter with a cell.
    enum Cell: UInt8 {
        /// Nothing: its mark is all there is.
        case open
        /// Something lies over it: it is painted from back to front.
        case covered
        /// It has no mark.
        case leftOut
    }

    /// By cell, row after row; empty where all are open.
    private(set) var cells: [Cell] = []

    /// Every cell is open.
    init() {}

    /// - Parameters:
    ///   - covers: what lies over the field.
    ///   - leftOut: where it has no marks; a cell that is touched has none.
    init(_ layout: CellLayout, covers: [PixelRect], leftOut: [PixelRect]) {
        for rect in covers { mark(.covered, rect, layout) }
        for rect in leftOut { mark(.leftOut, rect, layout) }
    }

    private mutating func mark(_ kind: Cell, _ rect: PixelRect, _ layout: CellLayout) {
        guard rect.intersection(layout.bounds) != nil else { return }
        if cells.isEmpty { cells = [Cell](repeating: .open, count: layout.columns * layout.rows) }
        let touched = layout.cells(touching: rect)
        for row in touched.rows {
            for column in touched.columns { cells[row * layout.columns + column] = kind }
        }
    }

    var isOpen: Bool { cells.isEmpty }

    @inline(__always)
    subscript(cell: Int) -> Cell { cells.isEmpty ? .open : cells[cell] }
}
