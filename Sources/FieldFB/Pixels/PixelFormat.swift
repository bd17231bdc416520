/// A run of bits in a pixel word: where one channel lives.
public struct BitField: Equatable, Sendable {
    /// The number of the lowest bit; bit 0 is the lowest of the word.
    public let offset: Int
    /// How many bits; 0 when the channel is absent.
    public let length: Int

    public init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    /// The bits of the field, or nil when it does not fit in a word of `bits` bits.
    func mask(in bits: Int) -> UInt32? {
        guard (0...bits).contains(length), offset >= 0, offset <= bits - length else { return nil }
        if length == 0 { return 0 }
        return (UInt32.max >> UInt32(32 - length)) << UInt32(offset)
    }
}

/// How the pixels of a display lie in memory: a word of 16, 24 or 32 bits with
/// a bit field for each colour, lowest byte first.
public struct PixelFormat: Equatable, Sendable {
    /// Bits of a pixel: 16, 24 or 32.
    public let bitsPerPixel: Int
    /// Where red stands, in 1 to 16 bits.
    public let red: BitField
    /// Where green stands, in 1 to 16 bits.
    public let green: BitField
    /// Where blue stands, in 1 to 16 bits.
    public let blue: BitField
    /// The transparency, of length 0 when there is none. Its bits, like all
    /// bits that no colour uses, are always written as ones: some hardware
    /// blends even what is announced as unused.
    public let alpha: BitField
    /// The bits that no colour uses.
    let padding: UInt32

    /// Bytes of a pixel.
    public var bytesPerPixel: Int { bitsPerPixel / 8 }

    /// A format from its bit fields, or nil when the depth is not 16, 24 or
    /// 32, when a colour has no bits or more than 16, or when fields overlap
    /// or leave the word.
    public init?(
        bitsPerPixel: Int, red: BitField, green: BitField, blue: BitField,
        alpha: BitField = BitField(offset: 0, length: 0)
    ) {
        guard bitsPerPixel == 16 || bitsPerPixel == 24 || bitsPerPixel == 32 else { return nil }
        var used: UInt32 = 0
        for field in [red, green, blue] {
            guard (1...16).contains(field.length), let mask = field.mask(in: bitsPerPixel),
                used & mask == 0
            else { return nil }
            used |= mask
        }
        guard let transparent = alpha.mask(in: bitsPerPixel), used & transparent == 0 else { return nil }
        self.bitsPerPixel = bitsPerPixel
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha.length == 0 ? BitField(offset: 0, length: 0) : alpha
        padding = ~used & (UInt32.max >> UInt32(32 - bitsPerPixel))
    }

    private init(_ bits: Int, _ red: Int, _ green: Int, _ blue: Int, alpha: Int? = nil) {
        bitsPerPixel = bits
        let short = bits == 16
        self.red = BitField(offset: red, length: short ? 5 : 8)
        self.green = BitField(offset: green, length: short ? 6 : 8)
        self.blue = BitField(offset: blue, length: short ? 5 : 8)
        self.alpha = BitField(offset: alpha ?? 0, length: alpha == nil ? 0 : 8)
        let unused = red == 0 || blue == 0 ? UInt32(0xFF00_0000) : 0xFF
        padding = bits == 32 ? unused : 0
    }

    // The names are those of DRM: channels from the highest bit of a
    // little-endian word to the lowest.

    /// Bytes blue, green, red, unused: the layout of a `Surface`.
    public static let xrgb8888 = PixelFormat(32, 16, 8, 0)
    /// Bytes red, green, blue, unused.
    public static let xbgr8888 = PixelFormat(32, 0, 8, 16)
    /// Bytes blue, green, red, transparency.
    public static let argb8888 = PixelFormat(32, 16, 8, 0, alpha: 24)
    /// Bytes red, green, blue, transparency.
    public static let abgr8888 = PixelFormat(32, 0, 8, 16, alpha: 24)
    /// Bytes blue, green, red.
    public static let rgb888 = PixelFormat(24, 16, 8, 0)
    /// Bytes red, green, blue.
    public static let bgr888 = PixelFormat(24, 0, 8, 16)
    /// A word of 16 bits: five of red at the top, six of green, five of blue.
    public static let rgb565 = PixelFormat(16, 11, 5, 0)
    /// A word of 16 bits: five of blue at the top, six of green, five of red.
    public static let bgr565 = PixelFormat(16, 0, 5, 11)

    /// The layout that nearly every device of a depth has: XRGB8888, RGB888 or
    /// RGB565; nil for other depths.
    public static func usual(bitsPerPixel: Int) -> PixelFormat? {
        switch bitsPerPixel {
        case 16: rgb565
        case 24: rgb888
        case 32: xrgb8888
        default: nil
        }
    }
}
