import CDRM

/// Where in a terminal the picture is, and how many pixels it has.
struct TerminalGeometry: Equatable, Sendable {
    /// The cells the picture covers.
    let columns: Int
    let rows: Int
    /// The cell of its top left corner, from 0.
    let firstColumn: Int
    let firstRow: Int
    /// The pixels of the picture in one cell.
    let cellWidth: Int
    let cellHeight: Int

    var width: Int { columns * cellWidth }
    var height: Int { rows * cellHeight }

    /// How many pixels a picture may have in a protocol that sends pixels:
    /// what a terminal on the same machine takes in well under a frame.
    static let pixelLimit = 500_000
    /// More cells than this are no terminal's, and bound what a frame can cost.
    static let columnLimit = 1000
    static let rowLimit = 500

    private init(
        columns: Int, rows: Int, firstColumn: Int = 0, firstRow: Int = 0, cellWidth: Int, cellHeight: Int
    ) {
        self.columns = columns
        self.rows = rows
        self.firstColumn = firstColumn
        self.firstRow = firstRow
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
    }

    /// The place for a way of drawing, from what the kernel knows about the
    /// terminal and the size of a letter as the terminal told it (0 when not).
    init(_ method: TerminalMethod, _ size: winsize, toldWidth: Int, toldHeight: Int) {
        let allColumns = size.ws_col == 0 ? 80 : min(Int(size.ws_col), TerminalGeometry.columnLimit)
        let allRows = size.ws_row == 0 ? 24 : min(Int(size.ws_row), TerminalGeometry.rowLimit)
        if case .blocks = method {
            self.init(columns: allColumns, rows: allRows, cellWidth: 1, cellHeight: 2)
            return
        }
        var cellWidth = toldWidth
        var cellHeight = toldHeight
        if cellWidth == 0 || cellHeight == 0 {
            cellWidth = max(0, Int(size.ws_xpixel) / allColumns)
            cellHeight = max(0, Int(size.ws_ypixel) / allRows)
        }
        if !(2...200).contains(cellWidth) || !(2...200).contains(cellHeight) {
            cellWidth = 8
            cellHeight = 16
        }
        // A picture that ends in the last row would make the terminal scroll.
        let usedRows = max(1, allRows - 1)
        if case .kitty = method {
            // The terminal stretches the picture over its cells, so it may be smaller.
            var part = 1
            while allColumns * usedRows * max(1, cellWidth / part) * max(1, cellHeight / part)
                > TerminalGeometry.pixelLimit, part < 200
            { part += 1 }
            self.init(
                columns: allColumns, rows: usedRows, cellWidth: max(1, cellWidth / part),
                cellHeight: max(1, cellHeight / part))
            return
        }
        // Sixel has one size: a terminal with more pixels gets the picture in its middle.
        var columns = allColumns
        var rows = usedRows
        while columns * rows * cellWidth * cellHeight > TerminalGeometry.pixelLimit {
            columns = max(1, columns - max(1, columns / 20))
            rows = max(1, rows - max(1, rows / 20))
        }
        self.init(
            columns: columns, rows: rows, firstColumn: (allColumns - columns) / 2,
            firstRow: (usedRows - rows) / 2, cellWidth: cellWidth, cellHeight: cellHeight)
    }
}

/// The way of drawing that was chosen.
enum TerminalMethod: Equatable, Sendable {
    case blocks(TerminalColours)
    case kitty
    case sixel

    var name: String {
        switch self {
        case .blocks(.all): "half blocks, all colours"
        case .blocks(.table): "half blocks, 256 colours"
        case .kitty: "kitty graphics"
        case .sixel: "sixel graphics"
        }
    }

    init(_ mode: TerminalMode, _ answers: TerminalAnswers, _ colours: TerminalColours) {
        switch mode {
        case .kitty: self = .kitty
        case .sixel: self = .sixel
        case .blocks: self = .blocks(colours)
        case .auto:
            if answers.hasKitty {
                self = .kitty
            } else {
                self = answers.hasSixel ? .sixel : .blocks(colours)
            }
        }
    }
}
