/// A colour with eight bits a channel, in the encoded (sRGB) space in which
/// everything is composited.
public struct Colour: Equatable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    /// 255 is opaque.
    public var alpha: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    public static let black = Colour(red: 0, green: 0, blue: 0)
    public static let white = Colour(red: 255, green: 255, blue: 255)

    /// A colour written `#RGB`, `#RRGGBB` or `#RRGGBBAA`, or nil when the text
    /// is anything else.
    public init?(parsing text: String) {
        var digits: [UInt8] = []
        var isFirst = true
        for byte in text.utf8 {
            if isFirst {
                guard byte == UInt8(ascii: "#") else { return nil }
                isFirst = false
                continue
            }
            guard digits.count < 8, let digit = Colour.hexadecimalDigit(byte) else { return nil }
            digits.append(digit)
        }
        switch digits.count {
        case 3:
            self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
        case 6, 8:
            self.init(
                red: digits[0] << 4 | digits[1],
                green: digits[2] << 4 | digits[3],
                blue: digits[4] << 4 | digits[5],
                alpha: digits.count == 8 ? digits[6] << 4 | digits[7] : 255)
        default:
            return nil
        }
    }

    /// The colour as `#RRGGBB`, or `#RRGGBBAA` when it is not opaque.
    public var hexadecimal: String {
        var bytes: [UInt8] = [UInt8(ascii: "#")]
        for channel in alpha == 255 ? [red, green, blue] : [red, green, blue, alpha] {
            bytes.append(Colour.hexadecimalCharacter(channel >> 4))
            bytes.append(Colour.hexadecimalCharacter(channel & 15))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The opaque pixel of this colour in XRGB8888: 0xFFRRGGBB.
    public var packed: UInt32 {
        0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
        default: return nil
        }
    }

    private static func hexadecimalCharacter(_ digit: UInt8) -> UInt8 {
        digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
    }
}
