/// The text console that lies under the picture: switched to graphics mode
/// while a picture is shown, so that the kernel draws no text over it.
public struct Console: ~Copyable {
    /// The virtual terminal in use, or nil with a line of log when there is none.
    public static func open(log: (String) -> Void) -> Console? { nil }
    /// Stops the kernel from drawing text.
    public mutating func enterGraphics(log: (String) -> Void) {}
    /// Gives text mode back as it was found. May be called more than once.
    public mutating func restore() {}
    /// The descriptor and the mode to give back, for a way out on which no
    /// owner can be reached; nil outside graphics mode.
    public var emergencyRestore: ConsoleRestore? { nil }
    public consuming func close() {}
}

/// How to give the text console back from a signal handler or a fatal error:
/// plain numbers, and one call that is safe at any moment.
public struct ConsoleRestore: Sendable {
    let descriptor: CInt
    let mode: CInt
    public func restore() {}
}
