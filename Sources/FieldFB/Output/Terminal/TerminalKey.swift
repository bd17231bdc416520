/// A key a person pressed.
public enum TerminalKey: Equatable, Sendable {
    /// A letter, digit or control key, as its byte: 3 is Control-C.
    case byte(UInt8)
    /// The escape key alone.
    case escape
}

/// Turns the bytes of a terminal into keys.
///
/// Arrows, function keys, the mouse, and answers that come late begin with the
/// byte of the escape key; they are passed over. The escape key itself is told
/// from them by nothing following it.
struct TerminalKeyReader {
    private enum State { case none, escape, control, string, stringEscape }

    private var state = State.none
    /// More keys than this that nobody took are dropped.
    static let limit = 64

    /// Whether a sequence has begun whose rest may follow.
    var isUndecided: Bool { state != .none }

    mutating func take(_ bytes: ArraySlice<UInt8>, _ keys: inout [TerminalKey]) {
        for byte in bytes { take(byte, &keys) }
    }

    /// Nothing followed for a while: an escape that waits was the key, and a
    /// longer sequence that was begun (by Alt and a letter) has no end.
    mutating func endOfInput(_ keys: inout [TerminalKey]) {
        if state == .escape { append(.escape, &keys) }
        state = .none
    }

    private func append(_ key: TerminalKey, _ keys: inout [TerminalKey]) {
        if keys.count < TerminalKeyReader.limit { keys.append(key) }
    }

    private mutating func take(_ byte: UInt8, _ keys: inout [TerminalKey]) {
        switch state {
        case .none:
            if byte == 0x1B { state = .escape } else { append(.byte(byte), &keys) }
        case .escape:
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "O"): state = .control
            case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "^"): state = .string
            case 0x1B: append(.escape, &keys)
            default: state = .none
            }
        case .control:
            if (0x40...0x7E).contains(byte) { state = .none }
        case .string:
            if byte == 0x1B { state = .stringEscape }
            if byte == 0x07 { state = .none }
        case .stringEscape:
            state = byte == UInt8(ascii: "\\") ? .none : .string
        }
    }
}
