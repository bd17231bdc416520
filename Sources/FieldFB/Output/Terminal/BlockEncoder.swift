/// Draws pictures as half-block letters: each cell shows two pixels, one as
/// the colour of the letter U+2580, one as the colour behind it.
///
/// It knows what every cell shows and writes only the cells that differ.
struct BlockEncoder {
    private let columns: Int
    private let rows: Int
    private let colours: TerminalColours
    /// What each cell shows: the upper colour in the high half, the lower in
    /// the low half.
    private var shown: [UInt64]
    /// Where the next frame goes on after one that was cut short.
    private var nextRow = 0

    private static let unknown = UInt64.max
    /// A frame stops after so many bytes and is completed by the next ones.
    static let byteLimit = 1 << 17
    /// The most bytes one cell can need: a move, two colours, a letter.
    static let cellBytes = 64

    init(columns: Int, rows: Int, colours: TerminalColours) {
        self.columns = columns
        self.rows = rows
        self.colours = colours
        shown = [UInt64](repeating: BlockEncoder.unknown, count: columns * rows)
    }

    /// Forgets what the cells show: everything is drawn anew.
    mutating func forget() {
        for index in shown.indices { shown[index] = BlockEncoder.unknown }
    }

    /// Appends what makes the terminal show the surface, which has two rows a
    /// cell. False when the limit came first: then call again.
    mutating func encode(_ surface: borrowing Surface, into output: inout [UInt8]) -> Bool {
        let limit = output.count + BlockEncoder.byteLimit - BlockEncoder.cellBytes
        let pixels = surface.pixels.span
        var upperShown: UInt32?
        var lowerShown: UInt32?
        for offset in 0..<rows {
            let row = (nextRow + offset) % rows
            var cursor = -1
            for column in 0..<columns {
                let upper = key(pixels[2 * row * columns + column])
                let lower = key(pixels[(2 * row + 1) * columns + column])
                let cell = UInt64(upper) << 32 | UInt64(lower)
                guard shown[row * columns + column] != cell else { continue }
                if output.count > limit {
                    nextRow = row
                    return false
                }
                if cursor != column { output.appendMove(row: row, column: column) }
                if lower != lowerShown {
                    appendColour(lower, selector: 48, to: &output)
                    lowerShown = lower
                }
                if upper == lower {
                    output.append(UInt8(ascii: " "))
                } else {
                    if upper != upperShown {
                        appendColour(upper, selector: 38, to: &output)
                        upperShown = upper
                    }
                    output.appendText("\u{2580}")
                }
                // After the last column the cursor's place differs between terminals.
                cursor = column + 1 == columns ? -1 : column + 1
                shown[row * columns + column] = cell
            }
        }
        nextRow = 0
        return true
    }

    /// What a pixel becomes: its colour, or its number in the table of 256.
    private func key(_ pixel: UInt32) -> UInt32 {
        switch colours {
        case .all: pixel & 0xFF_FFFF
        case .table: UInt32(ColourCube.number(of: pixel))
        }
    }

    private func appendColour(_ key: UInt32, selector: Int, to output: inout [UInt8]) {
        output.appendText("\u{1B}[")
        output.appendNumber(selector)
        switch colours {
        case .all:
            output.appendText(";2;")
            output.appendNumber(Int(key >> 16))
            output.append(UInt8(ascii: ";"))
            output.appendNumber(Int(key >> 8 & 0xFF))
            output.append(UInt8(ascii: ";"))
            output.appendNumber(Int(key & 0xFF))
        case .table:
            output.appendText(";5;")
            output.appendNumber(Int(key))
        }
        output.append(UInt8(ascii: "m"))
    }
}

/// The upper 240 of xterm's 256 colours: a cube of six levels a channel
/// (0, 95, 135, 175, 215, 255) from number 16, and 24 greys (8, 18, ... 238)
/// from number 232.
enum ColourCube {
    private static func level(_ index: Int) -> Int { index == 0 ? 0 : 55 + index * 40 }

    private static func nearestLevel(_ value: Int) -> Int {
        value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
    }

    /// The number of the nearest colour.
    static func number(of pixel: UInt32) -> UInt8 {
        let red = Int(pixel >> 16 & 0xFF)
        let green = Int(pixel >> 8 & 0xFF)
        let blue = Int(pixel & 0xFF)
        let (r, g, b) = (nearestLevel(red), nearestLevel(green), nearestLevel(blue))
        let mean = (red + green + blue) / 3
        let grey = max(0, min(23, (mean - 3) / 10))
        func distance(_ x: Int, _ y: Int, _ z: Int) -> Int {
            (red - x) * (red - x) + (green - y) * (green - y) + (blue - z) * (blue - z)
        }
        let greyLevel = 8 + grey * 10
        if distance(greyLevel, greyLevel, greyLevel) < distance(level(r), level(g), level(b)) {
            return UInt8(232 + grey)
        }
        return UInt8(16 + 36 * r + 6 * g + b)
    }
}
