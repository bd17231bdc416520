/// How a picture is drawn in a terminal, as a person may ask for it.
public enum TerminalMode: CaseIterable, Sendable {
    /// The best the terminal says it can do.
    case auto
    /// Half-block letters, two pixels each, coloured.
    case blocks
    /// The graphics protocol of the terminal kitty, which others speak too.
    case kitty
    /// Sixel graphics, from the terminals of DEC.
    case sixel

    /// The word for it in options.
    public var word: String {
        switch self {
        case .auto: "auto"
        case .blocks: "blocks"
        case .kitty: "kitty"
        case .sixel: "sixel"
        }
    }
}
