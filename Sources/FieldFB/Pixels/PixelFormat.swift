/// How the pixels of a display lie in memory, and what their bits mean.
///
/// A pixel of 8 bits or more is a word of whole bytes, lowest byte first. Of
/// smaller pixels several share a byte.
public struct PixelFormat: Equatable, Sendable {
    /// What the bits of a pixel mean.
    public enum Meaning: Equatable, Sendable {
        /// A bit field for each colour.
        case colours
        /// Brightness: all ones are white.
        case grey
        /// Darkness: all ones are black.
        case darkness
        /// The number of a colour of `DisplayPalette`, which is set up as the display's palette.
        case displayPalette
        /// The number of a colour of a palette that cannot be changed: XRGB8888
        /// words, at most as many as a pixel can tell apart.
        case fixedPalette([UInt32])
    }

    /// Bits that a pixel takes in memory: 1, 2, 4, 8, 16, 24 or 32.
    public let bitsPerPixel: Int
    /// What the bits mean.
    public let meaning: Meaning
    /// Where red stands, in 1 to 16 bits; of length 0 when the bits mean no colours.
    public let red: BitField
    /// Where green stands, in 1 to 16 bits.
    public let green: BitField
    /// Where blue stands, in 1 to 16 bits.
    public let blue: BitField
    /// The transparency, of length 0 when there is none. Its bits, like all
    /// bits that no colour uses, are always written as ones: some hardware
    /// blends even what is announced as unused.
    public let alpha: BitField
    /// Whether the leftmost of the pixels that share a byte is in its lowest
    /// bits, as framebuffer devices have it; in formats of DRM it is in the highest.
    public let isLowestFirst: Bool
    /// The bits that no colour uses.
    let padding: UInt32

    /// A format from its bit fields, or nil when the depth is not 8, 16, 24 or
    /// 32, when a colour has no bits or more than 16, or when fields overlap
    /// or leave the word.
    public init?(
        bitsPerPixel: Int, red: BitField, green: BitField, blue: BitField,
        alpha: BitField = BitField(offset: 0, length: 0)
    ) {
        guard [8, 16, 24, 32].contains(bitsPerPixel) else { return nil }
        var used: UInt32 = 0
        for field in [red, green, blue] {
            guard (1...16).contains(field.length), let mask = field.mask(in: bitsPerPixel),
                used & mask == 0
            else { return nil }
            used |= mask
        }
        guard let transparent = alpha.mask(in: bitsPerPixel), used & transparent == 0 else { return nil }
        self.bitsPerPixel = bitsPerPixel
        meaning = .colours
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha.length == 0 ? .absent : alpha
        isLowestFirst = false
        padding = ~used & (UInt32.max >> UInt32(32 - bitsPerPixel))
    }

    /// A format without colour fields, or nil when it cannot be: the depth is
    /// not 1, 2, 4 or 8, a colour cube is not of 8 bits, a palette is empty or
    /// longer than a pixel can number.
    ///
    /// - Parameter isLowestFirst: see the property; of no meaning at 8 bits.
    public init?(bitsPerPixel: Int, meaning: Meaning, isLowestFirst: Bool = false) {
        guard [1, 2, 4, 8].contains(bitsPerPixel) else { return nil }
        switch meaning {
        case .colours: return nil
        case .grey, .darkness: break
        case .displayPalette: guard bitsPerPixel == 8 else { return nil }
        case .fixedPalette(let colours):
            guard (1...(1 << bitsPerPixel)).contains(colours.count) else { return nil }
        }
        self.bitsPerPixel = bitsPerPixel
        self.meaning = meaning
        red = .absent
        green = .absent
        blue = .absent
        alpha = .absent
        self.isLowestFirst = isLowestFirst && bitsPerPixel < 8
        padding = 0
    }

    private init(_ bits: Int, _ red: Int, _ green: Int, _ blue: Int, alpha: Int? = nil) {
        bitsPerPixel = bits
        meaning = .colours
        let short = bits == 16
        self.red = BitField(offset: red, length: short ? 5 : 8)
        self.green = BitField(offset: green, length: short ? 6 : 8)
        self.blue = BitField(offset: blue, length: short ? 5 : 8)
        self.alpha = BitField(offset: alpha ?? 0, length: alpha == nil ? 0 : 8)
        isLowestFirst = false
        padding = bits == 32 ? 0xFF00_0000 : 0
    }

    /// How many pixels share a byte; 1 when a pixel takes a byte or more.
    public var pixelsPerByte: Int { max(1, 8 / bitsPerPixel) }

    /// Bytes of a pixel; 1 also when several share a byte.
    public var bytesPerPixel: Int { max(1, bitsPerPixel / 8) }

    /// Bytes that a number of pixels side by side take, the first of which
    /// begins with a byte. The number is at most `Surface.maximumSide`.
    func byteCount(pixels: Int) -> Int {
        (pixels * bitsPerPixel + 7) / 8
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
}
