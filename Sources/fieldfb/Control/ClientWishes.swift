/// What clients have asked of the field. It outlasts a restart of the daemon:
/// its requests, kept and carried out again, give the same wishes.
struct ClientWishes: Sendable {
    /// Whether the field is to run; what it does also depends on the displays.
    var wantsActive = true
    /// How far the work before the person's eyes has come, in percent, 0 to
    /// 100; nil when nothing is said about it.
    var progress: Double?
    /// One line of text, without control characters but tabs, and without
    /// blanks at its ends; nil for none.
    var message: String?

    /// What they make of the field, in a word.
    var stateWord: String { wantsActive ? "active" : "parked" }

    /// The requests that turn the wishes of a new daemon into these, each
    /// without its newline.
    var requests: [String] {
        var requests = [wantsActive ? "active" : "park"]
        if let progress { requests.append("progress \(DecimalNumber.text(progress))") }
        if let message { requests.append("message \(message)") }
        return requests
    }

    /// Takes over what a request wishes; false, and nothing changed, when it
    /// is about something else.
    mutating func take(_ request: ControlRequest) -> Bool {
        switch request {
        case .active: wantsActive = true
        case .park: wantsActive = false
        case .progress(let value): progress = value
        case .message(let text): message = text
        case .set, .get, .status, .subscribe, .ping, .version, .help, .release, .acquire, .quit: return false
        }
        return true
    }

    /// Whether both have the same line of text, or none.
    func hasSameMessage(as other: ClientWishes) -> Bool {
        guard let message, let text = other.message else { return message == nil && other.message == nil }
        return message.hasSameBytes(as: text)
    }
}
