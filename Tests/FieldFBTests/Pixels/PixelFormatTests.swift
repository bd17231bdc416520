import Testing

@testable import FieldFB

/// Names, codes and bit fields (offset and length of red, green, blue and
/// transparency) as drm_fourcc.h gives them, in the order in which they are tried.
private let table: [[Substring]] = """
    XRGB8888 XR24 32 16+8 8+8 0+8 0+0
    ARGB8888 AR24 32 16+8 8+8 0+8 24+8
    XBGR8888 XB24 32 0+8 8+8 16+8 0+0
    ABGR8888 AB24 32 0+8 8+8 16+8 24+8
    RGBX8888 RX24 32 24+8 16+8 8+8 0+0
    RGBA8888 RA24 32 24+8 16+8 8+8 0+8
    BGRX8888 BX24 32 8+8 16+8 24+8 0+0
    BGRA8888 BA24 32 8+8 16+8 24+8 0+8
    XRGB2101010 XR30 32 20+10 10+10 0+10 0+0
    ARGB2101010 AR30 32 20+10 10+10 0+10 30+2
    XBGR2101010 XB30 32 0+10 10+10 20+10 0+0
    ABGR2101010 AB30 32 0+10 10+10 20+10 30+2
    RGBX1010102 RX30 32 22+10 12+10 2+10 0+0
    RGBA1010102 RA30 32 22+10 12+10 2+10 0+2
    BGRX1010102 BX30 32 2+10 12+10 22+10 0+0
    BGRA1010102 BA30 32 2+10 12+10 22+10 0+2
    RGB888 RG24 24 16+8 8+8 0+8 0+0
    BGR888 BG24 24 0+8 8+8 16+8 0+0
    RGB565 RG16 16 11+5 5+6 0+5 0+0
    BGR565 BG16 16 0+5 5+6 11+5 0+0
    XRGB1555 XR15 16 10+5 5+5 0+5 0+0
    ARGB1555 AR15 16 10+5 5+5 0+5 15+1
    XBGR1555 XB15 16 0+5 5+5 10+5 0+0
    ABGR1555 AB15 16 0+5 5+5 10+5 15+1
    RGBX5551 RX15 16 11+5 6+5 1+5 0+0
    RGBA5551 RA15 16 11+5 6+5 1+5 0+1
    BGRX5551 BX15 16 1+5 6+5 11+5 0+0
    BGRA5551 BA15 16 1+5 6+5 11+5 0+1
    XRGB4444 XR12 16 8+4 4+4 0+4 0+0
    ARGB4444 AR12 16 8+4 4+4 0+4 12+4
    XBGR4444 XB12 16 0+4 4+4 8+4 0+0
    ABGR4444 AB12 16 0+4 4+4 8+4 12+4
    RGBX4444 RX12 16 12+4 8+4 4+4 0+0
    RGBA4444 RA12 16 12+4 8+4 4+4 0+4
    BGRX4444 BX12 16 4+4 8+4 12+4 0+0
    BGRA4444 BA12 16 4+4 8+4 12+4 0+4
    RGB332 RGB8 8 5+3 2+3 0+2 0+0
    BGR233 BGR8 8 0+3 3+3 6+2 0+0
    """.split(separator: "\n").map { $0.split(separator: " ") }

private func field(_ text: Substring) -> BitField {
    let numbers = text.split(separator: "+").compactMap { Int($0) }
    return BitField(offset: numbers[0], length: numbers[1])
}

@Test("a named format has the code and the bits of DRM", arguments: table.indices)
func namedFormat(row: Int) throws {
    let expected = table[row]
    let entry = PixelFormat.named[row]
    #expect(entry.name == expected[0])
    #expect(PixelFormat.letters(of: entry.code) == expected[1])
    let format = try #require(PixelFormat(name: String(expected[0])))
    #expect(format == entry.format)
    #expect(format.bitsPerPixel == Int(expected[2]))
    #expect([format.red, format.green, format.blue, format.alpha] == expected[3...].map(field))
    #expect(format.name == expected[0])
    #expect(format.meaning == .colours)
}

@Test("formats without colours follow, the one with the most levels first")
func namedGreys() {
    let greys = PixelFormat.named.dropFirst(table.count)
    #expect(greys.map(\.name) == ["R8", "D8", "R4", "D4", "R2", "D2", "R1", "D1"])
    #expect(
        greys.map { PixelFormat.letters(of: $0.code) }
            == ["R8  ", "D8  ", "R4  ", "D4  ", "R2  ", "D2  ", "R1  ", "D1  "])
    #expect(greys.map(\.format.bitsPerPixel) == [8, 8, 4, 4, 2, 2, 1, 1])
    for entry in greys {
        #expect(entry.format.meaning == (entry.name.hasPrefix("R") ? .grey : .darkness))
        #expect(!entry.format.isLowestFirst)
    }
}

@Test("what only framebuffer devices have is no format of DRM, but has its name too")
func namedOfFramebuffers() throws {
    let names = ["C8", "R4_LSB", "D4_LSB", "R2_LSB", "D2_LSB", "R1_LSB", "D1_LSB"]
    #expect(PixelFormat.namedOfFramebuffers.map(\.name) == names)
    for entry in PixelFormat.namedOfFramebuffers {
        #expect(entry.code == 0)
        #expect(PixelFormat(name: entry.name) == entry.format)
        #expect(entry.format.name == entry.name)
        #expect(entry.format.isLowestFirst == entry.name.hasSuffix("_LSB"))
    }
    #expect(PixelFormat(name: "C8")?.meaning == .displayPalette)
}

@Test("the formats with a constant are those of their names")
func constants() {
    let constants: [(PixelFormat, String)] = [
        (.xrgb8888, "XRGB8888"), (.argb8888, "ARGB8888"), (.xbgr8888, "XBGR8888"), (.abgr8888, "ABGR8888"),
        (.rgb888, "RGB888"), (.bgr888, "BGR888"), (.rgb565, "RGB565"), (.bgr565, "BGR565"),
    ]
    for (format, name) in constants { #expect(PixelFormat(name: name) == format) }
}

@Test("a named format equals the same layout made from its fields", arguments: table.indices)
func namedFormatFromFields(row: Int) {
    let named = PixelFormat.named[row].format
    let made = PixelFormat(
        bitsPerPixel: named.bitsPerPixel, red: named.red, green: named.green, blue: named.blue,
        alpha: named.alpha)
    #expect(made == named)
}

@Test("an unknown name is no format", arguments: ["", "xrgb8888", "RGB", "XRGB8888 ", "Ä", "C4", "R8_LSB", "_LSB"])
func unknownName(name: String) {
    #expect(PixelFormat(name: name) == nil)
}

@Test("a depth that has no word is refused", arguments: [-1, 0, 1, 12, 15, 18, 30, 64])
func refusedDepth(bits: Int) {
    let field = BitField(offset: 0, length: 1)
    #expect(
        PixelFormat(
            bitsPerPixel: bits, red: field, green: BitField(offset: 1, length: 1),
            blue: BitField(offset: 2, length: 1)) == nil)
}

@Test(
    "fields that are empty, overlap or leave the word are refused",
    arguments: [
        [(0, 0), (8, 8), (16, 8)],
        [(0, 8), (7, 8), (16, 8)],
        [(0, 8), (8, 8), (25, 8)],
        [(0, 8), (8, 8), (-1, 8)],
        [(0, 8), (8, 8), (16, -8)],
        [(0, 17), (17, 7), (24, 8)],
        [(0, 8), (8, 8), (Int.max, 8)],
        [(Int.min, 8), (8, 8), (16, Int.max)],
    ])
func refusedFields(fields: [(Int, Int)]) {
    let made = fields.map { BitField(offset: $0.0, length: $0.1) }
    #expect(PixelFormat(bitsPerPixel: 32, red: made[0], green: made[1], blue: made[2]) == nil)
}

@Test("levels and numbers of colours are of 1, 2, 4 or 8 bits, and a palette fits into them")
func refusedMeanings() {
    for bits in [-1, 0, 3, 5, 16, 32] {
        #expect(PixelFormat(bitsPerPixel: bits, meaning: .grey) == nil)
    }
    #expect(PixelFormat(bitsPerPixel: 8, meaning: .colours) == nil)
    #expect(PixelFormat(bitsPerPixel: 4, meaning: .displayPalette) == nil)
    #expect(PixelFormat(bitsPerPixel: 4, meaning: .fixedPalette([])) == nil)
    #expect(PixelFormat(bitsPerPixel: 4, meaning: .fixedPalette([UInt32](repeating: 0, count: 17))) == nil)
    #expect(PixelFormat(bitsPerPixel: 4, meaning: .fixedPalette([UInt32](repeating: 0, count: 16))) != nil)
}

@Test("a transparency that overlaps a colour is refused")
func refusedAlpha() {
    let format = PixelFormat(
        bitsPerPixel: 32, red: BitField(offset: 16, length: 8), green: BitField(offset: 8, length: 8),
        blue: BitField(offset: 0, length: 8), alpha: BitField(offset: 20, length: 8))
    #expect(format == nil)
}

@Test("a code is written as its four letters, and as ? where it has none")
func lettersOfCode() {
    #expect(PixelFormat.letters(of: 0x3432_5258) == "XR24")
    #expect(PixelFormat.letters(of: 0x0031_4752) == "RG1?")
}

@Test("a layout whose picture ends behind the memory is refused")
func layoutBounds() {
    // 3 rows of 10 bytes and a last one of 8: 38 bytes behind a base of 2.
    func layout(_ bytes: Int, pitch: Int = 10, base: Int = 2) -> ScanoutLayout? {
        ScanoutLayout(width: 4, height: 4, base: base, pitch: pitch, format: .rgb565, byteCount: bytes)
    }
    #expect(layout(40) != nil)
    #expect(layout(39) == nil)
    #expect(layout(1000, pitch: 7) == nil)
    #expect(layout(1000, base: -1) == nil)
    #expect(layout(Int.max, pitch: Int.max) == nil)
    #expect(layout(Int.max, base: Int.max) == nil)
}
