/// A pixel format with its name and its code in DRM.
public struct NamedPixelFormat: Sendable {
    /// The name without its prefix, such as `XRGB8888`.
    public let name: String
    /// The four letters of DRM as a number, the first letter in the lowest
    /// byte; 0 when DRM has no such format or needs a palette for it.
    public let code: UInt32
    /// How its pixels lie in memory.
    public let format: PixelFormat

    /// Reads one entry of a list, four letters of code and the name; nil when it is none.
    fileprivate init?(_ entry: ArraySlice<UInt8>, hasCode: Bool) {
        guard entry.count > 5, let format = PixelFormat(letters: entry.dropFirst(4)) else { return nil }
        self.format = format
        name = String(decoding: entry.dropFirst(4), as: UTF8.self)
        var code: UInt32 = 0
        for letter in entry.prefix(4).reversed() { code = code << 8 | UInt32(letter) }
        self.code = hasCode ? code : 0
    }
}

extension PixelFormat {
    /// Every format of DRM that can be drawn without a palette, the best for a
    /// display first. Formats with eight bits a colour come before those with
    /// ten: the picture has eight.
    public static let named: [NamedPixelFormat] = entries(
        """
        XR24XRGB8888 AR24ARGB8888 XB24XBGR8888 AB24ABGR8888 \
        RX24RGBX8888 RA24RGBA8888 BX24BGRX8888 BA24BGRA8888 \
        XR30XRGB2101010 AR30ARGB2101010 XB30XBGR2101010 AB30ABGR2101010 \
        RX30RGBX1010102 RA30RGBA1010102 BX30BGRX1010102 BA30BGRA1010102 \
        RG24RGB888 BG24BGR888 RG16RGB565 BG16BGR565 \
        XR15XRGB1555 AR15ARGB1555 XB15XBGR1555 AB15ABGR1555 \
        RX15RGBX5551 RA15RGBA5551 BX15BGRX5551 BA15BGRA5551 \
        XR12XRGB4444 AR12ARGB4444 XB12XBGR4444 AB12ABGR4444 \
        RX12RGBX4444 RA12RGBA4444 BX12BGRX4444 BA12BGRA4444 \
        RGB8RGB332 BGR8BGR233 R8__R8 D8__D8 R4__R4 D4__D4 R2__R2 D2__D2 R1__R1 D1__D1
        """, hasCode: true)

    /// The formats that only a framebuffer device has: `C8`, numbers of a
    /// palette; and those whose leftmost pixel is in the lowest bits of a byte.
    public static let namedOfFramebuffers: [NamedPixelFormat] = entries(
        "____C8 ____R4_LSB ____D4_LSB ____R2_LSB ____D2_LSB ____R1_LSB ____D1_LSB", hasCode: false)

    /// Reads a list of entries with spaces between them; an underscore in a code is a space.
    private static func entries(_ list: StaticString, hasCode: Bool) -> [NamedPixelFormat] {
        var bytes: [UInt8] = []
        list.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
        var result: [NamedPixelFormat] = []
        for entry in bytes.split(separator: UInt8(ascii: " ")) {
            var entry = entry
            for index in entry.indices.prefix(4) where entry[index] == UInt8(ascii: "_") {
                entry[index] = UInt8(ascii: " ")
            }
            if let named = NamedPixelFormat(entry, hasCode: hasCode) { result.append(named) }
        }
        return result
    }

    /// Reads a name as DRM forms it: the letters of the channels from the
    /// highest bit to the lowest, then how many bits each has.
    fileprivate init?(letters name: ArraySlice<UInt8>) {
        var name = name
        let suffix: StaticString = "_LSB"
        let isLowestFirst = name.count > 4 && suffix.hasBytes(of: name.suffix(4))
        if isLowestFirst { name = name.dropLast(4) }
        let channels = name.prefix { $0 >= UInt8(ascii: "A") }
        var digits = name.dropFirst(channels.count)
        var lengths: [Int] = []
        while let digit = digits.popFirst() {
            // Ten is the only length of two digits, and no length is one before a nought.
            if digit == UInt8(ascii: "1"), digits.first == UInt8(ascii: "0") {
                digits.removeFirst()
                lengths.append(10)
            } else {
                lengths.append(Int(digit) - 48)
            }
        }
        guard lengths.count == channels.count, let first = channels.first else { return nil }
        if channels.count == 1 {
            let meaning: Meaning =
                switch first {
                case UInt8(ascii: "R"): .grey
                case UInt8(ascii: "D"): .darkness
                default: .displayPalette
                }
            self.init(bitsPerPixel: lengths[0], meaning: meaning, isLowestFirst: isLowestFirst)
            return
        }
        var (red, green, blue, alpha) = (BitField.absent, BitField.absent, BitField.absent, BitField.absent)
        var bits = 0
        for (channel, length) in zip(channels, lengths).reversed() {
            let field = BitField(offset: bits, length: length)
            switch channel {
            case UInt8(ascii: "R"): red = field
            case UInt8(ascii: "G"): green = field
            case UInt8(ascii: "B"): blue = field
            case UInt8(ascii: "A"): alpha = field
            default: break
            }
            bits += length
        }
        self.init(bitsPerPixel: bits, red: red, green: green, blue: blue, alpha: alpha)
    }

    /// The format of that name, such as `RGB565`, in capitals; nil for any other text.
    public init?(name: String) {
        guard let entry = PixelFormat.firstNamed(where: { $0.name.utf8.elementsEqual(name.utf8) })
        else { return nil }
        self = entry.format
    }

    /// The first of all named formats, those of framebuffers last, that is the right one.
    public static func firstNamed(where isRight: (NamedPixelFormat) -> Bool) -> NamedPixelFormat? {
        named.first(where: isRight) ?? namedOfFramebuffers.first(where: isRight)
    }

    /// The name in DRM, or for a layout without one its bits: `32 bit, red 2+10, ...`.
    public var name: String {
        if let entry = PixelFormat.firstNamed(where: { $0.format == self }) { return entry.name }
        if case .fixedPalette(let colours) = meaning {
            return "\(bitsPerPixel) bit, one of \(colours.count) fixed colours"
        }
        return "\(bitsPerPixel) bit, red \(red.offset)+\(red.length), "
            + "green \(green.offset)+\(green.length), blue \(blue.offset)+\(blue.length)"
    }

    /// The four letters of a DRM format code, with `?` for what is no printable letter.
    public static func letters(of code: UInt32) -> String {
        var text = ""
        for index in 0..<4 {
            let byte = UInt8(truncatingIfNeeded: code >> UInt32(index * 8))
            text.unicodeScalars.append((0x20...0x7E).contains(byte) ? Unicode.Scalar(byte) : "?")
        }
        return text
    }
}

extension StaticString {
    fileprivate func hasBytes(of bytes: ArraySlice<UInt8>) -> Bool {
        withUTF8Buffer { unsafe $0.elementsEqual(bytes) }
    }
}
