/// How words are set.
public struct TextStyle: Equatable, Sendable {
    public enum Alignment: Sendable {
        case left, centre, right
    }

    /// Size of the letters, in pixels to the em.
    public var size: Double
    /// The size down to which they may shrink so that all of them fit.
    public var smallest: Double
    /// The longest line, in pixels.
    public var widest: Int
    /// The most pixels of all lines together.
    public var highest: Int
    public var mostLines: Int
    public var alignment: Alignment

    public init(
        size: Double, smallest: Double, widest: Int, highest: Int, mostLines: Int, alignment: Alignment
    ) {
        self.size = size
        self.smallest = smallest
        self.widest = widest
        self.highest = highest
        self.mostLines = mostLines
        self.alignment = alignment
    }

    /// The largest size that is set, in pixels.
    public static let largestSize = 1024.0

    /// The same with every value within its limits.
    var guarded: TextStyle {
        var style = self
        style.size = size.isNaN ? 16 : min(max(size, 4), TextStyle.largestSize)
        style.smallest = smallest.isNaN ? style.size : min(max(smallest, 4), style.size)
        style.widest = min(max(widest, 1), Surface.maximumSide)
        style.highest = min(max(highest, 1), Surface.maximumSide)
        style.mostLines = min(max(mostLines, 1), 64)
        return style
    }
}

/// A block of set words: how much of each pixel they cover, for any colour.
///
/// Its width is that of the ink; its height that of the lines, so that it does
/// not change with the letters.
public struct TextBlock: Equatable, Sendable {
    public let width: Int
    public let height: Int
    /// 0...255 a pixel, row after row.
    public let coverage: [UInt8]
    /// The size that the letters have, in pixels: smaller than asked for where
    /// they had to shrink.
    public let size: Double

    /// Whether there is nothing to see.
    public var isEmpty: Bool { coverage.isEmpty }

    static let empty = TextBlock(width: 0, height: 0, coverage: [], size: 0)
}

/// Why no words can be set.
public enum TextError: Error {
    case missingLibrary(String, package: String)
    case refused(call: String, code: Int)
    case noFont
    /// The program was built without what sets words.
    case notBuilt

    /// What happened, why, and what to do.
    public var message: String {
        switch self {
        case .missingLibrary(let name, let package):
            "no words are shown: \(name) is missing; install the package \(package)"
        case .refused(let call, let code):
            "no words are shown: FreeType refused \(call) (error \(code))"
        case .notBuilt:
            "no words are shown: this program was built without what sets them"
        case .noFont:
            "no words are shown: there is no font; install fonts-dejavu-core, or set Font to a font file"
        }
    }
}
