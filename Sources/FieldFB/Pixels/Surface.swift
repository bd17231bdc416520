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
    /// The most pixels of a picture, 256 MiB: twice what 7680x4320 needs. More
    /// would be refused by the memory of the machine, and end the program.
    public static let maximumPixelCount = 1 << 26

    /// Whether there can be a picture of this size.
    public static func canBe(width: Int, height: Int) -> Bool {
        let sides = 1...maximumSide
        return sides.contains(width) && sides.contains(height)
            && Int64(width) * Int64(height) <= Int64(maximumPixelCount)
    }

    /// A surface of one colour, or nil when a side is not in 1...32768, or it
    /// has more than `maximumPixelCount` pixels.
    public init?(width: Int, height: Int, colour: UInt32 = 0xFF00_0000) {
        guard Surface.canBe(width: width, height: height) else { return nil }
        self.width = width
        self.height = height
        pixels = [UInt32](repeating: colour | 0xFF00_0000, count: width * height)
    }

    /// The whole surface as a rectangle.
    public var bounds: PixelRect {
        PixelRect(trustedLeft: 0, top: 0, right: width, bottom: height)
    }
}
