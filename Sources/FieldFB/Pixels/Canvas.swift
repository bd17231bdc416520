/// A surface held open for many small strokes: its pixels without the price of
/// reaching for them each time.
struct Canvas: ~Copyable, ~Escapable {
    private(set) var pixels: MutableSpan<UInt32>
    let bounds: PixelRect

    @_lifetime(copy pixels)
    init(_ pixels: consuming MutableSpan<UInt32>, bounds: PixelRect) {
        precondition(pixels.count == bounds.width * bounds.height)
        self.pixels = pixels
        self.bounds = bounds
    }

    /// The address of the pixels, row after row without padding: as many as
    /// `bounds` has.
    @unsafe @inline(__always)
    mutating func withUnsafePixels(_ body: (UnsafeMutablePointer<UInt32>) -> Void) {
        unsafe pixels.withUnsafeMutableBufferPointer { buffer in
            if let address = buffer.baseAddress { unsafe body(address) }
        }
    }
}

extension Surface {
    /// The surface, to be drawn on.
    var canvas: Canvas {
        @_lifetime(&self)
        mutating get {
            let bounds = bounds
            return Canvas(pixels.mutableSpan, bounds: bounds)
        }
    }
}
