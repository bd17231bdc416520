/// What each mark of the field is.
public enum FieldStyle: String, CaseIterable, Identifiable, Sendable {
    /// Filled circles.
    case dots
    /// Short segments with round ends, combed along the outline of the shape.
    case lines

    public var id: FieldStyle { self }

    /// The style's name in plain English, for a menu.
    public var label: String {
        switch self {
        case .dots: return "Dots"
        case .lines: return "Lines"
        }
    }
}

/// What the segments of the lines style lie square to.
public enum LineNormal: String, CaseIterable, Sendable {
    /// The outline as it is seen, folds included.
    case outline
    /// The ellipse before the folds bend it, as in the original ProcessingField.
    case ellipse
}
