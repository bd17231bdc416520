/// Whether a framebuffer device is panned after each picture.
///
/// Some devices only show what was written after a pan, even one to where the
/// picture already is; others refuse it, and are not asked again.
struct PanState {
    private var hasWorked = false
    private var refusals = 0

    /// Refusals in a row after which a device whose pans worked is not asked again.
    static let limit = 3

    /// Whether a pan may have an effect.
    var isWorthTrying: Bool { refusals < (hasWorked ? PanState.limit : 1) }

    /// A pan was taken.
    mutating func worked() {
        hasWorked = true
        refusals = 0
    }

    /// A pan was refused.
    ///
    /// - Returns: whether a person should know: pans worked, and are given up now.
    mutating func wasRefused() -> Bool {
        refusals += 1
        return hasWorked && !isWorthTrying
    }
}
