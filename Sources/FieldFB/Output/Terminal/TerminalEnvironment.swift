/// What the environment of the program says about its terminal.
struct TerminalEnvironment {
    /// The kind of terminal; empty when not said.
    let term: String
    /// COLORTERM, when set.
    let colorterm: String?
    /// NO_COLOR, when set.
    let noColour: String?

    static var current: TerminalEnvironment {
        TerminalEnvironment(
            term: systemEnvironment("TERM") ?? "",
            colorterm: systemEnvironment("COLORTERM"),
            noColour: systemEnvironment("NO_COLOR"))
    }

    /// Why no picture can be shown, or nil. See no-color.org for NO_COLOR,
    /// which counts unless it is empty.
    var refusal: String? {
        if term.isEmpty || term.utf8.elementsEqual("dumb".utf8) {
            return "TERM is \(term.isEmpty ? "not set" : "dumb"), which cannot move the cursor: "
                + "use another terminal, or `fieldfb render`"
        }
        if let noColour, !noColour.isEmpty {
            return "NO_COLOR is set, and a picture is nothing but colours: unset it"
        }
        return nil
    }

    /// The console of Linux shows questions it does not know as text.
    var isLinuxConsole: Bool { term.utf8.elementsEqual("linux".utf8) }

    var colours: TerminalColours {
        let words = ["truecolor", "24bit"]
        let families = [
            "xterm-kitty", "xterm-ghostty", "xterm-direct", "foot", "alacritty", "wezterm",
            "iterm", "contour", "konsole",
        ]
        if let colorterm {
            for word in words where word.utf8.elementsEqual(colorterm.utf8) { return .all }
        }
        for family in families where term.utf8.starts(with: family.utf8) { return .all }
        return .table
    }
}

/// How many colours the letters of a terminal can have.
enum TerminalColours: Equatable, Sendable {
    /// Any: 8 bits each of red, green and blue.
    case all
    /// The 256 of xterm's table.
    case table
}
