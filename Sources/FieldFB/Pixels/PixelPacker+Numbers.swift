extension PixelPacker {
    /// Stores pixels that are levels or numbers of colours, as many in a byte
    /// as share one.
    @unsafe
    func storeNumbers(
        _ source: UnsafePointer<UInt32>, _ count: Int, _ place: UnsafeMutableRawPointer, x: Int, y: Int
    ) {
        let additions = DitherPattern.additions
        let row = (y & 7) * 8
        let bits = UInt32(format.bitsPerPixel)
        let inByte = format.pixelsPerByte
        var index = 0
        var byte = 0
        while index < count {
            var content: UInt32 = 0
            for place in 0..<min(inByte, count - index) {
                let pixel = unsafe source[index + place]
                let number = number(of: pixel, addition: additions[row + ((x + index + place) & 7)])
                let shift = format.isLowestFirst ? UInt32(place) * bits : 8 - bits - UInt32(place) * bits
                content |= number << shift
            }
            unsafe place.storeBytes(of: UInt8(truncatingIfNeeded: content), toByteOffset: byte, as: UInt8.self)
            index += inByte
            byte += 1
        }
    }

    /// The level or the number that a pixel gets at a place of the dither pattern.
    @inline(__always)
    private func number(of pixel: UInt32, addition: UInt32) -> UInt32 {
        let (redValue, greenValue, blueValue) = (
            Int(pixel >> 16 & 0xFF), Int(pixel >> 8 & 0xFF), Int(pixel & 0xFF)
        )
        switch format.meaning {
        case .colours:
            return 0
        case .grey:
            return level(PixelPacker.brightness(redValue, greenValue, blueValue), addition)
        case .darkness:
            return (1 << UInt32(format.bitsPerPixel)) - 1
                - level(PixelPacker.brightness(redValue, greenValue, blueValue), addition)
        case .displayPalette:
            // Three equal levels of the cube would be a coarser grey.
            if redValue == greenValue && greenValue == blueValue {
                return UInt32(numbers[Int((green[redValue] + addition) >> 6)])
            }
            return level(redValue, addition) * 36 + level(greenValue, addition) * 6
                + level(blueValue, addition)
        case .fixedPalette:
            let colour =
                level(redValue, addition) << 8 | level(greenValue, addition) << 4
                | level(blueValue, addition)
            return UInt32(numbers[Int(colour)])
        }
    }

    @inline(__always)
    private func level(_ value: Int, _ addition: UInt32) -> UInt32 {
        (red[value] + addition) >> 6
    }

    /// The brightness of a colour, 0 to 255, by the weights of Rec. 601 in
    /// 256ths; of a grey its value.
    static func brightness(_ red: Int, _ green: Int, _ blue: Int) -> Int {
        (77 * red + 151 * green + 28 * blue) >> 8
    }
}
