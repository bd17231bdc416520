/// What lies behind the marks: one colour, or a picture of the surface's size.
struct Backdrop {
    /// The colour everywhere, or that of a picture's surroundings.
    let colour: UInt32
    /// The picture's pixels, as many as the surface has; none where one colour
    /// is everywhere.
    let pixels: [UInt32]

    init(colour: UInt32) {
        self.colour = colour
        pixels = []
    }

    /// - Parameter pixels: opaque, row after row.
    init(colour: UInt32, pixels: [UInt32]) {
        self.colour = colour
        self.pixels = pixels
    }

    var isPlain: Bool { pixels.isEmpty }

    /// Puts it back where it was painted over. The rectangle must lie on the canvas.
    func restore(_ rect: PixelRect, on canvas: inout Canvas) {
        precondition(canvas.bounds.contains(rect))
        let canvasWidth = canvas.bounds.width
        let start = rect.y &* canvasWidth &+ rect.x
        if isPlain {
            let colour = colour
            unsafe canvas.withUnsafePixels { pixels in
                var row = unsafe pixels + start
                for _ in 0..<rect.height {
                    for column in 0..<rect.width { unsafe row[column] = colour }
                    unsafe row += canvasWidth
                }
            }
            return
        }
        precondition(pixels.count == canvasWidth * canvas.bounds.height)
        unsafe pixels.withUnsafeBufferPointer { source in
            unsafe canvas.withUnsafePixels { pixels in
                guard let address = source.baseAddress else { return }
                var row = unsafe pixels + start
                var sourceRow = unsafe address + start
                for _ in 0..<rect.height {
                    for column in 0..<rect.width { unsafe row[column] = sourceRow[column] }
                    unsafe row += canvasWidth
                    unsafe sourceRow += canvasWidth
                }
            }
        }
    }

    /// Puts it back on the surface. The rectangle must lie on it.
    func restore(_ rect: PixelRect, in surface: inout Surface) {
        var canvas = surface.canvas
        restore(rect, on: &canvas)
    }
}
