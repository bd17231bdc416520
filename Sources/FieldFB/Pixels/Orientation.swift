/// How far the picture is turned clockwise to stand upright on the glass.
///
/// A surface holds the picture as a person sees it; the glass is what the
/// device scans out. At a quarter turn the top edge of the picture lies at the
/// right edge of the glass, at three quarters at its left edge.
public enum Orientation: Int, CaseIterable, Sendable {
    case upright = 0
    case quarterTurn = 90
    case halfTurn = 180
    case threeQuarterTurn = 270

    /// The turn of that many degrees clockwise: 0, 90, 180 or 270; nil for any other number.
    public init?(degrees: Int) { self.init(rawValue: degrees) }

    /// Degrees clockwise.
    public var degrees: Int { rawValue }

    /// The turn in the console's count: 1 is a quarter turn clockwise, 2 half a
    /// turn, 3 three quarters; nil for any other number.
    public init?(consoleRotation: Int) {
        switch consoleRotation {
        case 0: self = .upright
        case 1: self = .quarterTurn
        case 2: self = .halfTurn
        case 3: self = .threeQuarterTurn
        default: return nil
        }
    }

    /// Whether the picture is as wide as the glass is high.
    public var swapsSides: Bool { self == .quarterTurn || self == .threeQuarterTurn }

    /// This turn on top of another one.
    public func after(_ other: Orientation) -> Orientation {
        Orientation(rawValue: (rawValue + other.rawValue) % 360) ?? .upright
    }

    /// The turn that undoes this one.
    public var inverse: Orientation { Orientation(rawValue: (360 - rawValue) % 360) ?? .upright }

    /// Where a rectangle of the picture lies on the glass.
    ///
    /// - Parameters:
    ///   - rect: a part of the picture, which is as large as the turned glass.
    ///   - width: pixels in a row of the glass.
    ///   - height: rows of the glass.
    public func onGlass(_ rect: PixelRect, width: Int, height: Int) -> PixelRect {
        switch self {
        case .upright:
            rect
        case .quarterTurn:
            PixelRect(
                trustedLeft: width &- rect.maxY, top: rect.x, right: width &- rect.y, bottom: rect.maxX)
        case .halfTurn:
            PixelRect(
                trustedLeft: width &- rect.maxX, top: height &- rect.maxY,
                right: width &- rect.x, bottom: height &- rect.y)
        case .threeQuarterTurn:
            PixelRect(
                trustedLeft: rect.y, top: height &- rect.maxX, right: rect.maxY, bottom: height &- rect.x)
        }
    }
}
