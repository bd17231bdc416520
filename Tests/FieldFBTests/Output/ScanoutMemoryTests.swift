import CDRM
import Foundation
import Testing

@testable import FieldFB

/// What a file must hold after a rectangle was written: the rectangle's bytes,
/// made pixel by pixel, and the filler everywhere else.
private func expected(
    _ surface: borrowing Surface, _ rect: PixelRect, _ layout: ScanoutLayout, byteCount: Int, skipped: Int = 0
) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xA5, count: byteCount)
    for y in rect.y..<rect.maxY {
        for x in rect.x..<rect.maxX {
            let pixel = surface.pixels[y * layout.width + x]
            let start = skipped + layout.base + y * layout.pitch + x * 3
            bytes[start] = UInt8(pixel & 255)
            bytes[start + 1] = UInt8(pixel >> 8 & 255)
            bytes[start + 2] = UInt8(pixel >> 16 & 255)
        }
    }
    return bytes
}

private let layout = ScanoutLayout(width: 9, height: 5, base: 4, pitch: 32, format: .rgb888, byteCount: 200)!
private let rects = [
    PixelRect(x: 0, y: 0, width: 9, height: 5)!, PixelRect(x: 3, y: 2, width: 5, height: 2)!,
    PixelRect(x: 8, y: 4, width: 1, height: 1)!,
]

private func picture() -> Surface {
    surface(width: 9, height: 5) { x, y in UInt32(x * 25) << 16 | UInt32(y * 50) << 8 | UInt32(x * y) }
}

@Test("mapped memory gets the rectangle's pixels and nothing beside them", arguments: rects)
func mappedWrite(rect: PixelRect) throws {
    let file = try MemoryFile(byteCount: 200)
    let surface = picture()
    let descriptor = try systemOpen(file.path, .readWrite)
    defer { systemClose(descriptor) }
    var memory = try ScanoutMemory(descriptor: descriptor, offset: 0, byteCount: 200)
    memory.write(surface, rect, layout: layout, packer: PixelPacker(.rgb888), orientation: .upright)
    #expect(try file.bytes() == expected(surface, rect, layout, byteCount: 200))
}

@Test("memory that begins inside a page is written from there")
func mappedWriteInsidePage() throws {
    let file = try MemoryFile(byteCount: 264)
    let surface = picture()
    let descriptor = try systemOpen(file.path, .readWrite)
    defer { systemClose(descriptor) }
    var memory = try ScanoutMemory(descriptor: descriptor, offset: 0, byteCount: 200, skipped: 64)
    memory.write(surface, rects[0], layout: layout, packer: PixelPacker(.rgb888), orientation: .upright)
    #expect(try file.bytes() == expected(surface, rects[0], layout, byteCount: 264, skipped: 64))
}

@Test("where memory cannot be mapped, rows written to the device give the same", arguments: rects)
func storedRows(rect: PixelRect) throws {
    let file = try MemoryFile(byteCount: 200)
    let surface = picture()
    let descriptor = try systemOpen(file.path, .readWrite)
    defer { systemClose(descriptor) }
    var store = FramebufferStore.written(RowWriter(layout))
    try store.write(surface, rect, layout, PixelPacker(.rgb888), .upright, descriptor: descriptor)
    #expect(try file.bytes() == expected(surface, rect, layout, byteCount: 200))
}

@Test("a device that takes no writes gives an error, and the store goes on working")
func refusedRows() throws {
    let surface = picture()
    let closed = try systemOpen("/dev/null", .read)
    defer { systemClose(closed) }
    var store = FramebufferStore.written(RowWriter(layout))
    #expect(throws: SystemFailure.self) {
        try store.write(surface, rects[0], layout, PixelPacker(.rgb888), .upright, descriptor: closed)
    }
    let file = try MemoryFile(byteCount: 200)
    let descriptor = try systemOpen(file.path, .readWrite)
    defer { systemClose(descriptor) }
    try store.write(surface, rects[0], layout, PixelPacker(.rgb888), .upright, descriptor: descriptor)
    #expect(try file.bytes() == expected(surface, rects[0], layout, byteCount: 200))
}

@Test("a mapping of no bytes, or of more than there can be, is an error", arguments: [0, -1, Int.min, Int.max])
func refusedMapping(byteCount: Int) throws {
    let file = try MemoryFile(byteCount: 16)
    let descriptor = try systemOpen(file.path, .readWrite)
    defer { systemClose(descriptor) }
    do {
        _ = try ScanoutMemory(descriptor: descriptor, offset: 0, byteCount: byteCount, skipped: 8)
        #expect(byteCount == 0 || byteCount == -1, "such a mapping was made")
    } catch {
        #expect(error.errno != 0)
    }
}

@Test("memory whose device goes away takes stores and tells so, and the program goes on")
func lostMemory() throws {
    let file = try MemoryFile(byteCount: 16384)
    let layout = try #require(
        ScanoutLayout(width: 64, height: 64, base: 0, pitch: 256, format: .xrgb8888, byteCount: 16384))
    let picture = surface(width: 64, height: 64) { _, _ in 0xFF_FFFF }
    let descriptor = try systemOpen(file.path, .readWrite)
    defer { systemClose(descriptor) }
    var memory = try ScanoutMemory(descriptor: descriptor, offset: 0, byteCount: 16384)
    let packer = PixelPacker(.xrgb8888)
    memory.write(picture, picture.bounds, layout: layout, packer: packer, orientation: .upright)
    let isLostBefore = memory.isLost
    #expect(!isLostBefore)
    // A file that lost its pages answers a store as a removed device does.
    #expect(truncate(file.path, 0) == 0)
    memory.write(picture, picture.bounds, layout: layout, packer: packer, orientation: .quarterTurn)
    let isLost = memory.isLost
    #expect(isLost)
    // Also when somebody took the signal meanwhile.
    let other = try MemoryFile(byteCount: 4096)
    let otherDescriptor = try systemOpen(other.path, .readWrite)
    defer { systemClose(otherDescriptor) }
    var otherMemory = try ScanoutMemory(descriptor: otherDescriptor, offset: 0, byteCount: 4096)
    signal(SIGBUS, SIG_DFL)
    #expect(truncate(other.path, 0) == 0)
    let small = surface(width: 4, height: 4) { _, _ in 0 }
    let smallLayout = try #require(
        ScanoutLayout(width: 4, height: 4, base: 0, pitch: 16, format: .xrgb8888, byteCount: 4096))
    otherMemory.write(small, small.bounds, layout: smallLayout, packer: packer, orientation: .upright)
    let isOtherLost = otherMemory.isLost
    #expect(isOtherLost)
}

@Test("the store reports lost memory as a device that is gone")
func lostStore() throws {
    let file = try MemoryFile(byteCount: 4096)
    let surface = picture()
    let descriptor = try systemOpen(file.path, .readWrite)
    defer { systemClose(descriptor) }
    let layout = try #require(
        ScanoutLayout(width: 9, height: 5, base: 0, pitch: 36, format: .rgb888, byteCount: 4096))
    var store = FramebufferStore.mapped(
        try ScanoutMemory(descriptor: descriptor, offset: 0, byteCount: 4096))
    #expect(truncate(file.path, 0) == 0)
    do {
        try store.write(surface, rects[0], layout, PixelPacker(.rgb888), .upright, descriptor: descriptor)
        Issue.record("nothing was reported")
    } catch {
        #expect(error.errno == ENODEV)
    }
}
