/// What an output is and how it is driven, for a status report or a log line.
public struct OutputSummary: Sendable {
    /// `drm`, `framebuffer`, `headless` or `terminal`.
    public var kind: String
    /// The device file, or an empty string when there is none.
    public var device: String
    /// The name of the kernel driver, or an empty string.
    public var driver: String
    /// The connector, such as `HDMI-A-1`, or an empty string.
    public var connector: String
    /// The mode, such as `1920x1080@59.94`, or an empty string.
    public var mode: String
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Refreshes in a thousand seconds; 0 when unknown.
    public var refreshMillihertz: Int
    /// The pixel format of the display's memory, such as `XRGB8888`.
    public var format: String
    /// How a picture gets to the glass, such as `atomic page flip`.
    public var method: String

    public init(
        kind: String, device: String = "", driver: String = "", connector: String = "",
        mode: String = "", width: Int, height: Int, refreshMillihertz: Int = 0,
        format: String = "", method: String = ""
    ) {
        self.kind = kind
        self.device = device
        self.driver = driver
        self.connector = connector
        self.mode = mode
        self.width = width
        self.height = height
        self.refreshMillihertz = refreshMillihertz
        self.format = format
        self.method = method
    }
}
