/// Whether the displays are the daemon's to draw on.
enum DisplayPresence: Sendable {
    /// The field is shown on whatever there is.
    case shown
    /// Another virtual terminal is in front: whoever has it may draw.
    case away
    /// The field comes to rest, since the displays are to be given up.
    case releasing
    /// The displays were given up on request, until they are acquired again.
    case released

    /// Whether frames are drawn.
    var draws: Bool {
        switch self {
        case .shown, .releasing: true
        case .away, .released: false
        }
    }
}

/// What stays on the glass when a display is given up.
enum Handover: Sendable {
    /// The still frame, until another program shows its own picture.
    case keep
    /// What was there before the field, such as the console.
    case clear

    init?(word: String) {
        if word.hasSameBytes(as: "keep") {
            self = .keep
        } else if word.hasSameBytes(as: "clear") {
            self = .clear
        } else {
            return nil
        }
    }
}

/// A handover on its way: the field is still coming to rest.
struct PendingHandover {
    /// Who waits for the reply.
    var clients: [ControlClient]
    /// Whether the daemon ends after it.
    var endsDaemon: Bool
    /// When the displays are given up although the field does not rest.
    let deadline: Int64

    /// How long coming to rest may take beyond the easing, in nanoseconds.
    static let patience: Int64 = 1_000_000_000
    /// How often is looked whether another program shows its picture, in nanoseconds.
    static let lookPause: Int64 = 250_000_000
    /// How often after that, when nobody has come for long.
    static let latePause: Int64 = 2_000_000_000
    /// How long another program's picture is waited for closely, and by a
    /// daemon that is to end at all, in nanoseconds.
    static let longestStay: Int64 = 30_000_000_000
}
