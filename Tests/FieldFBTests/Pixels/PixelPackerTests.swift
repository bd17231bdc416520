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

@Test("the dither pattern is Bayer's")
func ditherPattern() {
    #expect(DitherPattern.thresholds.map { Int($0) } == bayer)
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

// MARK: - Every format

private let someColours: [UInt32] = [0xFF00_0000, 0xFFFF_FFFF, 0xFF80_0000, 0xFF00_AA00, 0xFF00_00FF, 0xFF55_5555]
private let everyFormat: [PixelFormat] =
    PixelFormat.named.map(\.format) + PixelFormat.namedOfFramebuffers.map(\.format) + [
        PixelFormat(bitsPerPixel: 4, meaning: .fixedPalette(someColours))!,
        PixelFormat(bitsPerPixel: 8, meaning: .fixedPalette(someColours))!,
        // 18 bits in three and in four bytes, and lengths that no two colours share.
        PixelFormat(
            bitsPerPixel: 24, red: BitField(offset: 12, length: 6), green: BitField(offset: 6, length: 6),
            blue: BitField(offset: 0, length: 6))!,
        PixelFormat(
            bitsPerPixel: 32, red: BitField(offset: 0, length: 6), green: BitField(offset: 6, length: 6),
            blue: BitField(offset: 12, length: 6))!,
        PixelFormat(
            bitsPerPixel: 32, red: BitField(offset: 1, length: 12), green: BitField(offset: 14, length: 3),
            blue: BitField(offset: 20, length: 8))!,
    ]

@Test("every format, bit by bit", arguments: everyFormat)
func everyBit(format: PixelFormat) {
    let seed: UInt64 = 1821
    var random = SeededGenerator(seed: seed)
    for round in 0..<20 {
        let picture = surface(width: 48, height: 9) { x, _ in
            let grey = UInt32.random(in: 0...255, using: &random) * 0x01_0101
            return x % 3 == 0 ? grey : UInt32.random(in: 0...0xFF_FFFF, using: &random)
        }
        let x = Int.random(in: 0...16, using: &random)
        let y = Int.random(in: 0...8, using: &random)
        let count = Int.random(in: 1...32, using: &random)
        let colours = (0..<count).map { picture.pixels[y * 48 + x + $0] }
        let expected = ReferencePacker.row(colours, format, x: x, y: y)
        let bytes = packed(picture, format, x: x, y: y, count: count, before: 3, after: 2)
        #expect(Array(bytes[3..<(bytes.count - 2)]) == expected, "\(format.name), seed \(seed), round \(round)")
        #expect(bytes.prefix(3) == [0xA5, 0xA5, 0xA5] && bytes.suffix(2) == [0xA5, 0xA5])
    }
}

@Test("of eight pixels in a byte the leftmost is in the highest bit, or in the lowest")
func leftmostBit() throws {
    let picture = surface(width: 10, height: 1) { x, _ in [0, 3, 9].contains(x) ? 0xFF_FFFF : 0 }
    #expect(packed(picture, try #require(PixelFormat(name: "R1")), count: 10) == [0b1001_0000, 0b0100_0000])
    #expect(packed(picture, try #require(PixelFormat(name: "D1")), count: 10) == [0b0110_1111, 0b1000_0000])
    #expect(packed(picture, try #require(PixelFormat(name: "R1_LSB")), count: 10) == [0b0000_1001, 0b0000_0010])
    let greys = surface(width: 3, height: 1) { x, _ in UInt32([0, 85, 255][x]) * 0x01_0101 }
    #expect(packed(greys, try #require(PixelFormat(name: "R2")), count: 3) == [0b0001_1100])
    #expect(packed(greys, try #require(PixelFormat(name: "R4_LSB")), count: 3) == [0x50, 0x0F])
}

@Test("a grey in black and white is as many white places as it is bright")
func greyInTwoColours() throws {
    let format = try #require(PixelFormat(name: "R1"))
    for (value, white) in [(0, 0), (64, 16), (128, 32), (191, 48), (255, 64)] as [(UInt32, Int)] {
        let picture = surface(width: 8, height: 8) { _, _ in value * 0x01_0101 }
        let ones = (0..<8).map { packed(picture, format, y: $0, count: 8)[0].nonzeroBitCount }.reduce(0, +)
        #expect(ones == white)
    }
}

@Test("the palette has every colour of six levels and 46 greys, each once")
func displayPalette() {
    let colours = DisplayPalette.colours
    #expect(colours.count == 256)
    #expect(Set(colours).count == 256)
    for red: UInt32 in [0, 51, 102, 153, 204, 255] {
        for green: UInt32 in [0, 51, 102, 153, 204, 255] {
            for blue: UInt32 in [0, 51, 102, 153, 204, 255] {
                #expect(colours.contains(0xFF00_0000 | red << 16 | green << 8 | blue))
            }
        }
    }
    let greys = colours.map { $0 & 255 }.enumerated().filter { index, level in
        colours[index] == 0xFF00_0000 | level * 0x01_0101
    }.map { Int($0.element) }.sorted()
    #expect(greys.count == 46)
    #expect(zip(greys, greys.dropFirst()).allSatisfy { $1 - $0 == 5 || $1 - $0 == 6 })
}

@Test("a grey on a palette display has no tint, and a colour of the cube is exact")
func displayedOnPalette() throws {
    let packer = PixelPacker(try #require(PixelFormat(name: "C8")))
    let greys = surface(width: 256, height: 8) { x, _ in UInt32(x) * 0x01_0101 }
    let shown = try made(packer.displayed(greys)).pixels
    for pixel in shown { #expect(pixel == 0xFF00_0000 | (pixel & 255) * 0x01_0101) }
    let exact = surface(width: 8, height: 8) { _, _ in 0x33_99FF }
    let same = try made(packer.displayed(exact)).pixels
    #expect(same.allSatisfy { $0 == 0xFF33_99FF })
}

@Test("on a fixed palette each colour becomes one of its own, and its own stay")
func displayedOnFixedPalette() throws {
    let packer = PixelPacker(try #require(PixelFormat(bitsPerPixel: 4, meaning: .fixedPalette(someColours))))
    var random = SeededGenerator(seed: 16)
    let picture = surface(width: 16, height: 16) { _, _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) }
    let shown = try made(packer.displayed(picture)).pixels
    #expect(shown.allSatisfy { someColours.contains($0) })
    // Colours of four bits a channel are not dithered.
    let own = surface(width: 3, height: 1) { x, _ in [0x00_AA00, 0x00_00FF, 0x55_5555][x] }
    #expect(try made(packer.displayed(own)).pixels == [0xFF00_AA00, 0xFF00_00FF, 0xFF55_5555])
}

@Test("white and black are exact in every format that has colours or levels", arguments: everyFormat)
func blackAndWhite(format: PixelFormat) throws {
    let picture = surface(width: 8, height: 8) { x, _ in x % 2 == 0 ? 0 : 0xFF_FFFF }
    let drawn = picture.pixels
    #expect(try made(PixelPacker(format).displayed(picture)).pixels == drawn)
}
