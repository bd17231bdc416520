/// Reading pictures, in a program that was built without it.
public enum PictureReader {
    static let largestSide = 0
    static let mostPixels = 0

    public static func read(path: String, widest: Int = 0, highest: Int = 0) throws(PictureReadError) -> Picture {
        throw .notBuilt(path: path)
    }
}
