/// Fonts to set words in, in a program that was built without them.
public struct Typeface: ~Copyable {
    public let warnings: [String] = []
    public let isLooking = false

    public init(path: String?, folders: [String]? = nil) throws(TextError) {
        throw .notBuilt
    }

    public mutating func set(_ text: [UInt8], style: TextStyle) -> TextBlock { .empty }
}
