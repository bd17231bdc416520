extension PixelPacker {
    /// The surface's words with red and blue exchanged.
    @unsafe
    func storeExchanged(
        _ source: UnsafePointer<UInt32>, _ count: Int, _ place: UnsafeMutableRawPointer
    ) {
        for index in 0..<count {
            let pixel = unsafe source[index]
            let word = pixel & 0xFF00_FF00 | pixel >> 16 & 0xFF | (pixel & 0xFF) << 16
            unsafe place.storeBytes(of: word.littleEndian, toByteOffset: index * 4, as: UInt32.self)
        }
    }

    /// Four pixels make three words; the rest of the row goes byte by byte, so
    /// that nothing is stored behind its last pixel.
    @unsafe
    func storeThreeBytes(
        _ source: UnsafePointer<UInt32>, _ count: Int, _ place: UnsafeMutableRawPointer, exchange: Bool
    ) {
        func colour(_ index: Int) -> UInt32 {
            let pixel = unsafe source[index] & 0x00FF_FFFF
            return exchange ? pixel & 0xFF00 | pixel >> 16 | (pixel & 0xFF) << 16 : pixel
        }
        var index = 0
        while index + 4 <= count {
            let (a, b, c, d) = (colour(index), colour(index + 1), colour(index + 2), colour(index + 3))
            let byte = index * 3
            let (first, second, third) = (a | b << 24, b >> 8 | c << 16, c >> 16 | d << 8)
            unsafe place.storeBytes(of: first.littleEndian, toByteOffset: byte, as: UInt32.self)
            unsafe place.storeBytes(of: second.littleEndian, toByteOffset: byte + 4, as: UInt32.self)
            unsafe place.storeBytes(of: third.littleEndian, toByteOffset: byte + 8, as: UInt32.self)
            index += 4
        }
        while index < count {
            unsafe PixelPacker.store(colour(index), place, index, bytes: 3)
            index += 1
        }
    }

    @unsafe
    func storePlain(
        _ source: UnsafePointer<UInt32>, _ count: Int, _ place: UnsafeMutableRawPointer
    ) {
        let bytes = format.bytesPerPixel
        for index in 0..<count {
            let pixel = unsafe source[index]
            let word =
                red[Int(pixel >> 16 & 0xFF)] | green[Int(pixel >> 8 & 0xFF)]
                | blue[Int(pixel & 0xFF)] | format.padding
            unsafe PixelPacker.store(word, place, index, bytes: bytes)
        }
    }

    /// Words of 16 bits: each field's parts already stand six bits above the
    /// field's place, which in 32 bits leaves room for all, so that adding and
    /// masking make the level where it belongs. Neighbours of the same colour
    /// share its parts.
    @unsafe
    func storeDitheredShort(
        _ source: UnsafePointer<UInt32>, _ count: Int, _ place: UnsafeMutableRawPointer, x: Int, y: Int
    ) {
        func mask(_ field: BitField) -> UInt32 { ((1 << UInt32(field.length)) - 1) << UInt32(field.offset + 6) }
        let (redMask, greenMask, blueMask) = (mask(format.red), mask(format.green), mask(format.blue))
        let padding = format.padding
        unsafe red.withUnsafeBufferPointer { red in
            unsafe green.withUnsafeBufferPointer { green in
                unsafe blue.withUnsafeBufferPointer { blue in
                    let row = 256 + (y & 7) * 8
                    var colour = unsafe ~source[0]
                    var (redParts, greenParts, blueParts) = (UInt32(0), UInt32(0), UInt32(0))
                    var index = 0
                    while index < count {
                        let pixel = unsafe source[index]
                        if pixel != colour {
                            colour = pixel
                            redParts = unsafe red[Int(pixel >> 16 & 0xFF)]
                            greenParts = unsafe green[Int(pixel >> 8 & 0xFF)]
                            blueParts = unsafe blue[Int(pixel & 0xFF)]
                        }
                        let addition = row &+ ((x &+ index) & 7)
                        let redLevel = unsafe (redParts &+ red[addition]) & redMask
                        let greenLevel = unsafe (greenParts &+ green[addition]) & greenMask
                        let blueLevel = unsafe (blueParts &+ blue[addition]) & blueMask
                        let word = (redLevel | greenLevel | blueLevel) >> 6 | padding
                        unsafe PixelPacker.store(word, place, index, bytes: 2)
                        index &+= 1
                    }
                }
            }
        }
    }

    @unsafe
    func storeDithered(
        _ source: UnsafePointer<UInt32>, _ count: Int, _ place: UnsafeMutableRawPointer, x: Int, y: Int
    ) {
        switch format.bytesPerPixel {
        case 1: unsafe storeDithered(source, count, place, x: x, y: y, bytes: 1)
        case 3: unsafe storeDithered(source, count, place, x: x, y: y, bytes: 3)
        default: unsafe storeDithered(source, count, place, x: x, y: y, bytes: 4)
        }
    }

    @unsafe @inline(__always)
    private func storeDithered(
        _ source: UnsafePointer<UInt32>, _ count: Int, _ place: UnsafeMutableRawPointer, x: Int, y: Int,
        bytes: Int
    ) {
        let (redShift, greenShift, blueShift) = (
            UInt32(format.red.offset), UInt32(format.green.offset), UInt32(format.blue.offset)
        )
        let padding = format.padding
        unsafe red.withUnsafeBufferPointer { red in
            unsafe green.withUnsafeBufferPointer { green in
                unsafe blue.withUnsafeBufferPointer { blue in
                    unsafe DitherPattern.additions.withUnsafeBufferPointer { additions in
                        let row = (y & 7) * 8
                        for index in 0..<count {
                            let pixel = unsafe source[index]
                            let addition = unsafe additions[row + ((x &+ index) & 7)]
                            let redLevel = unsafe (red[Int(pixel >> 16 & 0xFF)] &+ addition) >> 6
                            let greenLevel = unsafe (green[Int(pixel >> 8 & 0xFF)] &+ addition) >> 6
                            let blueLevel = unsafe (blue[Int(pixel & 0xFF)] &+ addition) >> 6
                            let word =
                                redLevel &<< redShift | greenLevel &<< greenShift | blueLevel &<< blueShift
                                | padding
                            unsafe PixelPacker.store(word, place, index, bytes: bytes)
                        }
                    }
                }
            }
        }
    }

    /// Stores a pixel word, lowest byte first.
    @unsafe @inline(__always)
    static func store(_ word: UInt32, _ place: UnsafeMutableRawPointer, _ index: Int, bytes: Int) {
        switch bytes {
        case 1:
            unsafe place.storeBytes(
                of: UInt8(truncatingIfNeeded: word), toByteOffset: index, as: UInt8.self)
        case 2:
            unsafe place.storeBytes(
                of: UInt16(truncatingIfNeeded: word).littleEndian, toByteOffset: index &* 2, as: UInt16.self)
        case 3:
            for byte in 0..<3 {
                unsafe place.storeBytes(
                    of: UInt8(truncatingIfNeeded: word >> UInt32(byte &* 8)),
                    toByteOffset: index &* 3 &+ byte, as: UInt8.self)
            }
        default:
            unsafe place.storeBytes(of: word.littleEndian, toByteOffset: index &* 4, as: UInt32.self)
        }
    }
}
