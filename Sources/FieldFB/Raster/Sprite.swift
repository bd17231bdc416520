/// Something that lies over the field and does not move: words, a card, a
/// logo, marks of progress. It is painted again where what is below it changed.
struct Sprite {
    /// What it is filled with.
    enum Filling: Equatable {
        /// One opaque colour, through `coverage`.
        case ink(UInt32)
        /// What lies behind the field, through `coverage`: this cuts it off.
        case backdrop
        /// The premultiplied `pixels`.
        case picture
    }

    /// Where it lies; it may reach beyond the surface.
    let rect: PixelRect
    let filling: Filling
    /// 0...255 a pixel of the rectangle, row after row; none of a picture.
    var coverage: [UInt8]
    /// Those of a picture, row after row.
    let pixels: [UInt32]
    /// Tells it from what was in its place before: the same number, the same look.
    var version: Int
    /// The opacity that each coverage gives.
    private let opacities: [UInt8]

    /// A colour, or what lies behind the field, through a mask.
    ///
    /// - Parameter levels: the opacity of each coverage, 256 of them; none: the coverage itself.
    init(_ rect: PixelRect, _ filling: Filling, coverage: [UInt8], levels: [UInt8] = [], version: Int) {
        precondition(coverage.count == rect.width * rect.height)
        self.rect = rect
        self.filling = filling
        self.coverage = coverage
        pixels = []
        self.version = version
        opacities = levels.count == 256 ? levels : [UInt8](0...255)
    }

    /// A picture.
    ///
    /// - Parameter pixels: premultiplied, 0xAARRGGBB.
    init(_ rect: PixelRect, pixels: [UInt32], version: Int) {
        precondition(pixels.count == rect.width * rect.height)
        self.rect = rect
        filling = .picture
        coverage = []
        self.pixels = pixels
        self.version = version
        opacities = []
    }

    /// Paints the part of it that lies in a rectangle of the canvas.
    func paint(_ clip: PixelRect, over backdrop: Backdrop, on canvas: inout Canvas) {
        guard let part = rect.intersection(clip)?.intersection(canvas.bounds) else { return }
        let canvasWidth = canvas.bounds.width
        for y in part.y..<part.maxY {
            let source = (y &- rect.y) &* rect.width &+ part.x &- rect.x
            let target = y &* canvasWidth &+ part.x
            switch filling {
            case .ink(let ink): paintRow(source, target, part.width, on: &canvas) { _ in ink }
            case .backdrop: paintRow(source, target, part.width, on: &canvas) { backdrop.pixel($0) }
            case .picture: paintPicture(source, target, part.width, on: &canvas)
            }
        }
    }

    /// One of its pixels, premultiplied; of ink and pictures only.
    func premultipliedPixel(_ x: Int, _ y: Int) -> UInt32 {
        let place = (y - rect.y) * rect.width + x - rect.x
        switch filling {
        case .ink(let ink): return scaled(premultiplied: ink | 0xFF00_0000, by: UInt32(opacities[Int(coverage[place])]))
        case .backdrop: return 0
        case .picture: return pixels[place]
        }
    }

    @inline(__always)
    private func paintRow(
        _ source: Int, _ target: Int, _ width: Int, on canvas: inout Canvas, ink: (Int) -> UInt32
    ) {
        unsafe canvas.withUnsafePixels { pixels in
            for column in 0..<width {
                let covered = coverage[source &+ column]
                if covered == 0 { continue }
                let place = target &+ column
                unsafe pixels[place] = blend(
                    UInt32(opacities[Int(covered)]), of: ink(place), over: pixels[place])
            }
        }
    }

    private func paintPicture(_ source: Int, _ target: Int, _ width: Int, on canvas: inout Canvas) {
        unsafe canvas.withUnsafePixels { canvasPixels in
            for column in 0..<width {
                let pixel = pixels[source &+ column]
                if pixel == 0 { continue }
                let place = target &+ column
                unsafe canvasPixels[place] = blend(premultiplied: pixel, over: canvasPixels[place])
            }
        }
    }
}

extension [Sprite] {
    /// Paints what lies in a rectangle, from back to front.
    func paint(_ rect: PixelRect, over backdrop: Backdrop, into surface: inout Surface) {
        var canvas = surface.canvas
        for sprite in self { sprite.paint(rect, over: backdrop, on: &canvas) }
    }
}

extension Backdrop {
    @inline(__always)
    fileprivate func pixel(_ place: Int) -> UInt32 { isPlain ? colour : pixels[place] }
}
