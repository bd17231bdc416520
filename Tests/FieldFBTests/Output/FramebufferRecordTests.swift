import Testing

@testable import FieldFB

private func field(_ offset: Int, _ length: Int) -> BitField { BitField(offset: offset, length: length) }

/// Records as field reports tell them. Where a report leaves a number out, the
/// plainest one stands: memory for the virtual picture, the usual bits.
private func record(
    _ size: (Int, Int), virtual: (Int, Int)? = nil, offset: (Int, Int) = (0, 0), bits: Int,
    _ red: (Int, Int), _ green: (Int, Int), _ blue: (Int, Int), _ alpha: (Int, Int) = (0, 0), line: Int,
    memory: Int, visual: FramebufferRecord.Visual = .trueColour,
    storage: FramebufferRecord.Storage = .packed, grayscale: Int = 0, nonstandard: Int = 0,
    isLowestFirst: Bool = false
) -> FramebufferRecord {
    FramebufferRecord(
        width: size.0, height: size.1, virtualWidth: virtual?.0, virtualHeight: virtual?.1,
        offsetX: offset.0, offsetY: offset.1, bitsPerPixel: bits, red: field(red.0, red.1),
        green: field(green.0, green.1), blue: field(blue.0, blue.1), alpha: field(alpha.0, alpha.1),
        isLowestFirst: isLowestFirst, grayscale: grayscale, nonstandard: nonstandard,
        lineLength: line, memoryLength: memory, visual: visual, storage: storage)
}

private func named(_ name: String) -> PixelFormat { PixelFormat(name: name)! }

/// The letters of a video format as a number, the first in the lowest byte.
private func code(_ letters: String) -> Int {
    letters.utf8.reversed().reduce(0) { $0 << 8 | Int($1) }
}

private let white: [UInt32] = [0xFF00_0000, 0xFFFF_FFFF]

private struct Expected: Sendable, CustomTestStringConvertible {
    let name: String
    let record: FramebufferRecord
    let base: Int
    let pitch: Int
    let format: PixelFormat
    var isAssumed = false

    var testDescription: String { name }
}

private let usable = [
    Expected(
        name: "Pi with a custom width: rows padded to 1104 pixels",
        record: record((1100, 790), bits: 32, (16, 8), (8, 8), (0, 8), (24, 8), line: 4416, memory: 3_488_640),
        base: 0, pitch: 4416, format: .argb8888),
    Expected(
        name: "480 visible, 512 in memory",
        record: record((480, 800), bits: 16, (11, 5), (5, 6), (0, 5), line: 1024, memory: 819_200),
        base: 0, pitch: 1024, format: .rgb565),
    Expected(
        name: "the third of three pages is shown",
        record: record(
            (1920, 1080), virtual: (1920, 3240), offset: (0, 2160), bits: 32, (16, 8), (8, 8), (0, 8),
            line: 7680, memory: 24_883_200),
        base: 16_588_800, pitch: 7680, format: .xrgb8888),
    Expected(
        name: "virtual picture larger both ways",
        record: record(
            (800, 600), virtual: (2048, 2048), bits: 32, (16, 8), (8, 8), (0, 8), line: 8192,
            memory: 16_777_216),
        base: 0, pitch: 8192, format: .xrgb8888),
    Expected(
        name: "Pi at 24 bits, transparency of no bits",
        record: record(
            (800, 480), bits: 24, (16, 8), (8, 8), (0, 8), (24, 0), line: 2400, memory: 1_152_000),
        base: 0, pitch: 2400, format: .rgb888),
    Expected(
        name: "Pi at 32 bits",
        record: record(
            (800, 480), bits: 32, (16, 8), (8, 8), (0, 8), (24, 8), line: 3200, memory: 1_536_000),
        base: 0, pitch: 3200, format: .argb8888),
    Expected(
        name: "colour fields of no bits",
        record: record((800, 1280), bits: 32, (0, 0), (0, 0), (0, 0), line: 3200, memory: 4_096_000),
        base: 0, pitch: 3200, format: .xrgb8888, isAssumed: true),
    Expected(
        name: "red in the lowest byte",
        record: record(
            (1536, 2048), bits: 32, (0, 8), (8, 8), (16, 8), (24, 8), line: 6144, memory: 12_582_912),
        base: 0, pitch: 6144, format: .abgr8888),
    Expected(
        name: "plain 16 bits",
        record: record((1280, 1024), bits: 16, (11, 5), (5, 6), (0, 5), line: 2560, memory: 2_621_440),
        base: 0, pitch: 2560, format: .rgb565),
    Expected(
        name: "vfb at 16 bits: red lowest, rows rounded up to 4 bytes",
        record: record((641, 480), bits: 16, (0, 5), (5, 6), (11, 5), line: 1284, memory: 8_388_608),
        base: 0, pitch: 1284, format: .bgr565),
    Expected(
        name: "shown from a column and a row",
        record: record(
            (640, 480), virtual: (1280, 960), offset: (32, 7), bits: 24, (0, 8), (8, 8), (16, 8), line: 3840,
            memory: 3_686_400),
        base: 7 * 3840 + 32 * 3, pitch: 3840, format: .bgr888),
    Expected(
        name: "memory that ends with the last visible pixel",
        record: record((4, 3), bits: 16, (11, 5), (5, 6), (0, 5), line: 12, memory: 2 * 12 + 8),
        base: 0, pitch: 12, format: .rgb565),
    Expected(
        name: "transparency over a colour: it is left out, the colours stand",
        record: record((4, 3), bits: 32, (0, 8), (8, 8), (16, 8), (0, 8), line: 16, memory: 48),
        base: 0, pitch: 16, format: .xbgr8888),
    Expected(
        name: "Pi at 32 bits, second page of 187.5 memory pages",
        record: record(
            (800, 480), virtual: (800, 960), offset: (0, 480), bits: 16, (11, 5), (5, 6), (0, 5), line: 1600,
            memory: 1_536_000),
        base: 768_000, pitch: 1600, format: .rgb565),
    Expected(
        name: "padding behind each line, transparency of no bits",
        record: record((1366, 768), bits: 32, (16, 8), (8, 8), (0, 8), line: 5504, memory: 4_227_072),
        base: 0, pitch: 5504, format: .xrgb8888),
    Expected(
        name: "an OLED of one bit, as it is reported: white is one",
        record: record(
            (160, 160), bits: 1, (0, 1), (0, 1), (0, 1), line: 20, memory: 3200, visual: .whiteIsOne),
        base: 0, pitch: 20, format: named("R1")),
    Expected(
        name: "vfb at one bit: black is one, fields of eight bits, a width that fills no byte",
        record: record(
            (158, 100), bits: 1, (0, 8), (0, 8), (0, 8), line: 20, memory: 8_388_608, visual: .blackIsOne),
        base: 0, pitch: 20, format: named("D1")),
    Expected(
        name: "one bit, the leftmost in the lowest",
        record: record(
            (128, 64), bits: 1, (0, 1), (0, 1), (0, 1), line: 16, memory: 1024, visual: .whiteIsOne,
            isLowestFirst: true),
        base: 0, pitch: 16, format: named("R1_LSB")),
    Expected(
        name: "one bit, shown from the second byte of a row on",
        record: record(
            (8, 2), virtual: (24, 4), offset: (8, 1), bits: 1, (0, 1), (0, 1), (0, 1), line: 3, memory: 12,
            visual: .whiteIsOne),
        base: 4, pitch: 3, format: named("R1")),
    Expected(
        name: "one plane of one bit",
        record: record(
            (640, 200), bits: 1, (0, 1), (0, 1), (0, 1), line: 80, memory: 16_000, visual: .blackIsOne,
            storage: .planes),
        base: 0, pitch: 80, format: named("D1")),
    Expected(
        name: "an e-paper display of eight bits grey",
        record: record(
            (600, 800), bits: 8, (0, 8), (0, 8), (0, 8), line: 608, memory: 486_400, grayscale: 1),
        base: 0, pitch: 608, format: named("R8")),
    Expected(
        name: "the same with white as 0",
        record: record(
            (600, 800), bits: 8, (0, 8), (0, 8), (0, 8), line: 608, memory: 486_400, grayscale: 2),
        base: 0, pitch: 608, format: named("D8")),
    Expected(
        name: "black and white in eight bits: all of them ones for white",
        record: record(
            (800, 600), bits: 8, (0, 0), (0, 0), (0, 0), line: 800, memory: 480_000, visual: .whiteIsOne),
        base: 0, pitch: 800, format: named("R8")),
    Expected(
        name: "four bits grey, two pixels in a byte",
        record: record((320, 240), bits: 4, (0, 4), (0, 4), (0, 4), line: 160, memory: 38_400, grayscale: 1),
        base: 0, pitch: 160, format: named("R4")),
    Expected(
        name: "vfb at 8 bits: a palette",
        record: record(
            (640, 480), bits: 8, (0, 8), (0, 8), (0, 8), line: 640, memory: 1_048_576, visual: .palette),
        base: 0, pitch: 640, format: named("C8")),
    Expected(
        name: "a palette of 16 colours becomes greys",
        record: record(
            (640, 480), bits: 4, (0, 4), (0, 4), (0, 4), line: 320, memory: 153_600, visual: .palette),
        base: 0, pitch: 320, format: named("R4")),
    Expected(
        name: "a palette that cannot be set: the nearest of its colours",
        record: record(
            (64, 48), bits: 8, (0, 8), (0, 8), (0, 8), line: 64, memory: 3072, visual: .fixedPalette(white)),
        base: 0, pitch: 64, format: PixelFormat(bitsPerPixel: 8, meaning: .fixedPalette(white))!),
    Expected(
        name: "more colours than a pixel can number are cut off",
        record: record(
            (64, 48), bits: 1, (0, 1), (0, 1), (0, 1), line: 8, memory: 384,
            visual: .fixedPalette(white + [0xFFFF_0000])),
        base: 0, pitch: 8, format: PixelFormat(bitsPerPixel: 1, meaning: .fixedPalette(white))!),
    Expected(
        name: "tables between fields and glass: the fields count",
        record: record(
            (640, 480), bits: 16, (11, 5), (5, 6), (0, 5), line: 1280, memory: 614_400, visual: .directColour),
        base: 0, pitch: 1280, format: .rgb565),
    Expected(
        name: "colours in one byte",
        record: record((320, 240), bits: 8, (5, 3), (2, 3), (0, 2), line: 320, memory: 76_800),
        base: 0, pitch: 320, format: named("RGB332")),
    Expected(
        name: "15 bits in two bytes",
        record: record((320, 240), bits: 15, (10, 5), (5, 5), (0, 5), line: 640, memory: 153_600),
        base: 0, pitch: 640, format: named("XRGB1555")),
    Expected(
        name: "16 bits whose fields are of five bits, with a transparency of one",
        record: record((320, 240), bits: 16, (10, 5), (5, 5), (0, 5), (15, 1), line: 640, memory: 153_600),
        base: 0, pitch: 640, format: named("ARGB1555")),
    Expected(
        name: "vfb with a transparency: red lowest, five bits each",
        record: record((640, 480), bits: 16, (0, 5), (5, 5), (10, 5), (15, 1), line: 1280, memory: 614_400),
        base: 0, pitch: 1280, format: named("ABGR1555")),
    Expected(
        name: "12 bits in two bytes",
        record: record((320, 240), bits: 12, (8, 4), (4, 4), (0, 4), line: 640, memory: 153_600),
        base: 0, pitch: 640, format: named("XRGB4444")),
    Expected(
        name: "18 bits in three bytes, lines padded",
        record: record((480, 272), bits: 18, (12, 6), (6, 6), (0, 6), line: 1536, memory: 417_792),
        base: 0, pitch: 1536,
        format: PixelFormat(bitsPerPixel: 24, red: field(12, 6), green: field(6, 6), blue: field(0, 6))!),
    Expected(
        name: "18 bits in four bytes, which shows in the line length",
        record: record((480, 272), bits: 18, (12, 6), (6, 6), (0, 6), line: 1920, memory: 522_240),
        base: 0, pitch: 1920,
        format: PixelFormat(bitsPerPixel: 32, red: field(12, 6), green: field(6, 6), blue: field(0, 6))!),
    Expected(
        name: "18 bits in a word of 32, fields apart",
        record: record((240, 320), bits: 32, (18, 6), (10, 6), (2, 6), line: 960, memory: 307_200),
        base: 0, pitch: 960,
        format: PixelFormat(bitsPerPixel: 32, red: field(18, 6), green: field(10, 6), blue: field(2, 6))!),
    Expected(
        name: "30 bits in four bytes",
        record: record((800, 600), bits: 30, (20, 10), (10, 10), (0, 10), line: 3200, memory: 1_920_000),
        base: 0, pitch: 3200, format: named("XRGB2101010")),
    Expected(
        name: "30 bits, red lowest, said to be 32",
        record: record((800, 600), bits: 32, (0, 10), (10, 10), (20, 10), (30, 2), line: 3200, memory: 1_920_000),
        base: 0, pitch: 3200, format: named("ABGR2101010")),
    Expected(
        name: "red in the highest byte",
        record: record((800, 600), bits: 32, (24, 8), (16, 8), (8, 8), (0, 8), line: 3200, memory: 1_920_000),
        base: 0, pitch: 3200, format: named("RGBA8888")),
    Expected(
        name: "a format by its letters: no field is looked at",
        record: record(
            (800, 480), bits: 16, (0, 0), (0, 0), (0, 0), line: 1600, memory: 768_000, visual: .code,
            storage: .code, grayscale: code("RGBP")),
        base: 0, pitch: 1600, format: .rgb565),
    Expected(
        name: "letters that count bytes from the first on",
        record: record(
            (800, 480), bits: 24, (0, 0), (0, 0), (0, 0), line: 2400, memory: 1_152_000, visual: .code,
            storage: .code, grayscale: code("RGB3")),
        base: 0, pitch: 2400, format: .bgr888),
    Expected(
        name: "letters of a grey",
        record: record(
            (800, 480), bits: 8, (0, 0), (0, 0), (0, 0), line: 800, memory: 384_000, visual: .code,
            storage: .code, grayscale: code("GREY")),
        base: 0, pitch: 800, format: named("R8")),
    Expected(
        name: "letters in the field for a driver's own layouts",
        record: record(
            (800, 480), bits: 16, (11, 5), (5, 6), (0, 5), line: 1600, memory: 768_000,
            nonstandard: code("RGBP")),
        base: 0, pitch: 1600, format: .rgb565),
    Expected(
        name: "fields of no bits at 15 bits",
        record: record((320, 240), bits: 15, (0, 0), (0, 0), (0, 0), line: 640, memory: 153_600),
        base: 0, pitch: 640, format: named("XRGB1555"), isAssumed: true),
    Expected(
        name: "fields of no bits at 8 bits",
        record: record((320, 240), bits: 8, (0, 0), (0, 0), (0, 0), line: 320, memory: 76_800),
        base: 0, pitch: 320, format: named("RGB332"), isAssumed: true),
    Expected(
        name: "fields longer than the pixel",
        record: record((320, 240), bits: 16, (16, 8), (8, 8), (0, 8), line: 640, memory: 153_600),
        base: 0, pitch: 640, format: .rgb565, isAssumed: true),
]

@Test("a record gives base, row step and format", arguments: usable)
private func usableRecord(expected: Expected) throws {
    let geometry = try FramebufferGeometry(expected.record)
    #expect(geometry.layout.base == expected.base, "\(expected.name)")
    #expect(geometry.layout.pitch == expected.pitch, "\(expected.name)")
    #expect(geometry.layout.format == expected.format, "\(expected.name)")
    #expect(geometry.layout.width == expected.record.width, "\(expected.name)")
    #expect(geometry.layout.height == expected.record.height, "\(expected.name)")
    #expect(geometry.isFormatAssumed == expected.isAssumed, "\(expected.name)")
}

private let plain = record((800, 600), bits: 32, (16, 8), (8, 8), (0, 8), line: 3200, memory: 1_920_000)

private func changed(_ change: (inout FramebufferRecord) -> Void) -> FramebufferRecord {
    var record = plain
    change(&record)
    return record
}

private let unusable: [(FramebufferRecord, FramebufferRefusal)] = [
    (changed { $0.bitsPerPixel = 64 }, .depth(64)),
    (changed { $0.bitsPerPixel = -32 }, .depth(-32)),
    (changed { $0.bitsPerPixel = 0 }, .depth(0)),
    (changed { $0.bitsPerPixel = 4 }, .depth(4)),
    (changed { $0.visual = .palette }, .depth(32)),
    (changed { $0.visual = .whiteIsOne }, .depth(32)),
    (changed { $0.visual = .fixedPalette([]) }, .unknownColours),
    (changed { $0.visual = .fixedPalette(white) }, .depth(32)),
    (changed { $0.visual = .other }, .visual),
    (changed { $0.storage = .other }, .notPacked),
    (changed { $0.storage = .planes }, .notPacked),
    (changed { $0.nonstandard = 1 }, .nonstandard(1)),
    (changed { $0.storage = .code; $0.grayscale = code("YUYV") }, .code(0x5659_5559)),
    (changed { $0.visual = .code }, .code(0)),
    (changed { $0.grayscale = Int(UInt32.max) }, .code(.max)),
    (changed { $0.width = 0 }, .size(0, 600)),
    (changed { $0.height = Int.max }, .size(800, Int.max)),
    (changed { $0.lineLength = 3199 }, .lineLength(3199)),
    (changed { $0.lineLength = 0 }, .lineLength(0)),
    (changed { $0.memoryLength = 1_919_999 }, .outsideMemory),
    (changed { $0.memoryLength = 0 }, .outsideMemory),
    (changed { $0.offsetY = 1 }, .outsideMemory),
    (changed { $0.offsetX = 1 }, .outsideMemory),
    (changed { $0.offsetY = Int.max }, .outsideMemory),
    (changed { $0.offsetX = Int.max }, .outsideMemory),
    (changed { $0.offsetY = -1 }, .outsideMemory),
    // A picture that begins inside a byte.
    (
        record(
            (8, 2), virtual: (24, 4), offset: (4, 0), bits: 1, (0, 1), (0, 1), (0, 1), line: 3, memory: 12,
            visual: .whiteIsOne),
        .outsideMemory
    ),
]

@Test("a record that cannot be drawn to is refused with its reason", arguments: unusable.indices)
func unusableRecord(row: Int) {
    #expect(throws: unusable[row].1) { try FramebufferGeometry(unusable[row].0) }
}

@Test("random records never trap, and what is accepted lies inside the memory")
func randomRecords() {
    let seed: UInt64 = 20
    var random = SeededGenerator(seed: seed)
    let numbers = [-1, 0, 1, 5, 8, 16, 24, 32, 640, 480, 2560, 1 << 20, 1 << 31, Int(UInt32.max)]
    let visuals: [FramebufferRecord.Visual] = [
        .trueColour, .directColour, .palette, .fixedPalette([]), .fixedPalette(white), .blackIsOne, .whiteIsOne,
        .code, .other,
    ]
    func pick() -> Int { numbers.randomElement(using: &random)! }
    for _ in 0..<20_000 {
        let record = record(
            (pick(), pick()), virtual: (pick(), pick()), offset: (pick(), pick()),
            bits: [1, 2, 4, 8, 15, 16, 18, 24, 30, 32, pick()].randomElement(using: &random)!,
            (pick(), pick()), (pick(), pick()), (pick(), pick()), line: pick(), memory: pick(),
            visual: visuals.randomElement(using: &random)!, grayscale: [0, 0, 1, 2, pick()].randomElement(using: &random)!)
        guard let layout = try? FramebufferGeometry(record).layout else { continue }
        let end = layout.offset(x: layout.width, y: layout.height - 1)
        #expect(layout.base >= 0 && end <= record.memoryLength, "seed \(seed)")
    }
}

@Test("timings of zero mean an unknown rate")
func unknownFramebufferRate() {
    #expect(FramebufferRecord.refresh(picoseconds: 0, columns: 800, rows: 525) == 0)
    #expect(FramebufferRecord.refresh(picoseconds: 39721, columns: 0, rows: 0) == 0)
    #expect(FramebufferRecord.refresh(picoseconds: Int64.max, columns: 2, rows: 2) == 0)
    // The VGA mode of 640x480: 25.175 MHz over 800x525.
    #expect(FramebufferRecord.refresh(picoseconds: 39721, columns: 800, rows: 525) == 59_941)
}

// MARK: - What a person knows better

@Test("a format that a person names outdoes the record, and is checked against the memory")
func formatOverride() throws {
    // A printer's screen: 16 bits by its record, 32 by its line length.
    let lying = record((800, 480), bits: 16, (11, 5), (5, 6), (0, 5), line: 3200, memory: 1_536_000)
    let geometry = try FramebufferGeometry(lying, format: .xrgb8888)
    #expect(geometry.layout.format == .xrgb8888)
    #expect(geometry.layout.pitch == 3200)
    #expect(!geometry.isFormatAssumed)
    let honest = record((800, 480), bits: 16, (11, 5), (5, 6), (0, 5), line: 1600, memory: 768_000)
    #expect(throws: FramebufferRefusal.lineLength(1600)) {
        try FramebufferGeometry(honest, format: .xrgb8888)
    }
    // Also where the record alone could not be drawn to.
    #expect(try FramebufferGeometry(changed { $0.visual = .other }, format: .bgr565).layout.format == .bgr565)
}

// MARK: - The same picture

@Test("another mode is another picture; another page of the same memory is not")
func samePicture() {
    #expect(plain.hasSamePicture(as: changed { $0.offsetY = 600 }))
    #expect(plain.hasSamePicture(as: changed { $0.visual = .fixedPalette(white) }))
    #expect(!plain.hasSamePicture(as: changed { $0.width = 640 }))
    #expect(!plain.hasSamePicture(as: changed { $0.bitsPerPixel = 16 }))
    #expect(!plain.hasSamePicture(as: changed { $0.red = field(0, 8) }))
}
