/// Bytes that came in pieces, taken out line by line.
///
/// It holds less than `limit` + one piece: whoever fills it stops when a line
/// is complete or too long.
struct LineBuffer {
    /// The longest line, without its newline.
    let limit: Int
    private var bytes: [UInt8] = []
    private var start = 0
    /// Where the search for a newline goes on.
    private var searched = 0
    /// Where the next newline is, when one was found.
    private var newline: Int?

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether a whole line can be taken.
    var hasLine: Bool { newline != nil }

    /// Whether the line that is coming in is longer than allowed.
    var isTooLong: Bool { (newline ?? bytes.count) - start > limit }

    /// Whether nothing is left, not even part of a line.
    var isEmpty: Bool { start == bytes.count }

    mutating func append(_ piece: ArraySlice<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            searched -= start
            newline = newline.map { $0 - start }
            start = 0
        }
        bytes += piece
        search()
    }

    /// Takes the next line without its newline, or nil when none is complete.
    mutating func takeLine() -> ArraySlice<UInt8>? {
        guard let end = newline else { return nil }
        let line = bytes[start..<end]
        start = end + 1
        searched = start
        search()
        return line
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        start = 0
        searched = 0
        newline = nil
    }

    private mutating func search() {
        newline = bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
        searched = newline ?? bytes.count
    }
}
