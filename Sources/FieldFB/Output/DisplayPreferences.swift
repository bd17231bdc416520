/// How a picture is turned on a display.
public enum RotationChoice: Equatable, Sendable {
    /// As the kernel says the panel is built in, and otherwise as it turns its console.
    case auto
    /// This much clockwise, whatever the kernel says.
    case fixed(Orientation)
}

/// What a person asks of the displays; everything may be left open.
public struct DisplayPreferences: Sendable {
    /// The only connectors to use; empty for all.
    ///
    /// A word is the name of a connector (`HDMI-A-1`), a device as `probe`
    /// prints it (`0000:00:02.0`, `fe902000.hdmi`), both as `DEVICE/CONNECTOR`,
    /// or a path that leads to a card, such as one in `/dev/dri/by-path`. A
    /// framebuffer device is called `fb0`.
    public var connectors: [String] = []
    /// The mode; nil for the one in use or the preferred one.
    public var modes = PerConnector<WantedMode?>(nil)
    /// The pixel format to try first; nil for the best. For a framebuffer
    /// device, `fb0`, it takes the place of what its record says.
    public var formats = PerConnector<PixelFormat?>(nil)
    /// How the picture is turned.
    public var rotations = PerConnector<RotationChoice>(.auto)

    public init() {}
}
