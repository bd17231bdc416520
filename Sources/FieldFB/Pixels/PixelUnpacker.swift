extension PixelFormat {
    /// What a display shows for the pixel word of this format, as XRGB8888.
    /// Fields shorter than 8 bits are widened by repeating their bits.
    public func unpack(_ word: UInt32) -> UInt32 {
        func channel(_ field: BitField) -> UInt32 {
            let level = word >> UInt32(field.offset) & (UInt32.max >> UInt32(32 - field.length))
            return UInt32(ChannelTable.expand(level, length: field.length))
        }
        return 0xFF00_0000 | channel(red) << 16 | channel(green) << 8 | channel(blue)
    }
}

extension PixelPacker {
    /// A surface as a display of this format shows it: packed, dithered where
    /// the format is short of bits, and unpacked again.
    public func displayed(_ surface: borrowing Surface) -> Surface? {
        guard var result = Surface(width: surface.width, height: surface.height) else { return nil }
        let width = surface.width
        let bytesPerPixel = format.bytesPerPixel
        var row = [UInt8](repeating: 0, count: width * bytesPerPixel)
        for y in 0..<surface.height {
            var storage = row.mutableSpan
            var bytes = unsafe storage.mutableBytes
            pack(surface, x: 0, y: y, count: width, into: &bytes, at: 0)
            for x in 0..<width {
                var word: UInt32 = 0
                for byte in 0..<bytesPerPixel {
                    word |= UInt32(row[x * bytesPerPixel + byte]) << UInt32(byte * 8)
                }
                result.pixels[y * width + x] = format.unpack(word)
            }
        }
        return result
    }
}
