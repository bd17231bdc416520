/// What a person asks of a display; everything may be left open.
public struct DisplayPreferences: Sendable {
    /// The mode, or nil for the one in use or the preferred one.
    public var mode: WantedMode?
    /// The pixel format to try first, or nil for the best.
    public var format: PixelFormat?
    /// The only connector to use, such as `HDMI-A-1`, or nil for any.
    public var connector: String?

    public init(mode: WantedMode? = nil, format: PixelFormat? = nil, connector: String? = nil) {
        self.mode = mode
        self.format = format
        self.connector = connector
    }
}
