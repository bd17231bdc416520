import Foundation
import Testing

@testable import FieldFB

/// A small terminal that draws what it is told, written for these tests: cells
/// with half blocks, images of kitty, sixels. Anything it does not know is a fault.
struct TestTerminal {
    let columns: Int
    let rows: Int
    /// The pixels of a cell for pictures.
    let cellWidth: Int
    let cellHeight: Int
    private(set) var faults: [String] = []
    /// Upper and lower colour of each cell; nil before anything was drawn there.
    private(set) var cells: [(upper: UInt32, lower: UInt32)?]
    /// What pictures drew, pixel by pixel.
    private(set) var pixels: [UInt32?]
    /// The numbers of the kitty images, in the order they came.
    private(set) var images: [Int] = []
    /// How many sixel pictures came.
    private(set) var sixelCount = 0

    private var row = 0
    private var column = 0
    private var front: UInt32 = 0
    private var back: UInt32 = 0
    private var kittyKeys: [String: String] = [:]
    private var kittyData = ""
    private let table: Bool

    /// - Parameter table: whether colours are numbers of xterm's table, kept as they are.
    init(columns: Int, rows: Int, cellWidth: Int = 1, cellHeight: Int = 2, table: Bool = false) {
        self.columns = columns
        self.rows = rows
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
        self.table = table
        cells = Array(repeating: nil, count: columns * rows)
        pixels = Array(repeating: nil, count: columns * cellWidth * rows * cellHeight)
    }

    /// The picture the half blocks make: two pixels a cell.
    var blockPicture: TestPicture {
        TestPicture(width: columns, height: rows * 2) { x, y in
            guard let cell = cells[y / 2 * columns + x] else { return 0xBAD }
            return y % 2 == 0 ? cell.upper : cell.lower
        }
    }

    mutating func take(_ bytes: [UInt8]) throws {
        var index = 0
        while index < bytes.count {
            if bytes[index] != 0x1B {
                try print(bytes, &index)
                continue
            }
            index += 1
            guard index < bytes.count else { return faults.append("escape at the end") }
            let kind = bytes[index]
            index += 1
            var body: [UInt8] = []
            switch kind {
            case UInt8(ascii: "["):
                while index < bytes.count, !(0x40...0x7E).contains(bytes[index]) {
                    body.append(bytes[index])
                    index += 1
                }
                guard index < bytes.count else { return faults.append("control sequence without end") }
                control(String(decoding: body, as: UTF8.self), bytes[index])
                index += 1
            case UInt8(ascii: "_"), UInt8(ascii: "P"):
                while index + 1 < bytes.count, !(bytes[index] == 0x1B && bytes[index + 1] == 0x5C) {
                    body.append(bytes[index])
                    index += 1
                }
                guard index + 1 < bytes.count else { return faults.append("string without end") }
                index += 2
                if kind == UInt8(ascii: "_") { try kitty(body) } else { sixel(body) }
            default:
                faults.append("escape \(kind)")
            }
        }
    }

    private mutating func print(_ bytes: [UInt8], _ index: inout Int) throws {
        if bytes[index] == 0x20 {
            put(upper: back, lower: back)
            index += 1
        } else if bytes[index...].starts(with: [0xE2, 0x96, 0x80]) {
            put(upper: front, lower: back)
            index += 3
        } else {
            faults.append("letter \(bytes[index])")
            index += 1
        }
    }

    private mutating func put(upper: UInt32, lower: UInt32) {
        guard column < columns, row < rows else { return faults.append("letter outside") }
        cells[row * columns + column] = (upper, lower)
        column += 1
    }

    private mutating func control(_ body: String, _ final: UInt8) {
        let numbers = body.split(separator: ";").compactMap { Int($0) }
        switch (final, body) {
        case (UInt8(ascii: "H"), _) where numbers.count == 2:
            row = numbers[0] - 1
            column = numbers[1] - 1
            if !(0..<rows).contains(row) || !(0..<columns).contains(column) { faults.append("move outside") }
        case (UInt8(ascii: "m"), _) where numbers.count == 5 && numbers[1] == 2 && !table:
            let colour = UInt32(numbers[2] << 16 | numbers[3] << 8 | numbers[4])
            if numbers[0] == 38 { front = colour } else { back = colour }
        case (UInt8(ascii: "m"), _) where numbers.count == 3 && numbers[1] == 5 && table:
            if numbers[0] == 38 { front = UInt32(numbers[2]) } else { back = UInt32(numbers[2]) }
        case (UInt8(ascii: "h"), "?2026"), (UInt8(ascii: "l"), "?2026"):
            break
        default:
            faults.append("control sequence \(body)\(Character(Unicode.Scalar(final)))")
        }
    }

    private mutating func kitty(_ body: [UInt8]) throws {
        let text = String(decoding: body, as: UTF8.self)
        guard text.hasPrefix("G"), let semicolon = text.firstIndex(of: ";") else {
            return faults.append("application string \(text.prefix(20))")
        }
        let payload = text[text.index(after: semicolon)...]
        if payload.utf8.count > 4096 { faults.append("a piece of \(payload.utf8.count) bytes") }
        var keys: [String: String] = [:]
        for pair in text[text.index(after: text.startIndex)..<semicolon].split(separator: ",") {
            let parts = pair.split(separator: "=")
            keys[String(parts[0])] = String(parts[1])
        }
        if keys["a"] != nil { kittyKeys = keys }
        kittyData += payload
        if keys["m"] == "1" { return }
        guard let data = Data(base64Encoded: kittyData) else { return faults.append("no base64") }
        kittyData = ""
        let colours = kittyKeys["o"] == "z" ? try inflated(data) : [UInt8](data)
        let width = Int(kittyKeys["s"]!)!
        let height = Int(kittyKeys["v"]!)!
        guard kittyKeys["a"] == "T", kittyKeys["f"] == "24", colours.count == width * height * 3,
            kittyKeys["q"] == "2", kittyKeys["C"] == "1", let number = Int(kittyKeys["i"]!),
            width == Int(kittyKeys["c"]!)! * cellWidth, height == Int(kittyKeys["r"]!)! * cellHeight
        else { return faults.append("image of \(kittyKeys)") }
        images.append(number)
        for pixel in 0..<(width * height) {
            draw(
                pixel % width, pixel / width,
                UInt32(colours[pixel * 3]) << 16 | UInt32(colours[pixel * 3 + 1]) << 8
                    | UInt32(colours[pixel * 3 + 2]))
        }
    }

    /// Deflated data by way of gzip, checked by the Adler-32 at its end.
    private func inflated(_ data: Data) throws -> [UInt8] {
        let bytes = [UInt8](data)
        let path = NSTemporaryDirectory() + "/fieldfb-deflated-" + UUID().uuidString + ".gz"
        defer { try? FileManager.default.removeItem(atPath: path) }
        // A gzip file with an empty check: gzip writes the data and complains about its end.
        let file = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bytes[2..<(bytes.count - 4)] + [UInt8](repeating: 0, count: 8)
        try Data(file).write(to: URL(fileURLWithPath: path))
        let output = [UInt8](try runTool(["sh", "-c", "gzip -dc \(path) || true"]))
        var a: UInt32 = 1
        var b: UInt32 = 0
        for byte in output {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        let expected = bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        try #require(b << 16 | a == expected, "the check at the end of the deflated data")
        return output
    }

    private mutating func draw(_ x: Int, _ y: Int, _ colour: UInt32) {
        let place = (row * cellHeight + y) * columns * cellWidth + column * cellWidth + x
        guard x + column * cellWidth < columns * cellWidth, place < pixels.count else {
            return faults.append("pixel outside")
        }
        pixels[place] = colour
    }

    private mutating func sixel(_ body: [UInt8]) {
        guard let q = body.firstIndex(of: UInt8(ascii: "q")) else { return faults.append("no sixel") }
        sixelCount += 1
        var index = q + 1
        var registers: [Int: UInt32] = [:]
        var colour: UInt32 = 0
        var x = 0
        var y = 0
        var size: (width: Int, height: Int)?
        func numbers() -> [Int] {
            var values = [0]
            while index < body.count {
                if (48...57).contains(body[index]) {
                    values[values.count - 1] = values[values.count - 1] * 10 + Int(body[index] - 48)
                } else if body[index] == UInt8(ascii: ";") {
                    values.append(0)
                } else {
                    break
                }
                index += 1
            }
            return values
        }
        while index < body.count {
            let byte = body[index]
            index += 1
            var count = 1
            var letter = byte
            switch byte {
            case UInt8(ascii: "\""):
                let values = numbers()
                size = (values[2], values[3])
                continue
            case UInt8(ascii: "#"):
                let values = numbers()
                if values.count == 5 {
                    let levels = values[2...].map { UInt32((Double($0) * 2.55).rounded()) }
                    registers[values[0]] = levels[0] << 16 | levels[1] << 8 | levels[2]
                }
                guard let known = registers[values[0]] else { return faults.append("unknown register") }
                colour = known
                continue
            case UInt8(ascii: "$"):
                x = 0
                continue
            case UInt8(ascii: "-"):
                x = 0
                y += 6
                continue
            case UInt8(ascii: "!"):
                count = numbers()[0]
                letter = body[index]
                index += 1
            default: break
            }
            guard (63...126).contains(letter) else { return faults.append("sixel \(letter)") }
            for _ in 0..<count {
                for bit in 0..<6 where (letter - 63) >> UInt8(bit) & 1 == 1 {
                    draw(x, y + bit, colour)
                    if let size, x >= size.width || y + bit >= size.height { faults.append("outside the raster") }
                }
                x += 1
            }
        }
    }
}
