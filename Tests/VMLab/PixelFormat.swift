/// The layouts in memory that the machines' displays use, by DRM's names.
///
/// Written here a second time, and in another way than the program has them.
public enum PixelFormat: String, Sendable, CaseIterable {
    case XRGB8888, XBGR8888, RGB888, BGR888, RGB565, BGR565

    public var bytesPerPixel: Int {
        switch self {
        case .XRGB8888, .XBGR8888: 4
        case .RGB888, .BGR888: 3
        case .RGB565, .BGR565: 2
        }
    }

    /// Whether red, green and blue have only 5, 6 and 5 bits.
    var isShort: Bool { bytesPerPixel == 2 }

    private var isBlueLowest: Bool {
        switch self {
        case .XRGB8888, .RGB888, .RGB565: true
        case .XBGR8888, .BGR888, .BGR565: false
        }
    }

    /// The colour of one pixel, each channel in the upper bits of its byte.
    func colour(of word: UInt32) -> Screen.Pixel {
        let low: UInt8, middle: UInt8, high: UInt8
        if isShort {
            low = UInt8(truncatingIfNeeded: word << 3) & 0xF8
            middle = UInt8(truncatingIfNeeded: word >> 3) & 0xFC
            high = UInt8(truncatingIfNeeded: word >> 8) & 0xF8
        } else {
            low = UInt8(truncatingIfNeeded: word)
            middle = UInt8(truncatingIfNeeded: word >> 8)
            high = UInt8(truncatingIfNeeded: word >> 16)
        }
        return isBlueLowest
            ? .init(red: high, green: middle, blue: low) : .init(red: low, green: middle, blue: high)
    }
}
