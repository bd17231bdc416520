/// Why a request was refused, in the first word of the reply.
enum RefusalReason: Sendable {
    /// The line is not a request.
    case syntax
    /// No such request or setting.
    case unknown
    /// The value is not allowed.
    case range
    /// The request is well formed but not allowed now or at all.
    case denied
    /// Somebody else has what is needed; it may work later.
    case busy
    /// There is no display.
    case noDisplay
    /// A limit of the protocol was exceeded.
    case limit

    var word: String {
        switch self {
        case .syntax: "syntax"
        case .unknown: "unknown"
        case .range: "range"
        case .denied: "denied"
        case .busy: "busy"
        case .noDisplay: "nodisplay"
        case .limit: "limit"
        }
    }
}

/// Why a request was refused: the reason for programs, the text for people.
struct Refusal: Error, Sendable {
    let reason: RefusalReason
    let text: String

    init(_ reason: RefusalReason, _ text: String) {
        self.reason = reason
        self.text = text
    }
}

/// The one line that answers a request.
enum ControlReply: Sendable {
    /// Done; the payload is empty or one line of text.
    case done(String)
    case refused(Refusal)

    static let done = ControlReply.done("")

    /// The line with its newline.
    var line: String {
        switch self {
        case .done(let payload): payload.isEmpty ? "ok\n" : "ok \(payload)\n"
        case .refused(let refusal): "error \(refusal.reason.word) \(refusal.text)\n"
        }
    }
}
