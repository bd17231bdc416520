@testable import FieldFB

/// Packs part of a row into fresh bytes that hold `filler` around it.
func packed(
    _ surface: borrowing Surface, _ format: PixelFormat, x: Int = 0, y: Int = 0, count: Int,
    before: Int = 0, after: Int = 0, filler: UInt8 = 0xA5
) -> [UInt8] {
    var bytes = [UInt8](
        repeating: filler, count: before + (count * format.bitsPerPixel + 7) / 8 + after)
    var storage = bytes.mutableSpan
    var target = storage.mutableBytes
    PixelPacker(format).pack(surface, x: x, y: y, count: count, into: &target, at: before)
    return bytes
}

/// The pixel words of packed bytes, lowest byte first.
func words(_ bytes: [UInt8], _ bytesPerPixel: Int) -> [UInt32] {
    stride(from: 0, to: bytes.count, by: bytesPerPixel).map { start in
        (0..<bytesPerPixel).reduce(0) { $0 | UInt32(bytes[start + $1]) << UInt32($1 * 8) }
    }
}

func surface(width: Int, height: Int, _ colour: (Int, Int) -> UInt32) -> Surface {
    var surface = Surface(width: width, height: height)!
    for y in 0..<height {
        for x in 0..<width { surface.pixels[y * width + x] = 0xFF00_0000 | colour(x, y) }
    }
    return surface
}
