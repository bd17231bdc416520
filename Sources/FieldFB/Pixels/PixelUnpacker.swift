extension PixelFormat {
    /// What a display shows for the pixel of this format, as XRGB8888. Fields
    /// shorter than 8 bits are widened by repeating their bits; a number that
    /// a palette does not have is black.
    public func unpack(_ word: UInt32) -> UInt32 {
        func channel(_ field: BitField) -> UInt32 {
            let level = word >> UInt32(field.offset) & (UInt32.max >> UInt32(32 - field.length))
            return UInt32(LevelTable.expand(level, length: field.length))
        }
        switch meaning {
        case .colours:
            return 0xFF00_0000 | channel(red) << 16 | channel(green) << 8 | channel(blue)
        case .grey, .darkness:
            let number = word & ((1 << UInt32(bitsPerPixel)) - 1)
            let level = meaning == .grey ? number : (1 << UInt32(bitsPerPixel)) - 1 - number
            return 0xFF00_0000 | UInt32(LevelTable.expand(level, length: bitsPerPixel)) * 0x01_0101
        case .displayPalette:
            return DisplayPalette.colours[Int(word & 0xFF)]
        case .fixedPalette(let colours):
            return Int(word) < colours.count ? colours[Int(word)] | 0xFF00_0000 : 0xFF00_0000
        }
    }

    /// The pixel number `index` of packed bytes.
    func word(_ index: Int, of bytes: [UInt8]) -> UInt32 {
        if pixelsPerByte > 1 {
            let place = index % pixelsPerByte * bitsPerPixel
            let shift = isLowestFirst ? place : 8 - bitsPerPixel - place
            return UInt32(bytes[index / pixelsPerByte]) >> UInt32(shift) & ((1 << UInt32(bitsPerPixel)) - 1)
        }
        var word: UInt32 = 0
        for byte in 0..<bytesPerPixel {
            word |= UInt32(bytes[index * bytesPerPixel + byte]) << UInt32(byte * 8)
        }
        return word
    }
}

extension PixelPacker {
    /// A surface as a display of this format shows it: packed, dithered where
    /// the format is short of bits, and unpacked again.
    public func displayed(_ surface: borrowing Surface) -> Surface? {
        guard var result = Surface(width: surface.width, height: surface.height) else { return nil }
        let width = surface.width
        var row = [UInt8](repeating: 0, count: format.byteCount(pixels: width))
        for y in 0..<surface.height {
            var storage = row.mutableSpan
            var bytes = unsafe storage.mutableBytes
            pack(surface, x: 0, y: y, count: width, into: &bytes, at: 0)
            for x in 0..<width {
                result.pixels[y * width + x] = format.unpack(format.word(x, of: row))
            }
        }
        return result
    }
}
