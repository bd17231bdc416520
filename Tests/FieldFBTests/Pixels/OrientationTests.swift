import Testing

@testable import FieldFB

/// A picture of letters that is like none of its turned or mirrored forms.
private let arrow = [
    "..A..",
    ".AAA.",
    "A.A.B",
    "..A..",
    "..ACC",
    "..A..",
]

/// The same on the glass, turned by hand: clockwise, the arrow's head goes to the right.
private let turned: [Orientation: [String]] = [
    .upright: arrow,
    .quarterTurn: [
        "...A..",
        "....A.",
        "AAAAAA",
        ".C..A.",
        ".C.B..",
    ],
    .halfTurn: [
        "..A..",
        "CCA..",
        "..A..",
        "B.A.A",
        ".AAA.",
        "..A..",
    ],
    .threeQuarterTurn: [
        "..B.C.",
        ".A..C.",
        "AAAAAA",
        ".A....",
        "..A...",
    ],
]

private func letters(_ picture: [String]) -> Surface {
    let rows = picture.map { Array($0.utf8) }
    return surface(width: rows[0].count, height: rows.count) { x, y in UInt32(rows[y][x]) }
}

/// What the glass holds after a part of a picture was written to it: a letter
/// for each pixel, `-` where nothing was written.
private func written(
    _ picture: borrowing Surface, _ rect: PixelRect, _ orientation: Orientation
) throws -> [String] {
    let width = orientation.swapsSides ? picture.height : picture.width
    let height = orientation.swapsSides ? picture.width : picture.height
    let filler = UInt8(ascii: "-")
    let file = try MemoryFile(byteCount: width * height * 4, filler: filler)
    let layout = try #require(
        ScanoutLayout(
            width: width, height: height, base: 0, pitch: width * 4, format: .xrgb8888,
            byteCount: width * height * 4))
    let descriptor = try systemOpen(file.path, .readWrite)
    defer { systemClose(descriptor) }
    var memory = try ScanoutMemory(descriptor: descriptor, offset: 0, byteCount: width * height * 4)
    memory.write(picture, rect, layout: layout, packer: PixelPacker(.xrgb8888), orientation: orientation)
    let bytes = try file.bytes()
    return (0..<height).map { y in
        String(decoding: (0..<width).map { bytes[(y * width + $0) * 4] }, as: UTF8.self)
    }
}

@Test("an arrow stands on the glass as turned by hand", arguments: Orientation.allCases)
func arrowTurned(orientation: Orientation) throws {
    let picture = letters(arrow)
    #expect(try written(picture, picture.bounds, orientation) == turned[orientation])
}

@Test("a part of the arrow goes where it stands in the whole", arguments: Orientation.allCases)
func arrowPart(orientation: Orientation) throws {
    // The letters C alone: columns 3 and 4 of row 4.
    let part = try #require(PixelRect(x: 3, y: 4, width: 2, height: 1))
    let expected = try #require(turned[orientation]).map { row in
        String(decoding: row.utf8.map { $0 == UInt8(ascii: "C") ? $0 : UInt8(ascii: "-") }, as: UTF8.self)
    }
    #expect(try written(letters(arrow), part, orientation) == expected)
}

@Test("the console's rotation 1 turns clockwise, as does a quarter turn")
func consoleRotations() {
    #expect((0..<4).map { Orientation(consoleRotation: $0)?.degrees } == [0, 90, 180, 270])
    #expect(Orientation(consoleRotation: 4) == nil)
    #expect(Orientation(consoleRotation: -1) == nil)
}

@Test("a turn and its inverse are none; turns add up")
func turnsAddUp() {
    for first in Orientation.allCases {
        #expect(first.after(first.inverse) == .upright)
        for second in Orientation.allCases {
            #expect(second.after(first).degrees == (first.degrees + second.degrees) % 360)
        }
    }
}

@Test("a rectangle on the glass covers its pixels, and the inverse leads back", arguments: Orientation.allCases)
func rectanglesOnGlass(orientation: Orientation) throws {
    let seed: UInt64 = 90
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
        let width = Int.random(in: 1...40, using: &random)
        let height = Int.random(in: 1...40, using: &random)
        let glassWidth = orientation.swapsSides ? height : width
        let glassHeight = orientation.swapsSides ? width : height
        let x = Int.random(in: 0..<width, using: &random)
        let y = Int.random(in: 0..<height, using: &random)
        let rect = try #require(
            PixelRect(
                x: x, y: y, width: Int.random(in: 1...(width - x), using: &random),
                height: Int.random(in: 1...(height - y), using: &random)))
        let placed = orientation.onGlass(rect, width: glassWidth, height: glassHeight)
        // Every corner pixel, turned one by one about the middle of the picture.
        for column in [rect.x, rect.maxX - 1] {
            for row in [rect.y, rect.maxY - 1] {
                let (right, down): (Int, Int) = switch orientation {
                case .upright: (column, row)
                case .quarterTurn: (height - 1 - row, column)
                case .halfTurn: (width - 1 - column, height - 1 - row)
                case .threeQuarterTurn: (row, width - 1 - column)
                }
                let corner = try #require(PixelRect(x: right, y: down, width: 1, height: 1))
                #expect(placed.contains(corner), "seed \(seed)")
            }
        }
        #expect(placed.width * placed.height == rect.width * rect.height, "seed \(seed)")
        #expect(orientation.inverse.onGlass(placed, width: width, height: height) == rect, "seed \(seed)")
    }
}
