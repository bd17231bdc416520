/// A picture in memory: rows of premultiplied pixels, 0xAARRGGBB, in the
/// encoded space.
public struct Picture: Equatable, Sendable {
    public let width: Int
    public let height: Int
    /// Row after row without padding.
    public let pixels: [UInt32]

    /// - Parameter pixels: as many as the sides say.
    public init(width: Int, height: Int, pixels: [UInt32]) {
        precondition(width > 0 && height > 0 && pixels.count == width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// Whether nothing behind it can be seen.
    public var isOpaque: Bool { pixels.allSatisfy { $0 >> 24 == 255 } }

    /// A part of it that lies within it.
    func part(_ rect: PixelRect) -> Picture {
        var result: [UInt32] = []
        result.reserveCapacity(rect.width * rect.height)
        for y in rect.y..<rect.maxY { result += pixels[(y * width + rect.x)..<(y * width + rect.maxX)] }
        return Picture(width: rect.width, height: rect.height, pixels: result)
    }
}
