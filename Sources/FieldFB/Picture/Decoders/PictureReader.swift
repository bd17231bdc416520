/// Reads PNG and JPEG files, whatever their names.
public enum PictureReader {
    /// The longest side and the most pixels of a picture that is read.
    static let largestSide = 16384
    static let mostPixels = 1 << 26
    /// The largest file, in MiB.
    static let largestFile = 64

    /// Reads a picture.
    ///
    /// - Parameters:
    ///   - widest, highest: the size it is needed in; a JPEG that is far larger
    ///     is read at a half, a quarter or an eighth. 0: in its own size.
    public static func read(path: String, widest: Int = 0, highest: Int = 0) throws(PictureReadError) -> Picture {
        let bytes: [UInt8]
        do throws(FileRefusal) {
            bytes = try fileContents(path, limitMebibytes: largestFile)
        } catch {
            throw .file(path: path, reason: error.reason)
        }
        return try decode(bytes, path: path, widest: widest, highest: highest)
    }

    /// Decodes the bytes of a file.
    public static func decode(
        _ bytes: [UInt8], path: String, widest: Int = 0, highest: Int = 0
    ) throws(PictureReadError) -> Picture {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return try systemDecodePNG(bytes, path: path) }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            let orientation = ExifOrientation(jpeg: bytes)
            let turned = orientation.swapsSides
            let picture = try systemDecodeJPEG(
                bytes, path: path, widest: turned ? highest : widest, highest: turned ? widest : highest)
            return orientation.applied(to: picture)
        }
        throw .unknownFormat(path: path)
    }

    /// Refuses a size before any memory is asked for.
    static func check(_ width: Int, _ height: Int, bytesAPixel: Int, path: String) throws(PictureReadError) {
        guard width > 0, height > 0 else { throw .corrupt(path: path, reason: "it has no pixels") }
        guard width <= largestSide, height <= largestSide, width * height <= mostPixels else {
            throw .tooLarge(path: path, width: width, height: height)
        }
        guard systemHasMemory(width * height * bytesAPixel) else {
            throw .memory(path: path, width: width, height: height)
        }
    }

    /// Colours with their alpha beside them, as premultiplied ones.
    static func premultiply(_ pixels: inout [UInt32]) {
        for index in pixels.indices {
            let pixel = pixels[index]
            let alpha = pixel >> 24
            if alpha == 255 { continue }
            pixels[index] = alpha == 0 ? 0 : scaled(premultiplied: pixel & 0xFFFFFF, by: alpha) | alpha << 24
        }
    }
}
