/// A display that only exists in memory: it keeps the picture last presented.
public struct HeadlessOutput: ~Copyable {
    /// The picture as last presented. Before the first one it is black.
    public private(set) var picture: Surface
    private var isStarted = false

    /// An output of that size in pixels, or nil when a side is not in
    /// 1...`Surface.maximumSide`.
    public init?(width: Int, height: Int) {
        guard let picture = Surface(width: width, height: height) else { return nil }
        self.picture = picture
    }

    public var width: Int { picture.width }
    public var height: Int { picture.height }

    /// Copies what changed; of the first surface, everything. A surface of
    /// another size changes nothing.
    public mutating func present(_ surface: borrowing Surface, damage: Damage) -> Presentation {
        let width = picture.width
        guard surface.width == width, surface.height == picture.height else { return .shown }
        let isFirst = !isStarted
        isStarted = true
        let source = surface.pixels.span
        var target = picture.pixels.mutableSpan
        if isFirst {
            for index in 0..<source.count { target[index] = source[index] }
            return .shown
        }
        for band in damage.bands {
            guard let rect = band.intersection(surface.bounds) else { continue }
            for y in rect.y..<rect.maxY {
                for index in (y * width + rect.x)..<(y * width + rect.maxX) {
                    target[index] = source[index]
                }
            }
        }
        return .shown
    }

    public var summary: OutputSummary {
        OutputSummary(
            kind: "headless", width: width, height: height, format: "XRGB8888", method: "memory copy")
    }

    public consuming func close() {}
}
