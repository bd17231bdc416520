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

    /// Whether an escape waits for what may follow it.
    var isUndecided: Bool { state == .escape }

    mutating func take(_ bytes: ArraySlice<UInt8>, _ keys: inout [TerminalKey]) {
        for byte in bytes { take(byte, &keys) }
    }

    /// Nothing followed for a while: an escape that waits was the key.
    mutating func endOfInput(_ keys: inout [TerminalKey]) {
        if state == .escape { keys.append(.escape) }
        if state == .escape || state == .control { state = .none }
    }

    private mutating func take(_ byte: UInt8, _ keys: inout [TerminalKey]) {
        switch state {
        case .none:
            if byte == 0x1B { state = .escape } else { keys.append(.byte(byte)) }
        case .escape:
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "O"): state = .control
            case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "^"): state = .string
            case 0x1B: keys.append(.escape)
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
