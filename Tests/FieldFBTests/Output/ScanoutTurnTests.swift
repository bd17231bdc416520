import Testing

@testable import FieldFB

/// Where a pixel of the picture lies on the glass, from the picture's size alone.
private func turn(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ degrees: Int) -> (x: Int, y: Int) {
    switch degrees {
    case 90: (height - 1 - y, x)
    case 180: (width - 1 - x, height - 1 - y)
    case 270: (y, width - 1 - x)
    default: (x, y)
    }
}

@Test(
    "whatever the size, the turn and the part: its pixels are written and not one byte beside them",
    arguments: Orientation.allCases)
func turnedWrites(orientation: Orientation) throws {
    let seed: UInt64 = 8390
    var random = SeededGenerator(seed: seed)
    for round in 0..<120 {
        let width = Int.random(in: 1...45, using: &random)
        let height = Int.random(in: 1...45, using: &random)
        let (glassWidth, glassHeight) = orientation.swapsSides ? (height, width) : (width, height)
        let base = Int.random(in: 0...70, using: &random)
        let pitch = glassWidth * 3 + Int.random(in: 0...20, using: &random)
        let byteCount = base + pitch * glassHeight + 64
        let layout = try #require(
            ScanoutLayout(
                width: glassWidth, height: glassHeight, base: base, pitch: pitch, format: .rgb888,
                byteCount: byteCount))
        let picture = surface(width: width, height: height) { _, _ in
            UInt32.random(in: 0...0xFF_FFFF, using: &random)
        }
        let x = Int.random(in: 0..<width, using: &random)
        let y = Int.random(in: 0..<height, using: &random)
        let rect = try #require(
            PixelRect(
                x: x, y: y, width: Int.random(in: 1...(width - x), using: &random),
                height: Int.random(in: 1...(height - y), using: &random)))

        var expected = [UInt8](repeating: 0xA5, count: byteCount)
        for row in rect.y..<rect.maxY {
            for column in rect.x..<rect.maxX {
                let place = turn(column, row, width, height, orientation.degrees)
                let pixel = picture.pixels[row * width + column]
                for byte in 0..<3 {
                    expected[base + place.y * pitch + place.x * 3 + byte] =
                        UInt8(truncatingIfNeeded: pixel >> UInt32(byte * 8))
                }
            }
        }
        let file = try MemoryFile(byteCount: byteCount)
        let descriptor = try systemOpen(file.path, .readWrite)
        defer { systemClose(descriptor) }
        var memory = try ScanoutMemory(descriptor: descriptor, offset: 0, byteCount: byteCount)
        memory.write(picture, rect, layout: layout, packer: PixelPacker(.rgb888), orientation: orientation)
        #expect(try file.bytes() == expected, "seed \(seed), round \(round)")
    }
}

@Test("a picture that is not as large as the turned glass is not written", arguments: Orientation.allCases)
func wrongSize(orientation: Orientation) throws {
    let file = try MemoryFile(byteCount: 96)
    let layout = try #require(
        ScanoutLayout(width: 6, height: 4, base: 0, pitch: 24, format: .xrgb8888, byteCount: 96))
    let descriptor = try systemOpen(file.path, .readWrite)
    defer { systemClose(descriptor) }
    var memory = try ScanoutMemory(descriptor: descriptor, offset: 0, byteCount: 96)
    // As large as the glass turned the other way.
    let picture = orientation.swapsSides
        ? surface(width: 6, height: 4) { _, _ in 0 } : surface(width: 4, height: 6) { _, _ in 0 }
    memory.write(
        picture, picture.bounds, layout: layout, packer: PixelPacker(.xrgb8888), orientation: orientation)
    #expect(try file.bytes() == [UInt8](repeating: 0xA5, count: 96))
}

@Test("a part that leaves the picture is cut at its edge")
func partOutside() throws {
    let file = try MemoryFile(byteCount: 16)
    let layout = try #require(
        ScanoutLayout(width: 2, height: 2, base: 0, pitch: 8, format: .xrgb8888, byteCount: 16))
    let descriptor = try systemOpen(file.path, .readWrite)
    defer { systemClose(descriptor) }
    var memory = try ScanoutMemory(descriptor: descriptor, offset: 0, byteCount: 16)
    let picture = surface(width: 2, height: 2) { x, y in UInt32(x + 2 * y) }
    let rect = try #require(PixelRect(x: -3, y: 1, width: 100, height: 100))
    memory.write(picture, rect, layout: layout, packer: PixelPacker(.xrgb8888), orientation: .quarterTurn)
    // The lower row of the picture is the left column of the glass.
    #expect(words(try file.bytes(), 4) == [0xFF00_0002, 0xA5A5_A5A5, 0xFF00_0003, 0xA5A5_A5A5])
}

@Test("where pixels share bytes, whole bytes are written and what is beside the picture stays", arguments: [
    "R1", "D1_LSB", "R2", "R4",
], Orientation.allCases)
func partsOfBytes(name: String, orientation: Orientation) throws {
    let format = try #require(PixelFormat(name: name))
    let seed: UInt64 = 36
    var random = SeededGenerator(seed: seed)
    for round in 0..<40 {
        let width = Int.random(in: 1...30, using: &random)
        let height = Int.random(in: 1...30, using: &random)
        let (glassWidth, glassHeight) = orientation.swapsSides ? (height, width) : (width, height)
        let rowBytes = (glassWidth * format.bitsPerPixel + 7) / 8
        let pitch = rowBytes + Int.random(in: 0...5, using: &random)
        let byteCount = 7 + pitch * glassHeight
        let layout = try #require(
            ScanoutLayout(
                width: glassWidth, height: glassHeight, base: 7, pitch: pitch, format: format,
                byteCount: byteCount))
        let picture = surface(width: width, height: height) { _, _ in
            UInt32.random(in: 0...255, using: &random) * 0x01_0101
        }
        let file = try MemoryFile(byteCount: byteCount)
        let descriptor = try systemOpen(file.path, .readWrite)
        defer { systemClose(descriptor) }
        var memory = try ScanoutMemory(descriptor: descriptor, offset: 0, byteCount: byteCount)
        // First all of it, then a part of another picture: outside of it the first must stay.
        memory.write(picture, picture.bounds, layout: layout, packer: PixelPacker(format), orientation: orientation)
        let x = Int.random(in: 0..<width, using: &random)
        let y = Int.random(in: 0..<height, using: &random)
        var changed = surface(width: width, height: height) { _, _ in 0 }
        changed.pixels = picture.pixels
        changed.pixels[y * width + x] ^= 0xFF_FFFF
        let rect = try #require(PixelRect(x: x, y: y, width: 1, height: 1))
        memory.write(changed, rect, layout: layout, packer: PixelPacker(format), orientation: orientation)

        var expected = [UInt8](repeating: 0xA5, count: byteCount)
        for row in 0..<glassHeight {
            var colours = [UInt32](repeating: 0, count: glassWidth)
            for logicalY in 0..<height {
                for logicalX in 0..<width {
                    let place = turn(logicalX, logicalY, width, height, orientation.degrees)
                    if place.y == row { colours[place.x] = changed.pixels[logicalY * width + logicalX] }
                }
            }
            let bytes = ReferencePacker.row(colours, format, x: 0, y: row)
            expected.replaceSubrange((7 + row * pitch)..<(7 + row * pitch + rowBytes), with: bytes)
        }
        #expect(try file.bytes() == expected, "seed \(seed), round \(round)")
    }
}

@Test("the dither pattern stands on the glass, however the picture is turned", arguments: Orientation.allCases)
func ditherOnGlass(orientation: Orientation) throws {
    // A flat colour between two levels: the bytes must not depend on the turn.
    let layout = try #require(
        ScanoutLayout(width: 16, height: 16, base: 0, pitch: 32, format: .rgb565, byteCount: 512))
    let picture = surface(width: 16, height: 16) { _, _ in 0x7B_7B7B }
    let file = try MemoryFile(byteCount: 512)
    let descriptor = try systemOpen(file.path, .readWrite)
    defer { systemClose(descriptor) }
    var memory = try ScanoutMemory(descriptor: descriptor, offset: 0, byteCount: 512)
    memory.write(
        picture, picture.bounds, layout: layout, packer: PixelPacker(.rgb565), orientation: orientation)
    let expected = (0..<16).flatMap { y in
        ReferencePacker.row([UInt32](repeating: 0xFF7B_7B7B, count: 16), .rgb565, x: 0, y: y)
    }
    #expect(try file.bytes() == expected)
}

@Test("turned pictures are written to a device that cannot be mapped as to one that can", arguments: Orientation.allCases)
func turnedRowsWritten(orientation: Orientation) throws {
    let seed: UInt64 = 8058
    var random = SeededGenerator(seed: seed)
    let picture = surface(width: 21, height: 13) { _, _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) }
    let (width, height) = orientation.swapsSides ? (13, 21) : (21, 13)
    let pitch = width * 2 + 6
    let layout = try #require(
        ScanoutLayout(
            width: width, height: height, base: 4, pitch: pitch, format: .rgb565,
            byteCount: 4 + pitch * height))
    let rect = try #require(PixelRect(x: 2, y: 1, width: 17, height: 11))
    var contents: [[UInt8]] = []
    for isMapped in [true, false] {
        let file = try MemoryFile(byteCount: 4 + pitch * height)
        let descriptor = try systemOpen(file.path, .readWrite)
        defer { systemClose(descriptor) }
        var store = isMapped
            ? FramebufferStore.mapped(
                try ScanoutMemory(descriptor: descriptor, offset: 0, byteCount: 4 + pitch * height))
            : FramebufferStore.written(RowWriter(layout))
        try store.write(picture, rect, layout, PixelPacker(.rgb565), orientation, descriptor: descriptor)
        contents.append(try file.bytes())
    }
    #expect(contents[0] == contents[1])
    #expect(contents[0].contains { $0 != 0xA5 })
}
