/// Text as bytes. Unicode comparison, case and counting would bring tables into
/// the Embedded program that weigh more than the program, and every word this
/// program compares is ASCII.
extension String {
    /// Whether both are the same bytes.
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && begins(with: other)
    }

    /// Whether both are the same but for the case of ASCII letters.
    @inline(never)
    func matchesIgnoringCase(_ other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        var others = other.utf8.makeIterator()
        for byte in utf8 where others.next()?.asciiLowercased != byte.asciiLowercased { return false }
        return true
    }

    /// Whether it begins with these bytes.
    @inline(never)
    func begins(with prefix: String) -> Bool {
        var bytes = utf8.makeIterator()
        for byte in prefix.utf8 where bytes.next() != byte { return false }
        return true
    }

    /// The text of these bytes.
    init(bytes: some Sequence<UInt8>) {
        self = String(decoding: Array(bytes), as: UTF8.self)
    }

    /// The text filled up with spaces to `width` bytes.
    func padded(to width: Int) -> String {
        var text = self
        var missing = width - utf8.count
        while missing > 0 {
            text += " "
            missing -= 1
        }
        return text
    }
}

extension UInt8 {
    /// The lower case of an ASCII letter; any other byte as it is.
    var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 32 : self
    }

    var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// A space or a tab.
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    /// A byte that controls a terminal instead of showing there.
    var isControl: Bool { self < 0x20 || self == 0x7F }
}

enum ByteText {
    /// The bytes without blanks at both ends.
    static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while let first = rest.first, first.isBlank { rest.removeFirst() }
        while let last = rest.last, last.isBlank { rest.removeLast() }
        return rest
    }

    /// Text from outside made fit for one line on a terminal or in a journal:
    /// at most `limit` bytes, without control bytes, in quotation marks.
    static func quoted(_ bytes: some Sequence<UInt8>, limit: Int = 64) -> String {
        var kept: [UInt8] = []
        var isCut = false
        for byte in bytes {
            if kept.count == limit {
                isCut = true
                break
            }
            kept.append(byte.isControl ? UInt8(ascii: "?") : byte)
        }
        return "\"\(String(decoding: kept, as: UTF8.self))\(isCut ? "..." : "")\""
    }

    /// Words with commas between.
    static func list(_ words: [String]) -> String {
        var text = ""
        for word in words {
            if !text.isEmpty { text += ", " }
            text += word
        }
        return text
    }
}
