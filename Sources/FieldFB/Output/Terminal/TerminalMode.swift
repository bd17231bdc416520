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

/// How many colours the letters of a terminal can have.
enum TerminalColours: Equatable, Sendable {
    /// Any: 8 bits each of red, green and blue.
    case all
    /// The 256 of xterm's table.
    case table

    /// What the environment says: COLORTERM, or a TERM known for all colours.
    init(colorterm: String?, term: String) {
        let words = ["truecolor", "24bit"]
        let families = [
            "xterm-kitty", "xterm-ghostty", "xterm-direct", "foot", "alacritty", "wezterm",
            "iterm", "contour", "konsole",
        ]
        let saysAll = colorterm.map { said in words.contains { $0.utf8.elementsEqual(said.utf8) } }
        let isKnown = families.contains { term.utf8.starts(with: $0.utf8) }
        self = saysAll == true || isKnown ? .all : .table
    }
}
