/// The smallest rectangle around rectangles that come one by one.
struct PixelUnion {
    private var left = Int.max
    private var top = Int.max
    private var right = Int.min
    private var bottom = Int.min

    /// The rectangle, or nil when none came.
    var rect: PixelRect? {
        if left >= right { return nil }
        return PixelRect(trustedLeft: left, top: top, right: right, bottom: bottom)
    }

    @inline(__always)
    mutating func add(_ rect: PixelRect) {
        left = min(left, rect.x)
        top = min(top, rect.y)
        right = max(right, rect.maxX)
        bottom = max(bottom, rect.maxY)
    }
}
