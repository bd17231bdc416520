/// What clients have asked of the field that is no setting. It outlasts a
/// restart of the daemon: its requests, kept and carried out again, give the
/// same wishes.
struct ClientWishes: Sendable {
    /// Whether the field is to run; what it does also depends on the displays.
    var wantsActive = true

    /// What they make of the field, in a word.
    var stateWord: String { wantsActive ? "active" : "parked" }

    /// The requests that turn the wishes of a new daemon into these, each
    /// without its newline.
    var requests: [String] { [wantsActive ? "active" : "park"] }

    /// Takes over what a request wishes; false, and nothing changed, when it
    /// is about something else.
    mutating func take(_ request: ControlRequest) -> Bool {
        switch request {
        case .active: wantsActive = true
        case .park: wantsActive = false
        default: return false
        }
        return true
    }
}
