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
    /// Pixels in a row of the picture, as a person sees it.
    public var width: Int
    /// Rows of the picture.
    public var height: Int
    /// Refreshes in a thousand seconds; 0 when unknown.
    public var refreshMillihertz: Int
    /// The pixel format of the display's memory, such as `XRGB8888`.
    public var format: String
    /// How a picture gets to the glass, such as `atomic page flip`.
    public var method: String
    /// What the kernel calls the device itself, such as `0000:00:02.0`. Unlike
    /// the number of a device file it stays the same from boot to boot. Empty
    /// when there is none.
    public var deviceID = ""
    /// How far the picture is turned clockwise on the glass: 0, 90, 180 or 270 degrees.
    public var rotation = 0
    /// The width of the glass as the display tells it; 0 when it does not.
    public var widthMillimetres = 0
    /// The height of the glass as the display tells it; 0 when it does not.
    public var heightMillimetres = 0
    /// How many pictures the display's memory holds; 0 when there is no such memory.
    public var buffers = 0

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
