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
    public var path: String
    public var driver: String
    public var driverVersion: String
    /// Whether the driver takes atomic commits.
    public var isAtomic: Bool
    /// What the driver calls its natural depth, in bits; 0 when it does not say.
    public var preferredDepth: Int
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
    /// The size of the glass in millimetres; 0 when unknown.
    public var widthMillimetres: Int
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
    public var width: Int
    public var height: Int
    /// Refreshes in a thousand seconds; 0 when unknown.
    public var refreshMillihertz: Int
    public var isPreferred: Bool
    public var isInterlaced: Bool
    public var isDoubleScan: Bool
    /// The mode in use.
    public var isCurrent: Bool
    /// The mode that would be tried first.
    public var isChosen: Bool
}

/// A framebuffer device.
public struct FramebufferReport: Sendable {
    public var path: String
    public var driver: String
    /// What it says about itself; nil when it does not answer.
    public var record: FramebufferRecord?
    /// The pixel format that would be written; empty when it cannot be used.
    public var format: String
    /// Why it cannot be used; empty when it can.
    public var refusal: String
}
