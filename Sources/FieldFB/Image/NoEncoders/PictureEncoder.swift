/// The encoder of a picture file in a program that loads no libraries: one
/// linked statically. Only portable pixmaps can be written.
struct PictureEncoder: ~Copyable {
    /// - Throws: for every format that needs a library.
    init(
        format: PictureFormat, width: Int, height: Int, frameCount: Int, rate: AnimationRate, place: String
    ) throws(PictureError) {
        guard case .ppm = format else { throw .notInThisBuild(format: format) }
    }

    /// Adds the next frame.
    mutating func add(_ surface: borrowing Surface, to file: inout PictureFile) throws(PictureError) {
        try PPMEncoder.write(surface, to: &file)
    }

    /// Writes what comes after the last frame.
    mutating func finish(_ file: inout PictureFile) throws(PictureError) {}
}
