import Testing

@testable import FieldFB

/// Formats without dithering, with the word of a colour written out by hand.
private let exact: [(format: PixelFormat, word: @Sendable (UInt32, UInt32, UInt32) -> UInt32)] = [
    (.xrgb8888, { 0xFF00_0000 + $0 * 65536 + $1 * 256 + $2 }),
    (.argb8888, { 0xFF00_0000 + $0 * 65536 + $1 * 256 + $2 }),
    (.xbgr8888, { 0xFF00_0000 + $2 * 65536 + $1 * 256 + $0 }),
    (.abgr8888, { 0xFF00_0000 + $2 * 65536 + $1 * 256 + $0 }),
    (.rgb888, { $0 * 65536 + $1 * 256 + $2 }),
    (.bgr888, { $2 * 65536 + $1 * 256 + $0 }),
    // RGBX: red in the highest byte, the padding in the lowest.
    (
        PixelFormat(
            bitsPerPixel: 32, red: BitField(offset: 24, length: 8),
            green: BitField(offset: 16, length: 8), blue: BitField(offset: 8, length: 8))!,
        { $0 << 24 + $1 << 16 + $2 << 8 + 0xFF }
    ),
    // Ten bits a colour: the two highest bits repeated below.
    (
        PixelFormat(
            bitsPerPixel: 32, red: BitField(offset: 20, length: 10),
            green: BitField(offset: 10, length: 10), blue: BitField(offset: 0, length: 10))!,
        { 3 << 30 + ($0 * 4 + $0 / 64) << 20 + ($1 * 4 + $1 / 64) << 10 + ($2 * 4 + $2 / 64) }
    ),
]

@Test("every pixel becomes the word of its format", arguments: exact.indices, [1, 2, 3, 4, 5, 7, 8, 33])
func exactWords(row: Int, count: Int) {
    let (format, word) = exact[row]
    let seed = UInt64(row * 100 + count)
    var random = SeededGenerator(seed: seed)
    let width = 40
    let picture = surface(width: width, height: 3) { _, _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) }
    let x = Int.random(in: 0...(width - count), using: &random)
    let bytes = packed(picture, format, x: x, y: 1, count: count, before: 5, after: 3)
    let expected = (0..<count).map { index in
        let pixel = picture.pixels[width + x + index]
        return word(pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
    }
    let content = Array(bytes[5..<(bytes.count - 3)])
    #expect(words(content, format.bytesPerPixel) == expected, "seed \(seed)")
    #expect(bytes.prefix(5).allSatisfy { $0 == 0xA5 } && bytes.suffix(3).allSatisfy { $0 == 0xA5 })
}

@Test("RGB888 has blue in its first byte, as DRM means it")
func byteOrderOfRGB888() {
    let picture = surface(width: 1, height: 1) { _, _ in 0x11_2233 }
    #expect(packed(picture, .rgb888, count: 1) == [0x33, 0x22, 0x11])
    #expect(packed(picture, .bgr888, count: 1) == [0x11, 0x22, 0x33])
}

// MARK: - Formats short of bits

/// The 8x8 matrix of Bayer's 1973 paper, as it is printed in textbooks.
private let bayer: [Int] = [
    0, 32, 8, 40, 2, 34, 10, 42,
    48, 16, 56, 24, 50, 18, 58, 26,
    12, 44, 4, 36, 14, 46, 6, 38,
    60, 28, 52, 20, 62, 30, 54, 22,
    3, 35, 11, 43, 1, 33, 9, 41,
    51, 19, 59, 27, 49, 17, 57, 25,
    15, 47, 7, 39, 13, 45, 5, 37,
    63, 31, 55, 23, 61, 29, 53, 21,
]

@Test("the dither pattern is Bayer's, possibly mirrored at its diagonal")
func ditherPattern() {
    let pattern = DitherPattern.thresholds.map { Int($0) }
    let mirrored = (0..<64).map { bayer[$0 % 8 * 8 + $0 / 8] }
    #expect(pattern == bayer || pattern == mirrored)
}

private let short: [PixelFormat] = [
    .rgb565, .bgr565,
    PixelFormat(
        bitsPerPixel: 16, red: BitField(offset: 10, length: 5), green: BitField(offset: 5, length: 5),
        blue: BitField(offset: 0, length: 5))!,
    PixelFormat(
        bitsPerPixel: 16, red: BitField(offset: 8, length: 4), green: BitField(offset: 4, length: 4),
        blue: BitField(offset: 0, length: 4), alpha: BitField(offset: 12, length: 4))!,
]

/// A field's content as an 8 bit value: its bits repeated downwards.
private func widened(_ level: Int, _ length: Int) -> Int {
    switch length {
    case 4: level * 17
    case 5: level * 8 + level / 4
    default: level * 4 + level / 16
    }
}

@Test("a colour that the format holds exactly stays flat", arguments: short.indices)
func exactColoursStayFlat(row: Int) {
    let format = short[row]
    for level in 0..<(1 << format.red.length) {
        let value = UInt32(widened(level, format.red.length))
        let picture = surface(width: 8, height: 8) { _, _ in value << 16 }
        for y in 0..<8 {
            for word in words(packed(picture, format, y: y, count: 8), 2) {
                #expect(Int(word >> UInt32(format.red.offset)) & ((1 << format.red.length) - 1) == level)
            }
        }
    }
}

@Test("the bits that no colour uses are ones", arguments: [0, 0xFF_FFFF, 0x12_3456] as [UInt32])
func paddingIsOnes(colour: UInt32) {
    let picture = surface(width: 8, height: 1) { _, _ in colour }
    #expect(words(packed(picture, short[2], count: 8), 2).allSatisfy { $0 & 0x8000 != 0 })
    #expect(words(packed(picture, short[3], count: 8), 2).allSatisfy { $0 & 0xF000 == 0xF000 })
}

@Test("a value between two levels is their mixture, right on average", arguments: 0...255)
func ditherAverage(value: Int) {
    for format in short {
        let picture = surface(width: 8, height: 8) { _, _ in UInt32(value) * 0x01_0101 }
        for field in [format.red, format.green, format.blue] {
            var sum = 0
            var levels: Set<Int> = []
            for y in 0..<8 {
                for word in words(packed(picture, format, y: y, count: 8), 2) {
                    let level = Int(word >> UInt32(field.offset)) & ((1 << field.length) - 1)
                    levels.insert(level)
                    sum += widened(level, field.length)
                }
            }
            // 64 places can hold the mixture to 1/64 of a step, and a step is at most 17.
            #expect(abs(Double(sum) / 64 - Double(value)) <= 17.0 / 128)
            #expect(levels.count <= 2 && levels.max()! - levels.min()! <= 1)
        }
    }
}

@Test("a part of a row is dithered as in the whole row")
func ditherByPosition() {
    let seed: UInt64 = 565
    var random = SeededGenerator(seed: seed)
    let picture = surface(width: 37, height: 9) { _, _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) }
    for y in 0..<9 {
        let whole = words(packed(picture, .rgb565, y: y, count: 37), 2)
        for x in [0, 1, 5, 8, 30] {
            let part = words(packed(picture, .rgb565, x: x, y: y, count: 7), 2)
            #expect(part == Array(whole[x..<(x + 7)]), "seed \(seed)")
        }
    }
}

@Test("a display shows a 16 bit word with its bits repeated")
func unpacking() {
    #expect(PixelFormat.rgb565.unpack(0x0000) == 0xFF00_0000)
    #expect(PixelFormat.rgb565.unpack(0xFFFF) == 0xFFFF_FFFF)
    // Red 3 of 31: 24 (00011 000); green 33 of 63: 134 (100001 10); blue 16 of 31: 132 (10000 100).
    #expect(PixelFormat.rgb565.unpack(3 << 11 | 33 << 5 | 16) == 0xFF18_8684)
    #expect(PixelFormat.bgr565.unpack(3 << 11 | 33 << 5 | 16) == 0xFF84_8618)
}

@Test("a format with eight bits a colour shows the surface unchanged", arguments: 0..<6)
func displayedUnchanged(row: Int) {
    var random = SeededGenerator(seed: 8)
    let picture = surface(width: 13, height: 5) { _, _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) }
    let shown = PixelPacker(exact[row].format).displayed(picture)!.pixels
    let drawn = picture.pixels
    #expect(shown == drawn)
}

@Test("what a 16 bit display shows, shown again, does not change")
func displayedTwice() {
    var random = SeededGenerator(seed: 16)
    let picture = surface(width: 16, height: 16) { _, _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) }
    let packer = PixelPacker(.rgb565)
    let once = packer.displayed(picture)!
    let (drawn, shown, shownAgain) = (picture.pixels, once.pixels, packer.displayed(once)!.pixels)
    #expect(shown != drawn)
    #expect(shownAgain == shown)
}
