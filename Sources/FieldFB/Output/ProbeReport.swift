/// Everything a support engineer needs to know about the displays of a
/// machine, in plain values.
public struct ProbeReport: Sendable {
    /// Every DRM card, by number.
    public var cards: [CardReport]
    /// Every framebuffer device, by number.
    public var framebuffers: [FramebufferReport]
    /// What `run` would light, such as `/dev/dri/card0 HDMI-A-1 1920x1080@60`; empty for nothing.
    public var choices: [String]
    /// Why `run` would find nothing, in one line; empty when it would.
    public var refusal: String
    /// How far the kernel turns its console clockwise, in degrees; nil where it has none.
    public var consoleRotation: Int?

    /// The first framebuffer device, or nil when there is none.
    public var framebuffer: FramebufferReport? { framebuffers.first }
    /// All that `run` would light, in one line; nil for nothing.
    public var choice: String? {
        guard let first = choices.first else { return nil }
        var text = first
        for choice in choices.dropFirst() { text += ", \(choice)" }
        return text
    }
}

/// A DRM card.
public struct CardReport: Sendable {
    /// The device file.
    public var path: String
    /// What the kernel calls the device, such as `0000:00:02.0`: the same from
    /// boot to boot. Empty when nobody tells.
    public var deviceID: String
    /// The name of the kernel driver; empty when the card cannot be opened.
    public var driver: String
    /// Its version, such as `1.2.0`; empty when the card cannot be opened.
    public var driverVersion: String
    /// Whether the driver takes atomic commits.
    public var isAtomic: Bool
    /// Whether flips are stamped with the monotonic clock.
    public var hasMonotonicStamps: Bool
    /// What the driver calls its natural depth, in bits; 0 when it does not say.
    public var preferredDepth: Int
    /// Whether the card can be driven now: false while another program is its
    /// master (the kernel does not say which), nil when the card cannot be opened.
    public var isFree: Bool?
    /// The ids of its CRTCs, in the kernel's order.
    public var crtcs: [UInt32]
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
    /// How far a picture has to be turned clockwise because of how the panel is
    /// built in, in degrees; nil when the kernel does not say.
    public var panelRotation: Int?
    /// How far `run` would turn the picture clockwise, in degrees.
    public var rotation: Int
    /// Pixels in a point that `run` would take; 0 without a mode.
    public var suggestedScale: Double
    /// The CRTC that feeds it now; 0 for none.
    public var currentCRTC: UInt32
    /// The CRTCs that could feed it.
    public var possibleCRTCs: [UInt32]
    /// The CRTC `run` would feed it from; 0 for none.
    public var chosenCRTC: UInt32
    /// In the kernel's order.
    public var modes: [ModeReport]
    /// The pixel formats of its primary plane: names where known, else the
    /// four letters of DRM. Empty when nobody tells.
    public var formats: [String]
    /// The format that would be tried first; empty without one.
    public var chosenFormat: String
    /// Why it is not used; empty when it is.
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
    /// What the kernel calls the device; empty when nobody tells.
    public var deviceID = ""
    /// The card whose emulation it is, such as `/dev/dri/card0`; empty for a device of its own.
    public var emulatedBy = ""
    /// The kernel's name for the device; empty when it does not answer.
    public var driver: String
    /// What it says about itself; nil when it does not answer.
    public var record: FramebufferRecord?
    /// The pixel format that would be written; empty when it cannot be used.
    public var format: String
    /// Why it cannot be used; empty when it can.
    public var refusal: String
}
