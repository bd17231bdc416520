/// Where a picture goes.
public enum PictureDestination: Sendable {
    /// A file, which appears whole or not at all; or a device or pipe that is there.
    case path(String)
    /// An open descriptor that stays open, such as 1 for standard output.
    case descriptor(CInt)
}

/// Writes one picture or an animation from surfaces: make one, `add` each
/// frame, `finish`. Without `finish` no file appears.
public struct PictureWriter: ~Copyable {
    private let width: Int
    private let height: Int
    private let frameCount: Int
    private var framesAdded = 0
    private var file: PictureFile
    private var encoder: PictureEncoder

    private init(
        file: consuming PictureFile, format: PictureFormat, width: Int, height: Int, frameCount: Int,
        rate: AnimationRate
    ) throws(PictureError) {
        guard (1...Int(Int32.max)).contains(frameCount), frameCount == 1 || format.isAnimated else {
            throw .wrongFrame(place: file.place, reason: "a \(format.name) file holds one picture")
        }
        encoder = try PictureEncoder(
            format: format, width: width, height: height, frameCount: frameCount, rate: rate,
            place: file.place)
        self.file = file
        self.width = width
        self.height = height
        self.frameCount = frameCount
    }

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - frameCount: how many frames will be added; 1 for `png` and `ppm`.
    ///   - rate: how fast an animation is shown; one picture ignores it.
    /// - Throws: when the size is too large for the format, its library is not
    ///   installed, or the destination cannot be written to.
    public static func begin(
        _ destination: PictureDestination, format: PictureFormat, width: Int, height: Int,
        frameCount: Int = 1, rate: AnimationRate = .standard
    ) throws(PictureError) -> PictureWriter {
        guard (1...format.maximumSide).contains(width), (1...format.maximumSide).contains(height),
            Int64(width) * Int64(height) <= Int64(format.maximumPixelCount)
        else { throw .tooLarge(format: format, width: width, height: height) }
        switch destination {
        case .path(let path):
            return try PictureWriter(
                file: try PictureFile.at(path), format: format, width: width, height: height,
                frameCount: frameCount, rate: rate)
        case .descriptor(let descriptor):
            return try PictureWriter(
                file: try PictureFile.stream(descriptor), format: format, width: width,
                height: height, frameCount: frameCount, rate: rate)
        }
    }

    /// Adds the next frame.
    public mutating func add(_ surface: borrowing Surface) throws(PictureError) {
        guard surface.width == width, surface.height == height else {
            throw .wrongFrame(
                place: file.place,
                reason: "a frame of \(surface.width)x\(surface.height) in a file of \(width)x\(height)")
        }
        guard framesAdded < frameCount else {
            throw .wrongFrame(place: file.place, reason: "more than \(frameCount) frames")
        }
        try encoder.add(surface, to: &file)
        framesAdded += 1
    }

    /// Ends the file and lets it appear.
    public consuming func finish() throws(PictureError) {
        guard framesAdded == frameCount else {
            throw .wrongFrame(
                place: file.place, reason: "\(framesAdded) of \(frameCount) frames were made")
        }
        try encoder.finish(&file)
        try file.commit()
    }

    /// From now on a pipe whose reader has left is an error of `add` and
    /// `finish`, instead of the silent end of the process.
    public static func reportBrokenPipes() { systemIgnoreBrokenPipes() }
}

extension AnimationRate {
    /// 30 frames a second, the rate of the field.
    public static let standard = AnimationRate(perThousandSeconds: 30_000)
}
