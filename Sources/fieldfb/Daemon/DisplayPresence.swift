/// Whether the displays are the daemon's to draw on.
///
/// What happens follows this table; the functions are in `Daemon+Handover.swift`
/// and `Daemon+Console.swift`. A dash changes nothing.
///
/// | | `release keep`, `quit keep` | `release clear` | `acquire` | terminal leaves | terminal returns |
/// | --- | --- | --- | --- | --- | --- |
/// | shown | releasing; released where nothing is lit | released | - | away | - |
/// | away | released | released | - | - | shown |
/// | releasing | joins it | released | shown | released | - |
/// | released | - | - | shown, its terminal in front | - | - |
enum DisplayPresence {
    /// The field is shown on whatever there is.
    case shown
    /// Another virtual terminal is in front: whoever has it may draw.
    case away
    /// The field comes to rest, since the displays are to be given up.
    case releasing(PendingHandover)
    /// The displays were given up on request, until they are acquired again.
    case released(SuccessorWatch)

    /// Whether frames are drawn.
    var draws: Bool {
        switch self {
        case .shown, .releasing: true
        case .away, .released: false
        }
    }

    /// Whether the field is on the displays for good, and new ones are lit.
    var isShown: Bool {
        switch self {
        case .shown: true
        case .away, .releasing, .released: false
        }
    }

    /// How long easing takes, in seconds, where `easeTime` is asked for.
    func easeTime(_ easeTime: Double) -> Double {
        switch self {
        case .releasing: PendingHandover.easeTime(easeTime)
        case .shown, .away, .released: easeTime
        }
    }

    var isAway: Bool {
        switch self {
        case .away: true
        case .shown, .releasing, .released: false
        }
    }

    var isReleased: Bool {
        switch self {
        case .released: true
        case .shown, .away, .releasing: false
        }
    }

    /// Whether the daemon is to end when the displays are another program's.
    var endsDaemon: Bool {
        switch self {
        case .releasing(let pending): pending.endsDaemon
        case .released(let watch): watch.endsDaemon
        case .shown, .away: false
        }
    }

    /// When something has to be done about it.
    var deadline: Int64? {
        switch self {
        case .releasing(let pending): pending.deadline
        case .released(let watch): watch.nextLook
        case .shown, .away: nil
        }
    }
}

/// What stays on the glass when a display is given up.
enum Handover: Sendable {
    /// The still frame, until another program shows its own picture.
    case keep
    /// What was there before the field, such as the console.
    case clear

    var word: String {
        switch self {
        case .keep: "keep"
        case .clear: "clear"
        }
    }

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

    /// How long easing into rest takes for a successor that waits, in seconds:
    /// an application is not held up for longer, whatever is asked for.
    static func easeTime(_ easeTime: Double) -> Double { min(easeTime, 2) }

    /// How long coming to rest may take beyond the easing, and then, how long
    /// the last pictures may take to arrive; both in nanoseconds.
    static let patience: Int64 = 500_000_000
}

/// The wait for another program's picture, until which the last one is kept alive.
struct SuccessorWatch {
    /// When is looked next; nil while nothing is kept.
    var nextLook: Int64?
    /// Until when is looked often, and a daemon that is to end stays at all.
    var end: Int64
    /// Whether the daemon is to end.
    var endsDaemon: Bool

    /// How often is looked, in nanoseconds, and how often when nobody has come for long.
    static let pause: Int64 = 250_000_000
    static let latePause: Int64 = 2_000_000_000
    /// How long another program's picture is waited for closely, in nanoseconds.
    static let patience: Int64 = 30_000_000_000
}
