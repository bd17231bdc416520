/// A display that only exists in memory.
///
/// It keeps the picture last presented when asked to. A daemon without a
/// display is not: nobody could look at it, and it would cost as much memory
/// as the surface itself.
public struct HeadlessOutput: ~Copyable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// The pixels of the picture last presented, row after row, black before
    /// the first one; empty when pictures are not kept.
    public private(set) var pixels: [UInt32]

    private let bounds: PixelRect
    private var isStarted = false

    /// An output of that size in pixels, or nil when no `Surface` can have it.
    ///
    /// - Parameter keepsPicture: whether `pixels` holds what is presented.
    public init?(width: Int, height: Int, keepsPicture: Bool = true) {
        guard Surface.canBe(width: width, height: height),
            let bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        else { return nil }
        self.width = width
        self.height = height
        self.bounds = bounds
        pixels = keepsPicture ? [UInt32](repeating: 0xFF00_0000, count: width * height) : []
    }

    /// Takes over what changed; of the first surface, everything. A surface of
    /// another size changes nothing.
    public mutating func present(_ surface: borrowing Surface, damage: Damage) -> Presentation {
        guard !pixels.isEmpty, surface.width == width, surface.height == height else {
            return .shown
        }
        if !isStarted {
            isStarted = true
            for index in pixels.indices { pixels[index] = surface.pixels[index] }
            return .shown
        }
        let (width, bounds) = (width, bounds)
        let source = surface.pixels.span
        var target = pixels.mutableSpan
        for band in damage.bands {
            guard let rect = band.intersection(bounds) else { continue }
            for y in rect.y..<rect.maxY {
                for index in (y * width + rect.x)..<(y * width + rect.maxX) {
                    target[index] = source[index]
                }
            }
        }
        return .shown
    }

    /// What it is.
    public var summary: OutputSummary {
        OutputSummary(kind: "headless", width: width, height: height, format: "XRGB8888", method: "memory")
    }

    /// Frees the picture.
    public consuming func close() {}
}
