/// A rectangle of whole pixels, never empty, with its origin at the top left.
public struct PixelRect: Equatable, Sendable {
    /// The first column.
    public let x: Int
    /// The first row.
    public let y: Int
    /// Columns, at least one.
    public let width: Int
    /// Rows, at least one.
    public let height: Int

    /// The first column right of the rectangle.
    public var maxX: Int { x &+ width }
    /// The first row below the rectangle.
    public var maxY: Int { y &+ height }

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

    /// A rectangle between edges that are known to be in order and to come
    /// from rectangles already proved.
    @inline(__always)
    init(trustedLeft left: Int, top: Int, right: Int, bottom: Int) {
        x = left
        y = top
        width = right &- left
        height = bottom &- top
    }

    /// Whether the other rectangle lies within this one.
    @inline(__always)
    public func contains(_ other: PixelRect) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }

    /// What both rectangles cover, or nil when they do not overlap.
    public func intersection(_ other: PixelRect) -> PixelRect? {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard left < right, top < bottom else { return nil }
        return PixelRect(trustedLeft: left, top: top, right: right, bottom: bottom)
    }

    /// The smallest rectangle that covers both.
    public func union(_ other: PixelRect) -> PixelRect {
        PixelRect(
            trustedLeft: min(x, other.x), top: min(y, other.y),
            right: max(maxX, other.maxX), bottom: max(maxY, other.maxY))
    }
}
