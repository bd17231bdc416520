/// One of nine places on the screen.
public enum Place: String, CaseIterable, Sendable {
    case topLeft = "top-left"
    case top
    case topRight = "top-right"
    case left
    case centre
    case right
    case bottomLeft = "bottom-left"
    case bottom
    case bottomRight = "bottom-right"

    /// How far to the right, 0...1: 0 is the left edge.
    public var horizontal: Double {
        switch self {
        case .topLeft, .left, .bottomLeft: 0
        case .top, .centre, .bottom: 0.5
        case .topRight, .right, .bottomRight: 1
        }
    }

    /// How far down, 0...1: 0 is the top edge.
    public var vertical: Double {
        switch self {
        case .topLeft, .top, .topRight: 0
        case .left, .centre, .right: 0.5
        case .bottomLeft, .bottom, .bottomRight: 1
        }
    }
}
