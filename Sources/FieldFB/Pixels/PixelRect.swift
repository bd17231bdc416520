/// A rectangle of whole pixels, never empty, with its origin at the top left.
public struct PixelRect: Equatable, Sendable {
    public let x: Int
    public let y: Int
    public let width: Int
    public let height: Int

    /// The first column right of the rectangle.
    public var maxX: Int { x + width }
    /// The first row below the rectangle.
    public var maxY: Int { y + height }

    /// A rectangle from its top left corner and size, or nil when it is empty,
    /// negative, or so large that its far edges or its area would overflow.
    public init?(x: Int, y: Int, width: Int, height: Int) {
        guard width > 0, height > 0,
            !x.addingReportingOverflow(width).overflow,
            !y.addingReportingOverflow(height).overflow,
            !width.multipliedReportingOverflow(by: height).overflow
        else { return nil }
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// What both rectangles cover, or nil when they do not overlap.
    public func intersection(_ other: PixelRect) -> PixelRect? {
        let left = max(x, other.x)
        let top = max(y, other.y)
        return PixelRect(
            x: left, y: top,
            width: min(maxX, other.maxX) - left,
            height: min(maxY, other.maxY) - top)
    }

    /// The smallest rectangle that covers both.
    public func union(_ other: PixelRect) -> PixelRect {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRect(
            x: left, y: top,
            width: max(maxX, other.maxX) - left,
            height: max(maxY, other.maxY) - top) ?? self
    }
}
