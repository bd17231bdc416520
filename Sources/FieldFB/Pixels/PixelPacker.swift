/// Turns rows of pixels into those of a display.
///
/// Everything that depends on the format is worked out once, in tables that all
/// who hold the packer share; packing a row allocates nothing, and stores to the
/// target from left to right without reading it.
public final class PixelPacker: Sendable {
    /// The layout of the pixels it makes.
    public let format: PixelFormat
    /// For each value of a colour its field's content in place, or in a
    /// dithered format its parts as in `LevelTable`. For words of 16 bits they
    /// are multiplied by the field's lowest bit, and so are the additions of the
    /// 64 places behind them. Formats without colour fields have only the
    /// first, for their levels of brightness.
    let red: [UInt32]
    let green: [UInt32]
    let blue: [UInt32]
    /// The numbers of palette colours: of greys in a colour cube, of 4096
    /// colours in a fixed palette.
    let numbers: [UInt8]
    let method: Method

    enum Method {
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
        /// Words of 16 bits with a field shorter than 8 bits: what panels on slow boards have.
        case ditheredShort
        /// Words of any other depth with a field shorter than 8 bits.
        case dithered
        /// Levels of brightness or numbers of colours, in bytes or parts of one.
        case numbered
    }

    public init(_ format: PixelFormat) {
        self.format = format
        switch format.meaning {
        case .colours:
            let fields = [format.red, format.green, format.blue]
            let isDithered = fields.contains { $0.length < 8 }
            let isShort = isDithered && format.bitsPerPixel == 16
            red = PixelPacker.table(format.red, isDithered, isShort)
            green = PixelPacker.table(format.green, isDithered, isShort)
            blue = PixelPacker.table(format.blue, isDithered, isShort)
            numbers = []
            method = isShort ? .ditheredShort : isDithered ? .dithered : PixelPacker.exactMethod(format)
        case .grey, .darkness:
            red = LevelTable(length: format.bitsPerPixel).parts
            (green, blue, numbers) = ([], [], [])
            method = .numbered
        case .displayPalette:
            red = LevelTable(levels: DisplayPalette.sideLevels).parts
            green = LevelTable(levels: DisplayPalette.greyLevels).parts
            blue = []
            numbers = DisplayPalette.greyNumbers
            method = .numbered
        case .fixedPalette(let colours):
            red = LevelTable(length: 4).parts
            (green, blue) = ([], [])
            numbers = NearestColours.numbers(in: colours)
            method = .numbered
        }
    }

    private static func table(_ field: BitField, _ isDithered: Bool, _ isShort: Bool) -> [UInt32] {
        let offset = UInt32(field.offset)
        if !isDithered {
            return (0..<256).map { PixelPacker.widen(UInt32($0), length: field.length) << offset }
        }
        let parts =
            field.length < 8
            ? LevelTable(length: field.length).parts
            : (0..<256).map { PixelPacker.widen(UInt32($0), length: field.length) << 6 }
        return isShort ? (parts + DitherPattern.additions).map { $0 << offset } : parts
    }

    /// A value of 8 bits in a field of 8 to 16: its highest bits repeated below.
    private static func widen(_ value: UInt32, length: Int) -> UInt32 {
        value << UInt32(length - 8) | value >> UInt32(16 - length)
    }

    private static func exactMethod(_ format: PixelFormat) -> Method {
        func has(_ other: PixelFormat) -> Bool {
            (format.bitsPerPixel, format.red) == (other.bitsPerPixel, other.red)
                && (format.green, format.blue) == (other.green, other.blue)
        }
        if has(.xrgb8888) { return .copy }
        if has(.xbgr8888) { return .exchange }
        if has(.rgb888) { return .threeBytesBlueFirst }
        if has(.bgr888) { return .threeBytesRedFirst }
        return .plain
    }

    /// Packs `count` pixels of a surface, from column `x` of row `y` on, into
    /// `target` from byte `offset` on. Column and row also say where the dither
    /// pattern stands. The pixels must lie in the surface and the target must
    /// have room for them. Where several pixels share a byte, the first goes to
    /// the first place of one, and the places behind the last are 0.
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
            count <= Surface.maximumSide && offset >= 0 && offset <= target.byteCount
                && format.byteCount(pixels: count) <= target.byteCount - offset)
        unsafe pixels.withUnsafeBufferPointer { pixels in
            unsafe target.withUnsafeMutableBytes { bytes in
                guard let pixels = pixels.baseAddress, let bytes = bytes.baseAddress else { return }
                let source = unsafe pixels + first
                let place = unsafe bytes + offset
                switch method {
                case .copy:
                    unsafe place.copyMemory(from: source, byteCount: count * 4)
                case .exchange:
                    unsafe storeExchanged(source, count, place)
                case .threeBytesBlueFirst:
                    unsafe storeThreeBytes(source, count, place, exchange: false)
                case .threeBytesRedFirst:
                    unsafe storeThreeBytes(source, count, place, exchange: true)
                case .plain:
                    unsafe storePlain(source, count, place)
                case .ditheredShort:
                    unsafe storeDitheredShort(source, count, place, x: x, y: y)
                case .dithered:
                    unsafe storeDithered(source, count, place, x: x, y: y)
                case .numbered:
                    unsafe storeNumbers(source, count, place, x: x, y: y)
                }
            }
        }
    }
}
