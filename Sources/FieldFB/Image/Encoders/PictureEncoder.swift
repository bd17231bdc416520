/// The encoder of a picture file, by its format: the picture libraries, and
/// portable pixmaps, which need none.
struct PictureEncoder: ~Copyable {
    private let format: PictureFormat
    private var png: PNGEncoder?
    private var animatedPNG: AnimatedPNG?
    private var gif: AnimatedGIF?
    private var webp: AnimatedWebP?

    /// - Throws: when the library of the format is not installed.
    init(
        format: PictureFormat, width: Int, height: Int, frameCount: Int, rate: AnimationRate, place: String
    ) throws(PictureError) {
        self.format = format
        switch format {
        case .png: png = try PNGEncoder()
        case .ppm: break
        case .apng: animatedPNG = try AnimatedPNG(rate: rate, frameCount: frameCount)
        case .gif: gif = try AnimatedGIF.begin(rate: rate, place: place)
        case .webp:
            webp = try AnimatedWebP.begin(width: width, height: height, rate: rate, place: place)
        }
    }

    /// Adds the next frame.
    mutating func add(_ surface: borrowing Surface, to file: inout PictureFile) throws(PictureError) {
        switch format {
        case .png:
            try png?.encode(surface, surface.bounds, place: file.place)
            if let encoded = png?.encoded { try file.append(encoded.span) }
        case .ppm: try PPMEncoder.write(surface, to: &file)
        case .apng: try animatedPNG?.add(surface, to: &file)
        case .gif: try gif?.add(surface, to: &file)
        case .webp: try webp?.add(surface, place: file.place)
        }
    }

    /// Writes what comes after the last frame.
    mutating func finish(_ file: inout PictureFile) throws(PictureError) {
        try animatedPNG?.finish(&file)
        try gif?.finish(&file)
        try webp?.finish(&file)
    }
}
