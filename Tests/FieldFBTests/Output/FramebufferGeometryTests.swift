import Testing

@testable import FieldFB

private func field(_ offset: Int, _ length: Int) -> BitField { BitField(offset: offset, length: length) }

/// Records as field reports tell them. Where a report leaves a number out, the
/// plainest one stands: memory for the virtual picture, the usual bits.
private func record(
    _ size: (Int, Int), virtual: (Int, Int)? = nil, offset: (Int, Int) = (0, 0), bits: Int,
    _ red: (Int, Int), _ green: (Int, Int), _ blue: (Int, Int), _ alpha: (Int, Int) = (0, 0), line: Int,
    memory: Int, visual: FramebufferRecord.Visual = .trueColour, packed: Bool = true
) -> FramebufferRecord {
    FramebufferRecord(
        width: size.0, height: size.1, virtualWidth: virtual?.0, virtualHeight: virtual?.1,
        offsetX: offset.0, offsetY: offset.1, bitsPerPixel: bits, red: field(red.0, red.1),
        green: field(green.0, green.1), blue: field(blue.0, blue.1), alpha: field(alpha.0, alpha.1),
        lineLength: line, memoryLength: memory, visual: visual, isPacked: packed)
}

private struct Expected: Sendable {
    let name: String
    let record: FramebufferRecord
    let base: Int
    let pitch: Int
    let format: PixelFormat
    var isAssumed = false
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
    (
        record((160, 160), bits: 1, (0, 1), (0, 1), (0, 1), line: 20, memory: 3200, visual: .monochrome),
        .depth(1)
    ),
    (changed { $0.bitsPerPixel = 8 }, .depth(8)),
    (changed { $0.bitsPerPixel = -32 }, .depth(-32)),
    (changed { $0.visual = .palette }, .notTrueColour),
    (changed { $0.isPacked = false }, .notPacked),
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
    func pick() -> Int { numbers.randomElement(using: &random)! }
    for _ in 0..<20_000 {
        let record = record(
            (pick(), pick()), offset: (pick(), pick()), bits: [16, 24, 32].randomElement(using: &random)!,
            (pick(), pick()), (pick(), pick()), (pick(), pick()), line: pick(), memory: pick())
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
