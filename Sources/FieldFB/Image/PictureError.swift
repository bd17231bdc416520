/// Why a picture could not be written.
public enum PictureError: Error, Sendable {
    /// A system call failed. `place` is the path of the picture, or
    /// `standard output`.
    case system(call: String, errno: CInt, place: String)
    /// The file took no more bytes, without an error number.
    case shortWrite(place: String)
    /// A library is not installed, or is too old. `package` is its name in Debian.
    case missingLibrary(name: String, package: String)
    /// This program was built without the picture libraries.
    case notInThisBuild(format: PictureFormat)
    /// A library refused the picture.
    case encoder(call: String, reason: String, place: String)
    /// A side, or the whole, is larger than the format allows.
    case tooLarge(format: PictureFormat, width: Int, height: Int)
    /// Frames of one file must all have the size of the first, and be as many
    /// as were announced.
    case wrongFrame(place: String, reason: String)
    /// Standard output is a terminal, which cannot show the bytes of a picture.
    case terminal

    /// What happened, why, and what to do about it, in one line.
    public var message: String {
        switch self {
        case .system(let call, let errno, let place):
            "cannot write \(place): \(systemErrorText(errno)) (\(call))"
        case .shortWrite(let place):
            "cannot write \(place): it takes no more bytes"
        case .missingLibrary(let name, let package):
            "this picture format needs \(name): install the package \(package), or write a .ppm"
        case .notInThisBuild(let format):
            "this program is a static one, without the picture libraries: it writes no "
                + "\(format.name); write a .ppm, or use the program that is linked dynamically"
        case .encoder(let call, let reason, let place):
            "cannot write \(place): \(reason) (\(call))"
        case .tooLarge(let format, let width, let height):
            "\(width)x\(height) is too large for \(format.name): "
                + "a side has at most \(format.maximumSide) pixels, "
                + "the picture \(format.maximumPixelCount)"
        case .wrongFrame(let place, let reason):
            "cannot write \(place): \(reason)"
        case .terminal:
            "a picture is binary and standard output is a terminal: "
                + "name a file with -o FILE, or send it on with > FILE"
        }
    }
}
