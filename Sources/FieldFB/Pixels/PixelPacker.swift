/// Turns rows of a surface into the pixels of a display.
///
/// Everything that depends on the format is worked out once, in tables that all
/// who hold the packer share; packing a row allocates nothing, and stores to the
/// target from left to right without reading it.
public final class PixelPacker: Sendable {
    /// The layout of the pixels it makes.
    public let format: PixelFormat
    private let red: ChannelTable
    private let green: ChannelTable
    private let blue: ChannelTable
    private let thresholds: [UInt8]
    private let method: Method

    private enum Method {
        /// The surface's own layout.
        case copy
        /// 32 bits with red and blue exchanged.
        case exchange
        /// Three bytes a pixel, blue first.
        case threeBytesBlueFirst
        /// Three bytes a pixel, red first.
        case threeBytesRedFirst
        /// Words of any depth with 8 bits or more in every field.
        case plain
        /// Words of any depth with a field shorter than 8 bits.
        case dithered
    }

    public init(_ format: PixelFormat) {
        self.format = format
        red = ChannelTable(format.red)
        green = ChannelTable(format.green)
        blue = ChannelTable(format.blue)
        thresholds = DitherPattern.thresholds
        let layout = PixelFormat(
            bitsPerPixel: format.bitsPerPixel, red: format.red, green: format.green, blue: format.blue)
        switch layout {
        case .some(.xrgb8888): method = .copy
        case .some(.xbgr8888): method = .exchange
        case .some(.rgb888): method = .threeBytesBlueFirst
        case .some(.bgr888): method = .threeBytesRedFirst
        default: method = red.isDithered || green.isDithered || blue.isDithered ? .dithered : .plain
        }
    }

    /// Packs `count` pixels of a surface, from column `x` of row `y` on, into
    /// `target` from byte `offset` on. Column and row also say where the dither
    /// pattern stands. The pixels must lie in the surface and the target must
    /// have room for them.
    public func pack(
        _ surface: borrowing Surface, x: Int, y: Int, count: Int,
        into target: inout MutableRawSpan, at offset: Int
    ) {
        guard count > 0 else { return }
        precondition(x >= 0 && y >= 0 && count <= surface.width - x && y < surface.height)
        pack(
            surface.pixels.span, from: y * surface.width + x, count: count, x: x, y: y,
            into: &target, at: offset)
    }

    /// Packs `count` pixels of a list, from number `first` on. Column `x` and row
    /// `y` of the glass say where the dither pattern stands.
    func pack(
        _ pixels: borrowing Span<UInt32>, from first: Int, count: Int, x: Int, y: Int,
        into target: inout MutableRawSpan, at offset: Int
    ) {
        guard count > 0 else { return }
        precondition(first >= 0 && count <= pixels.count - first && x >= 0 && y >= 0)
        precondition(
            offset >= 0 && offset <= target.byteCount
                && count <= (target.byteCount - offset) / format.bytesPerPixel)
        unsafe pixels.withUnsafeBufferPointer { pixels in
            unsafe target.withUnsafeMutableBytes { bytes in
                guard let pixels = pixels.baseAddress, let bytes = bytes.baseAddress else { return }
                let source = unsafe pixels + first
                let place = unsafe bytes + offset
                switch method {
                case .copy:
                    unsafe place.copyMemory(from: source, byteCount: count * 4)
                case .exchange:
                    for index in 0..<count {
                        let pixel = unsafe source[index]
                        let word = pixel & 0xFF00_FF00 | pixel >> 16 & 0xFF | (pixel & 0xFF) << 16
                        unsafe place.storeBytes(of: word.littleEndian, toByteOffset: index * 4, as: UInt32.self)
                    }
                case .threeBytesBlueFirst:
                    unsafe storeThreeBytes(source, count, place, exchange: false)
                case .threeBytesRedFirst:
                    unsafe storeThreeBytes(source, count, place, exchange: true)
                case .plain:
                    unsafe storePlain(source, count, place)
                case .dithered:
                    unsafe storeDithered(source, count, place, x: x, y: y)
                }
            }
        }
    }

    /// Four pixels make three words; the rest of the row goes byte by byte, so
    /// that nothing is stored behind its last pixel.
    @unsafe
    private func storeThreeBytes(
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
            unsafe storeWord(colour(index), place, index)
            index += 1
        }
    }

    @unsafe
    private func storePlain(
        _ source: UnsafePointer<UInt32>, _ count: Int, _ place: UnsafeMutableRawPointer
    ) {
        for index in 0..<count {
            let pixel = unsafe source[index]
            let word =
                red.bits[Int(pixel >> 16 & 0xFF)] | green.bits[Int(pixel >> 8 & 0xFF)]
                | blue.bits[Int(pixel & 0xFF)] | format.padding
            unsafe storeWord(word, place, index)
        }
    }

    @unsafe
    private func storeDithered(
        _ source: UnsafePointer<UInt32>, _ count: Int, _ place: UnsafeMutableRawPointer, x: Int, y: Int
    ) {
        let patternRow = (y & 7) * 8
        for index in 0..<count {
            let pixel = unsafe source[index]
            let threshold = thresholds[patternRow + ((x + index) & 7)]
            let word =
                red.place(Int(pixel >> 16 & 0xFF), threshold) | green.place(Int(pixel >> 8 & 0xFF), threshold)
                | blue.place(Int(pixel & 0xFF), threshold) | format.padding
            unsafe storeWord(word, place, index)
        }
    }

    @unsafe @inline(__always)
    private func storeWord(_ word: UInt32, _ place: UnsafeMutableRawPointer, _ index: Int) {
        switch format.bitsPerPixel {
        case 16:
            unsafe place.storeBytes(
                of: UInt16(truncatingIfNeeded: word).littleEndian, toByteOffset: index * 2, as: UInt16.self)
        case 24:
            for byte in 0..<3 {
                unsafe place.storeBytes(
                    of: UInt8(truncatingIfNeeded: word >> UInt32(byte * 8)),
                    toByteOffset: index * 3 + byte, as: UInt8.self)
            }
        default:
            unsafe place.storeBytes(of: word.littleEndian, toByteOffset: index * 4, as: UInt32.self)
        }
    }
}

extension ChannelTable {
    /// The field's content for a value at a place of the dither pattern.
    @inline(__always)
    func place(_ value: Int, _ threshold: UInt8) -> UInt32 {
        // The upper neighbour's field is one step higher; no carry leaves the
        // field, since the highest level is exact and has fraction 0.
        bits[value] &+ (threshold < fraction[value] ? step : 0)
    }
}
