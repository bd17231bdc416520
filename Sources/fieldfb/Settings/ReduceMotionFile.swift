import CDRM

/// What the file says that asks for reduced motion.
enum ReduceMotionReading: Equatable, Sendable {
    /// There is no such file: motion is not reduced.
    case missing
    case on
    case off
    /// The file cannot be read or says something else. Someone who put it
    /// there wanted less motion, so this counts as on.
    case unclear

    var isOn: Bool { self == .on || self == .unclear }
}

/// Reads the file that asks for reduced motion.
enum ReduceMotionFile {
    /// More than this is no answer, in bytes.
    static let longest = 64

    /// The reading, and the reason when it is unclear.
    static func read(_ path: String) -> (reading: ReduceMotionReading, reason: String) {
        do throws(SystemError) {
            let contents = try SystemCalls.contents(of: path, limit: longest)
            let reading = interpret(contents)
            let reason = "\(ByteText.quoted(contents)) is none of 1, yes, true, on, 0, no, false, off"
            return (reading, reading == .unclear ? reason : "")
        } catch {
            switch error.errno {
            case ENOENT, ENOTDIR: return (.missing, "")
            case EFBIG: return (.unclear, "longer than \(longest) bytes")
            default: return (.unclear, "cannot be read: \(error.text)")
            }
        }
    }

    /// Empty, 1, yes, true, on: on. 0, no, false, off: off. Case and blank
    /// space around the word do not count.
    static func interpret(_ contents: [UInt8]) -> ReduceMotionReading {
        let isSpace = { (byte: UInt8) in byte.isBlank || byte == 10 || byte == 13 }
        var word = contents[...]
        while let first = word.first, isSpace(first) { word.removeFirst() }
        while let last = word.last, isSpace(last) { word.removeLast() }
        let text = String(bytes: word)
        let plain = YesNo.plain(text)
        if text.isEmpty || plain.hasSameBytes(as: YesNo.yes) { return .on }
        return plain.hasSameBytes(as: YesNo.no) ? .off : .unclear
    }
}
