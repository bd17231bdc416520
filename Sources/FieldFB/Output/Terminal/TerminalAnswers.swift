/// What a terminal says about itself, gathered from the bytes of its answers.
///
/// Three questions are sent at once; nearly every terminal answers the last,
/// its device attributes, so that nobody waits for answers that never come.
struct TerminalAnswers: Equatable {
    private(set) var hasKitty = false
    private(set) var hasSixel = false
    /// The size of a letter in pixels, when told.
    private(set) var cellWidth = 0
    private(set) var cellHeight = 0
    /// Whether the last answer has come.
    private(set) var isComplete = false

    private var sequence: [UInt8] = []
    private var kind = Kind.none

    private enum Kind { case none, escape, control, string, stringEscape }

    /// Longer answers than this come from no terminal.
    private static let longest = 256

    /// A picture of one pixel for kitty (a query only), the size of a letter,
    /// the device attributes.
    static let questions = Array("\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c".utf8)

    mutating func take(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes { take(byte) }
    }

    private mutating func take(_ byte: UInt8) {
        switch kind {
        case .none:
            if byte == 0x1B { kind = .escape }
        case .escape:
            sequence.removeAll(keepingCapacity: true)
            switch byte {
            case UInt8(ascii: "["): kind = .control
            case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"): kind = .string
            case 0x1B: kind = .escape
            default: kind = .none
            }
        case .control:
            if (0x40...0x7E).contains(byte) {
                endControl(byte)
                kind = .none
            } else {
                gather(byte)
            }
        case .string:
            if byte == 0x1B { kind = .stringEscape } else { gather(byte) }
        case .stringEscape:
            if sequence.starts(with: "Gi=31;OK".utf8) { hasKitty = true }
            kind = byte == UInt8(ascii: "\\") ? .none : .string
        }
    }

    private mutating func gather(_ byte: UInt8) {
        if sequence.count < TerminalAnswers.longest { sequence.append(byte) } else { kind = .none }
    }

    private mutating func endControl(_ final: UInt8) {
        if final == UInt8(ascii: "c"), sequence.first == UInt8(ascii: "?") {
            hasSixel = numbers(sequence.dropFirst()).dropFirst().contains(4)
            isComplete = true
        } else if final == UInt8(ascii: "t") {
            let values = numbers(sequence[...])
            guard values.count == 3, values[0] == 6 else { return }
            let sides = 1...200
            guard sides.contains(values[1]), sides.contains(values[2]) else { return }
            cellHeight = values[1]
            cellWidth = values[2]
        }
    }

    /// The decimal numbers between semicolons.
    private func numbers(_ bytes: ArraySlice<UInt8>) -> [Int] {
        bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { part in
            var value = 0
            for byte in part where (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000)
            }
            return value
        }
    }
}
