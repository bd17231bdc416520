import Testing

@testable import FieldFB

/// Names, codes and bit fields as drm_fourcc.h gives them.
private let table: [(name: String, code: UInt32, bits: Int, red: Int, green: Int, blue: Int)] = [
    ("XRGB8888", 0x3432_5258, 32, 16, 8, 0),
    ("ARGB8888", 0x3432_5241, 32, 16, 8, 0),
    ("XBGR8888", 0x3432_4258, 32, 0, 8, 16),
    ("ABGR8888", 0x3432_4241, 32, 0, 8, 16),
    ("RGB888", 0x3432_4752, 24, 16, 8, 0),
    ("BGR888", 0x3432_4742, 24, 0, 8, 16),
    ("RGB565", 0x3631_4752, 16, 11, 5, 0),
    ("BGR565", 0x3631_4742, 16, 0, 5, 11),
]

@Test("a named format has the code and the bits of DRM", arguments: table.indices)
func namedFormat(row: Int) throws {
    let expected = table[row]
    let format = try #require(PixelFormat(name: expected.name))
    let entry = try #require(PixelFormat.named.first { $0.name == expected.name })
    #expect(entry.code == expected.code)
    #expect(format.bitsPerPixel == expected.bits)
    #expect(format.red.offset == expected.red)
    #expect(format.green.offset == expected.green)
    #expect(format.blue.offset == expected.blue)
    #expect(format.name == expected.name)
}

@Test("a named format equals the same layout made from its fields", arguments: table.indices)
func namedFormatFromFields(row: Int) throws {
    let named = try #require(PixelFormat(name: table[row].name))
    let made = PixelFormat(
        bitsPerPixel: named.bitsPerPixel, red: named.red, green: named.green, blue: named.blue,
        alpha: named.alpha)
    #expect(made == named)
}

@Test("an unknown name is no format", arguments: ["", "xrgb8888", "RGB", "XRGB8888 ", "Ä"])
func unknownName(name: String) {
    #expect(PixelFormat(name: name) == nil)
}

@Test("a depth that has no word is refused", arguments: [-1, 0, 1, 8, 12, 15, 18, 30, 64])
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
