/// A picture in ordinary memory: rows of XRGB8888 pixels, in the orientation
/// in which a person sees it.
///
/// Red is bits 16 to 23, green 8 to 15, blue 0 to 7; the top byte is always
/// 0xFF. All drawing happens here, and outputs copy from here: the memory of a
/// display is never read.
public struct Surface: ~Copyable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// The pixels, row after row without padding.
    public internal(set) var pixels: [UInt32]

    /// The widest or highest picture there can be, in pixels.
    public static let maximumSide = 32768

    /// A surface of one colour, or nil when a side is not in 1...32768.
    public init?(width: Int, height: Int, colour: UInt32 = 0xFF00_0000) {
        guard (1...Surface.maximumSide).contains(width),
            (1...Surface.maximumSide).contains(height)
        else { return nil }
        self.width = width
        self.height = height
        pixels = [UInt32](repeating: colour | 0xFF00_0000, count: width * height)
    }

    /// The whole surface as a rectangle.
    public var bounds: PixelRect {
        PixelRect(x: 0, y: 0, width: width, height: height)!
    }

    /// The pixels of one row.
    public func row(_ y: Int) -> ArraySlice<UInt32> {
        pixels[(y * width)..<((y + 1) * width)]
    }
}
