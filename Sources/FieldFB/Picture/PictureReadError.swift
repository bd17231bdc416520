/// Why a picture file was not read.
public enum PictureReadError: Error {
    /// The file cannot be read, or is too large.
    case file(path: String, reason: String)
    /// It is neither PNG nor JPEG.
    case unknownFormat(path: String)
    /// It has more pixels than are read.
    case tooLarge(path: String, width: Int, height: Int)
    /// There is not enough memory for it.
    case memory(path: String, width: Int, height: Int)
    /// The library refused what is in it.
    case corrupt(path: String, reason: String)
    case missingLibrary(path: String, name: String, package: String)
    /// The program was built without what reads pictures.
    case notBuilt(path: String)

    /// What happened, why, and what to do.
    public var message: String {
        switch self {
        case .file(let path, let reason): "picture \(path): \(reason)"
        case .unknownFormat(let path): "picture \(path): it is neither PNG nor JPEG; convert it to one of them"
        case .tooLarge(let path, let width, let height):
            "picture \(path): \(width)x\(height) pixels are too many; at most \(PictureReader.largestSide) a side and "
                + "\(PictureReader.mostPixels) in all are read, so make it smaller"
        case .memory(let path, let width, let height):
            "picture \(path): there is not enough memory for \(width)x\(height) pixels; make it smaller"
        case .corrupt(let path, let reason): "picture \(path): the file is damaged: \(reason)"
        case .missingLibrary(let path, let name, let package):
            "picture \(path): \(name) is missing; install the package \(package)"
        case .notBuilt(let path): "picture \(path): this program was built without what reads pictures"
        }
    }
}
