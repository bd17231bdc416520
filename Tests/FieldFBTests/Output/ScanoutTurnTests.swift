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
