import CDRM

@testable import FieldFB

/// A mode with timings of its own size.
func plainMode(_ width: Int, _ height: Int, preferred: Bool = false, hertz: Int = 60) -> DisplayMode {
    var kernel = drm_mode_modeinfo()
    kernel.hdisplay = UInt16(width)
    kernel.vdisplay = UInt16(height)
    kernel.htotal = UInt16(width + 100)
    kernel.vtotal = UInt16(height + 20)
    kernel.clock = UInt32((width + 100) * (height + 20) * hertz / 1000)
    kernel.type = preferred ? UInt32(DRM_MODE_TYPE_PREFERRED) : 0
    return DisplayMode(kernel)
}

/// A connector as a look at it finds it.
func seen(
    _ id: UInt32, _ name: String = "HDMI-A-1", type: UInt32 = 11, _ state: ConnectorState = .connected,
    modes: [DisplayMode] = [plainMode(800, 480, preferred: true)], masks: [UInt32] = [0b1],
    currentCRTC: UInt32 = 0, orientation: Orientation? = nil, isDesktop: Bool = true
) -> DisplaySurvey.Connector {
    let record = ConnectorRecord(
        id: id, type: type, name: name, state: state,
        size: ConnectorSize(widthMillimetres: 0, heightMillimetres: 0), modes: modes, encoders: [],
        currentEncoder: 0)
    return DisplaySurvey.Connector(
        record: record, isDesktop: isDesktop, worth: DisplayChoice.worth(of: record, isDesktop: isDesktop),
        orientation: orientation, currentCRTC: currentCRTC, current: nil, masks: masks, formats: [])
}

/// A card as a look at it finds it, with the serial number of its opening.
func card(
    _ connectors: [DisplaySurvey.Connector], serial: UInt64 = 1, path: String = "/dev/dri/card0",
    device: String = "", crtcs: [UInt32] = [51], refusal: OutputError? = nil
) -> DisplaySurvey.Card {
    var card = DisplaySurvey.Card(path: path)
    card.folder = DeviceFolder(path: device)
    card.serial = serial
    card.crtcs = crtcs
    card.connectors = connectors
    card.refusal = refusal
    return card
}

/// A display that was lit as it was seen.
func lit(
    _ connector: DisplaySurvey.Connector, key: UInt64 = 1, card: UInt64 = 1, crtc: UInt32 = 51,
    mode: DisplayMode? = nil, orientation: Orientation = .upright
) -> LitDisplay {
    LitDisplay(
        key: OutputKey(number: key), card: card, connector: connector.record.id, crtc: crtc,
        modes: connector.record.modes, mode: mode ?? connector.record.modes[0],
        wish: DisplayWish(
            DisplayPreferences(), connector: connector.record.name, panel: orientation, console: nil))
}

func plan(
    _ cards: [DisplaySurvey.Card], lit: [LitDisplay] = [], preferences: DisplayPreferences = DisplayPreferences(),
    console: Orientation? = nil, now: Int64 = 0
) -> DiscoveryPlan {
    DiscoveryPlan(
        DisplaySurvey(cards: cards), lit: lit, preferences: preferences,
        selection: DisplaySelection(words: preferences.connectors), console: console, now: now)
}

extension DiscoveryPlan {
    /// The names of what is to be lit, each with its first CRTC.
    func names(_ cards: [DisplaySurvey.Card]) -> [String] {
        targets.map {
            "\(cards[$0.place.card].connectors[$0.place.connector].record.name) \($0.crtcs.first ?? 0)"
        }
    }
}

let second: Int64 = 1_000_000_000
