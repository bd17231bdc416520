/// Everything a support engineer needs to know about the displays of a
/// machine, in plain values.
public struct ProbeReport: Sendable {
    /// Every DRM card, by number.
    public var cards: [CardReport]
    /// The framebuffer device, or nil when there is none.
    public var framebuffer: FramebufferReport?
    /// What `run` would use, such as `/dev/dri/card0 HDMI-A-1 1920x1080@60`; nil for nothing.
    public var choice: String?
    /// Why `run` would find nothing, in one line; empty when it would.
    public var refusal: String
}

/// A DRM card.
public struct CardReport: Sendable {
    /// The device file.
    public var path: String
    /// The name of the kernel driver; empty when the card cannot be opened.
    public var driver: String
    /// Its version, such as `1.2.0`; empty when the card cannot be opened.
    public var driverVersion: String
    /// Whether the driver takes atomic commits.
    public var isAtomic: Bool
    /// What the driver calls its natural depth, in bits; 0 when it does not say.
    public var preferredDepth: Int
    /// In the kernel's order.
    public var connectors: [ConnectorReport]
    /// Why the card cannot be used; empty when it can.
    public var refusal: String
}

/// A connector of a card.
public struct ConnectorReport: Sendable {
    /// Such as `HDMI-A-1`.
    public var name: String
    /// `connected`, `disconnected` or `unknown`.
    public var state: String
    /// The width of the glass; 0 when unknown.
    public var widthMillimetres: Int
    /// The height of the glass; 0 when unknown.
    public var heightMillimetres: Int
    /// In the kernel's order.
    public var modes: [ModeReport]
    /// The pixel formats of its primary plane: names where known, else the
    /// four letters of DRM. Empty when nobody tells.
    public var formats: [String]
    /// Why it is not used; empty when it can be.
    public var refusal: String
}

/// A mode of a connector.
public struct ModeReport: Sendable {
    /// Such as `1920x1080@59.94`.
    public var text: String
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Refreshes in a thousand seconds; 0 when unknown.
    public var refreshMillihertz: Int
    /// The display or its driver asks for this mode.
    public var isPreferred: Bool
    /// Odd and even rows alternate.
    public var isInterlaced: Bool
    /// Every row is sent twice.
    public var isDoubleScan: Bool
    /// The mode in use.
    public var isCurrent: Bool
    /// The mode that would be tried first.
    public var isChosen: Bool
}

/// A framebuffer device.
public struct FramebufferReport: Sendable {
    /// The device file.
    public var path: String
    /// The kernel's name for the device; empty when it does not answer.
    public var driver: String
    /// What it says about itself; nil when it does not answer.
    public var record: FramebufferRecord?
    /// The pixel format that would be written; empty when it cannot be used.
    public var format: String
    /// Why it cannot be used; empty when it can.
    public var refusal: String
}
