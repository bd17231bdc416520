import CDRM
import Foundation
import Testing

@testable import FieldFB

@Suite("Pictures as the bytes of a terminal")
struct TerminalEncoderTests {
    @Test("half blocks show every pixel of a surface")
    func blocksAreExact() throws {
        let picture = TestPicture.gradient(width: 30, height: 16)
        var encoder = BlockEncoder(columns: 30, rows: 8, colours: .all)
        var terminal = TestTerminal(columns: 30, rows: 8)
        var bytes: [UInt8] = []
        let surface = picture.surface
        #expect(encoder.encode(surface, into: &bytes))
        try terminal.take(bytes)
        #expect(terminal.faults == [])
        #expect(terminal.blockPicture == picture)
    }

    @Test("half blocks follow a hundred frames, and unchanged frames write nothing")
    func blocksFollow() throws {
        var encoder = BlockEncoder(columns: 42, rows: 10, colours: .all)
        var terminal = TestTerminal(columns: 42, rows: 10)
        for frame in 0..<100 {
            let picture = TestPicture.dots(width: 42, height: 20, frame: frame)
            let surface = picture.surface
            var bytes: [UInt8] = []
            #expect(encoder.encode(surface, into: &bytes))
            try terminal.take(bytes)
            #expect(terminal.blockPicture == picture, "frame \(frame)")
            bytes = []
            #expect(encoder.encode(surface, into: &bytes))
            #expect(bytes.isEmpty)
        }
        #expect(terminal.faults == [])
    }

    @Test("one changed pixel rewrites one cell")
    func oneCell() {
        var picture = TestPicture.gradient(width: 30, height: 16)
        var encoder = BlockEncoder(columns: 30, rows: 8, colours: .all)
        var bytes: [UInt8] = []
        let first = picture.surface
        _ = encoder.encode(first, into: &bytes)
        bytes = []
        picture.colours[5 * 30 + 7] = 0x00FF00
        picture.colours[4 * 30 + 7] = 0x0000FF
        let second = picture.surface
        _ = encoder.encode(second, into: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}[3;8H\u{1B}[48;2;0;255;0m\u{1B}[38;2;0;0;255m▀")
    }

    @Test("a frame larger than the limit is completed by the next ones")
    func blocksAreBounded() throws {
        var generator = SeededGenerator(seed: 4711)
        let picture = TestPicture(width: 300, height: 200) { _, _ in UInt32(truncatingIfNeeded: generator.next()) }
        var encoder = BlockEncoder(columns: 300, rows: 100, colours: .all)
        var terminal = TestTerminal(columns: 300, rows: 100)
        let surface = picture.surface
        var isComplete = false
        var rounds = 0
        while !isComplete, rounds < 100 {
            var bytes: [UInt8] = []
            isComplete = encoder.encode(surface, into: &bytes)
            #expect(bytes.count <= BlockEncoder.byteLimit)
            try terminal.take(bytes)
            rounds += 1
        }
        #expect(rounds > 2)
        #expect(terminal.blockPicture == picture, "seed 4711")
    }

    @Test("the table of 256 colours has the nearest one", arguments: [
        (UInt32(0x000000), 16), (0xFFFFFF, 231), (0xFF0000, 196), (0x5F87AF, 67), (0x080808, 232),
        (0xEEEEEE, 255), (0x808080, 244), (0x00FF00, 46), (0x121212, 233),
    ])
    func tableColours(colour: UInt32, number: Int) {
        #expect(ColourCube.number(of: colour) == UInt8(number))
    }

    @Test("no colour of xterm's table is nearer than the one chosen")
    func tableIsNearest() {
        let levels = [0, 95, 135, 175, 215, 255]
        var table: [(Int, Int, Int)] = []
        for red in levels { for green in levels { for blue in levels { table.append((red, green, blue)) } } }
        for grey in 0..<24 { table.append((8 + grey * 10, 8 + grey * 10, 8 + grey * 10)) }
        func distance(_ colour: UInt32, _ entry: (Int, Int, Int)) -> Int {
            let red = Int(colour >> 16 & 255) - entry.0
            let green = Int(colour >> 8 & 255) - entry.1
            let blue = Int(colour & 255) - entry.2
            return red * red + green * green + blue * blue
        }
        var generator = SeededGenerator(seed: 99)
        for _ in 0..<20_000 {
            let colour = UInt32(truncatingIfNeeded: generator.next()) & 0xFF_FFFF
            let chosen = distance(colour, table[Int(ColourCube.number(of: colour)) - 16])
            let best = table.map { distance(colour, $0) }.min()!
            // A grey is chosen by its mean; a hair's breadth from the nearest is near enough.
            #expect(chosen <= best + 75, "seed 99, colour \(String(colour, radix: 16))")
        }
    }

    @Test("half blocks in 256 colours name the table's numbers")
    func blocksInTable() throws {
        let picture = TestPicture.gradient(width: 12, height: 8)
        var encoder = BlockEncoder(columns: 12, rows: 4, colours: .table)
        var terminal = TestTerminal(columns: 12, rows: 4, table: true)
        var bytes: [UInt8] = []
        let surface = picture.surface
        _ = encoder.encode(surface, into: &bytes)
        try terminal.take(bytes)
        #expect(terminal.faults == [])
        #expect(terminal.blockPicture.colours == picture.colours.map { UInt32(ColourCube.number(of: $0)) })
    }

    private func geometry(
        _ method: TerminalMethod, columns: UInt16 = 12, rows: UInt16 = 11, cell: (Int, Int) = (6, 10)
    ) -> TerminalGeometry {
        TerminalGeometry(
            method, winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0),
            toldWidth: cell.0, toldHeight: cell.1)
    }

    @Test("kitty images show every pixel, deflated or not", arguments: [true, false])
    func kittyIsExact(deflates: Bool) throws {
        let geometry = geometry(.kitty)
        #expect(geometry.width == 72)
        #expect(geometry.height == 100)
        let picture = TestPicture.gradient(width: 72, height: 100)
        var encoder = KittyEncoder(geometry, deflates: deflates)
        var terminal = TestTerminal(columns: 12, rows: 11, cellWidth: 6, cellHeight: 10)
        var bytes: [UInt8] = []
        let surface = picture.surface
        encoder.encode(surface, into: &bytes)
        try terminal.take(bytes)
        #expect(terminal.faults == [])
        #expect(terminal.pixels[..<7200].map { $0 ?? 0xBAD } == picture.colours)
        #expect(terminal.images == [7041, 7042, 7043])
    }

    @Test("a kitty image is sent again only when its band changed")
    func kittyBands() throws {
        var encoder = KittyEncoder(geometry(.kitty))
        var terminal = TestTerminal(columns: 12, rows: 11, cellWidth: 6, cellHeight: 10)
        var picture = TestPicture.gradient(width: 72, height: 100)
        var bytes: [UInt8] = []
        let first = picture.surface
        encoder.encode(first, into: &bytes)
        picture.colours[45 * 72 + 3] = 0xFF00FF
        var damage = Damage()
        damage.add(PixelRect(x: 3, y: 45, width: 1, height: 1)!)
        encoder.change(damage)
        let second = picture.surface
        encoder.encode(second, into: &bytes)
        try terminal.take(bytes)
        #expect(terminal.images == [7041, 7042, 7043, 7042])
        #expect(terminal.pixels[..<7200].map { $0 ?? 0xBAD } == picture.colours)
    }

    @Test("sixels show every pixel, to five bits a channel", arguments: [(6, 10), (8, 17), (7, 12)])
    func sixelIsClose(cell: (Int, Int)) throws {
        let geometry = geometry(.sixel, cell: cell)
        let picture = TestPicture.dots(width: geometry.width, height: geometry.height, frame: 4)
        var encoder = SixelEncoder(geometry)
        var terminal = TestTerminal(columns: 12, rows: 11, cellWidth: cell.0, cellHeight: cell.1)
        var bytes: [UInt8] = []
        let surface = picture.surface
        encoder.encode(surface, into: &bytes)
        try terminal.take(bytes)
        #expect(terminal.faults == [])
        for (index, colour) in picture.colours.enumerated() {
            guard let shown = terminal.pixels[index] else {
                Issue.record("pixel \(index) was not drawn")
                return
            }
            // Half of a 31st, and half of a hundredth, of 255.
            #expect(abs(Int(shown & 0xFF) - Int(colour & 0xFF)) <= 6)
        }
    }

    @Test("sixels with more colours than registers stay close")
    func sixelOfManyColours() throws {
        let geometry = geometry(.sixel)
        let picture = TestPicture.gradient(width: geometry.width, height: geometry.height)
        var encoder = SixelEncoder(geometry)
        var terminal = TestTerminal(columns: 12, rows: 11, cellWidth: 6, cellHeight: 10)
        var bytes: [UInt8] = []
        let surface = picture.surface
        encoder.encode(surface, into: &bytes)
        try terminal.take(bytes)
        #expect(terminal.faults == [])
        #expect(terminal.pixels[..<picture.colours.count].allSatisfy { $0 != nil })
    }

    @Test("a picture drawn whole finds its own colours, whatever colours were there before")
    func sixelColoursAnew() throws {
        let geometry = geometry(.sixel)
        var encoder = SixelEncoder(geometry)
        var terminal = TestTerminal(columns: 12, rows: 11, cellWidth: 6, cellHeight: 10)
        let former = TestPicture(width: geometry.width, height: geometry.height) { x, y in
            UInt32(x * 3) << 8 | UInt32(y * 2)
        }
        let new = TestPicture(width: geometry.width, height: geometry.height) { x, _ in UInt32(x * 3) << 16 }
        for picture in [former, new] {
            let surface = picture.surface
            var bytes: [UInt8] = []
            encoder.forget()
            encoder.encode(surface, into: &bytes)
            try terminal.take(bytes)
        }
        #expect(terminal.faults == [])
        for (index, colour) in new.colours.enumerated() {
            let shown = terminal.pixels[index] ?? 0xBAD
            #expect(abs(Int(shown >> 16 & 0xFF) - Int(colour >> 16 & 0xFF)) <= 6 && shown & 0xFFFF == 0)
        }
    }

    @Test("a sixel band is sent again only when it changed, also at a new place")
    func sixelBands() throws {
        var encoder = SixelEncoder(geometry(.sixel))
        var terminal = TestTerminal(columns: 12, rows: 11, cellWidth: 6, cellHeight: 10)
        var picture = TestPicture(width: 72, height: 100) { _, _ in 0 }
        var bytes: [UInt8] = []
        let first = picture.surface
        encoder.encode(first, into: &bytes)
        try terminal.take(bytes)
        let before = terminal.sixelCount
        picture.colours[99 * 72 + 71] = 0xFFFFFF
        var damage = Damage()
        damage.add(PixelRect(x: 71, y: 99, width: 1, height: 1)!)
        encoder.change(damage)
        bytes = []
        let second = picture.surface
        encoder.encode(second, into: &bytes)
        try terminal.take(bytes)
        #expect(terminal.sixelCount == before + 1)
        #expect(terminal.pixels[99 * 72 + 71] == 0xFFFFFF)
        #expect(terminal.pixels[98 * 72 + 71] == 0)
    }

    @Test("a picture never has more pixels than the limit", arguments: [
        (UInt16(80), UInt16(24), 10, 20), (400, 120, 12, 25), (1000, 500, 20, 40), (2, 2, 200, 200), (1, 1, 8, 16),
        (1000, 2, 200, 200), (1, 500, 200, 200),
    ])
    func pixelLimit(size: (UInt16, UInt16, Int, Int)) {
        for method in [TerminalMethod.kitty, .sixel] {
            let geometry = geometry(method, columns: size.0, rows: size.1, cell: (size.2, size.3))
            #expect(geometry.width * geometry.height <= TerminalGeometry.pixelLimit)
            #expect(geometry.width > 0 && geometry.height > 0)
            #expect(geometry.firstRow + geometry.rows <= max(1, Int(size.1) - 1))
            #expect(geometry.firstColumn + geometry.columns <= Int(size.0))
        }
    }

    @Test("a terminal without a size counts as 80 by 24, an enormous one is bounded")
    func oddSizes() {
        let none = geometry(.blocks(.all), columns: 0, rows: 0)
        #expect((none.width, none.height) == (80, 48))
        let large = geometry(.blocks(.all), columns: 65535, rows: 65535)
        #expect((large.width, large.height) == (1000, 1000))
    }
}
