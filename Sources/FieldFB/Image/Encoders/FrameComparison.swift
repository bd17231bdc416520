/// Finds what changed between the frames of an animation.
struct FrameComparison {
    private var previous: [UInt32] = []

    /// The smallest rectangle outside of which the frame equals the one before:
    /// the whole frame the first time, nil when nothing changed. The frame is
    /// remembered for the next call.
    mutating func changedRect(_ surface: borrowing Surface) -> PixelRect? {
        let width = surface.width
        let height = surface.height
        guard previous.count == surface.pixels.count else {
            previous = surface.pixels
            return surface.bounds
        }
        var left = width
        var right = -1
        var top = height
        var bottom = -1
        let new = surface.pixels.span
        var old = previous.mutableSpan
        for y in 0..<height {
            var first = -1
            var last = -1
            for x in 0..<width where new[y * width + x] != old[y * width + x] {
                if first < 0 { first = x }
                last = x
                old[y * width + x] = new[y * width + x]
            }
            guard first >= 0 else { continue }
            left = min(left, first)
            right = max(right, last)
            top = min(top, y)
            bottom = y
        }
        return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }
}
