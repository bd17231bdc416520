/// The layouts in memory that the machines' displays use, by DRM's names.
///
/// Written here a second time, and in another way than the program has them.
public enum PixelFormat: String, Sendable, CaseIterable {
    case XRGB8888, XBGR8888, RGB888, BGR888, RGB565, BGR565
    /// The number of a colour in the device's palette.
    case C8
    /// One bit a pixel, the leftmost pixel in the lowest bit: ones are black.
    case D1_LSB

    public var bitsPerPixel: Int {
        switch self {
        case .XRGB8888, .XBGR8888: 32
        case .RGB888, .BGR888: 24
        case .RGB565, .BGR565: 16
        case .C8: 8
        case .D1_LSB: 1
        }
    }

    /// Whether red, green and blue have only 5, 6 and 5 bits.
    var isShort: Bool { bitsPerPixel == 16 }

    private var isBlueLowest: Bool {
        switch self {
        case .XRGB8888, .RGB888, .RGB565: true
        default: false
        }
    }

    /// The colour of one pixel, each channel in the upper bits of its byte.
    func colour(of word: UInt32, palette: [Screen.Pixel] = []) -> Screen.Pixel {
        let low: UInt8, middle: UInt8, high: UInt8
        switch self {
        case .C8:
            return palette[Int(word)]
        case .D1_LSB:
            return word == 0 ? .init(red: 255, green: 255, blue: 255) : .init(red: 0, green: 0, blue: 0)
        case .RGB565, .BGR565:
            low = UInt8(truncatingIfNeeded: word << 3) & 0xF8
            middle = UInt8(truncatingIfNeeded: word >> 3) & 0xFC
            high = UInt8(truncatingIfNeeded: word >> 8) & 0xF8
        default:
            low = UInt8(truncatingIfNeeded: word)
            middle = UInt8(truncatingIfNeeded: word >> 8)
            high = UInt8(truncatingIfNeeded: word >> 16)
        }
        return isBlueLowest
            ? .init(red: high, green: middle, blue: low) : .init(red: low, green: middle, blue: high)
    }
}
