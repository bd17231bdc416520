/// What the discovery remembers about a display that it lit.
struct LitDisplay: Sendable {
    let key: OutputKey
    /// The card, as it was opened.
    let card: UInt64
    let connector: UInt32
    let crtc: UInt32
    /// What the display offered when the mode was chosen.
    var modes: [DisplayMode]
    let mode: DisplayMode
    /// What it was lit with.
    let wish: DisplayWish
    /// Since when nothing is plugged in, on the monotonic clock.
    var missingSince: Int64?
    /// Something was plugged in, or may have been.
    var isReplugged = false
    /// When it was last shown anew because of that, and how often before with short pauses.
    var repainted: Int64?
    var repaintCount = 0
}

/// What is wanted of a display: when it changes, it is lit anew.
struct DisplayWish: Equatable, Sendable {
    var mode: WantedMode?
    var format: PixelFormat?
    var orientation: Orientation

    /// - Parameters:
    ///   - panel: how the kernel says the glass is built in, if it does.
    ///   - console: how the kernel turns its console, where it says that of no display.
    init(
        _ preferences: DisplayPreferences, connector: String, panel: Orientation?, console: Orientation?
    ) {
        mode = preferences.modes.value(for: connector)
        format = preferences.formats.value(for: connector)
        switch preferences.rotations.value(for: connector) {
        case .auto: orientation = panel ?? console ?? .upright
        case .fixed(let fixed): orientation = fixed
        }
    }
}
