/// How a new picture gets to the glass, best first. A method that the driver
/// keeps refusing is left for the next one, and not tried again.
enum FlipMethod: Sendable {
    /// A page flip by an atomic commit, with the changed parts where the driver wants them.
    case atomicFlip
    /// A page flip by the legacy call.
    case legacyFlip
    /// The CRTC is set to the other buffer; the picture may tear.
    case setCRTC
    /// There is one buffer: drawn to while it is shown, and announced as changed.
    case inPlace

    var name: String {
        switch self {
        case .atomicFlip: "atomic page flip"
        case .legacyFlip: "page flip"
        case .setCRTC: "mode set"
        case .inPlace: "draw in place"
        }
    }

    /// The next method to try, or nil after the last.
    var next: FlipMethod? {
        switch self {
        case .atomicFlip: .legacyFlip
        case .legacyFlip: .setCRTC
        case .setCRTC: .inPlace
        case .inPlace: nil
        }
    }
}
