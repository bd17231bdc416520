import CDRM
import Testing

@testable import FieldFB

private func connector(
    type: UInt32 = 11, state: ConnectorState = .connected, modes: Int = 1
) -> ConnectorRecord {
    var kernel = drm_mode_modeinfo()
    kernel.hdisplay = 640
    kernel.vdisplay = 480
    return ConnectorRecord(
        id: 42, type: type, name: "HDMI-A-1", state: state, size: ConnectorSize(widthMillimetres: 0, heightMillimetres: -1),
        modes: Array(repeating: DisplayMode(kernel), count: modes), encoders: [7], currentEncoder: 0)
}

@Test("a connected display with a mode is worth most, one that cannot know less")
func worthOfConnectors() {
    #expect(DisplayChoice.worth(of: connector(), isDesktop: true) == .connected)
    #expect(DisplayChoice.worth(of: connector(state: .unknown), isDesktop: true) == .unknown)
    #expect(DisplayChoice.worth(of: connector(state: .disconnected), isDesktop: true) == .none)
}

@Test("without a mode a connected display is worth nothing")
func worthWithoutModes() {
    #expect(DisplayChoice.worth(of: connector(modes: 0), isDesktop: true) == .none)
    #expect(DisplayChoice.worth(of: connector(state: .unknown, modes: 0), isDesktop: true) == .none)
}

@Test("a kind of connector from the future is used, after the known kinds")
func futureConnector() {
    #expect(DisplayChoice.worth(of: connector(type: 4711), isDesktop: true) == .connected)
    #expect(DisplayChoice.typeRank(4711) > DisplayChoice.typeRank(11))
    #expect(DisplayChoice.typeRank(16) < DisplayChoice.typeRank(11))
}

@Test("writeback and what is not for a desktop are never used")
func excludedConnectors() {
    #expect(DisplayChoice.worth(of: connector(type: 18, state: .unknown), isDesktop: true) == .none)
    #expect(DisplayChoice.worth(of: connector(), isDesktop: false) == .none)
}

@Test("the CRTC that feeds the connector now goes first")
func currentCRTCFirst() {
    #expect(DisplayChoice.crtcs(current: 52, masks: [0b11], crtcs: [51, 52, 53]) == [52, 51])
}

@Test("without a present CRTC the bits name places in the list, not ids")
func crtcByMask() {
    #expect(DisplayChoice.crtcs(current: 0, masks: [0b100], crtcs: [1, 2, 40]) == [40])
    #expect(DisplayChoice.crtcs(current: 0, masks: [0b001, 0b101], crtcs: [1, 2, 40]) == [1, 40])
}

@Test("a CRTC that feeds another display is not taken")
func takenCRTC() {
    #expect(DisplayChoice.crtcs(current: 1, masks: [0b11], crtcs: [1, 2], taken: [1]) == [2])
}

@Test("bits without a CRTC, and more CRTCs than bits, name nothing")
func crtcMaskBounds() {
    #expect(DisplayChoice.crtcs(current: 9, masks: [.max], crtcs: [1, 2]) == [1, 2])
    #expect(DisplayChoice.crtcs(current: 0, masks: [.max], crtcs: Array(1...40)).count == 32)
    #expect(DisplayChoice.crtcs(current: 0, masks: [], crtcs: [1]).isEmpty)
}

private let xr24: UInt32 = 0x3432_5258
private let ar24: UInt32 = 0x3432_5241
private let rg16: UInt32 = 0x3631_4752
private let rg24: UInt32 = 0x3432_4752

private func names(
    _ offered: [UInt32], depth: Int = 0, type: UInt32 = 11, wanted: PixelFormat? = nil
) -> [String] {
    DisplayChoice.formats(offered: offered, preferredDepth: depth, connectorType: type, wanted: wanted)
        .map { $0.name }
}

@Test("32 bits go before 24, and 24 before 16, whatever the plane lists first")
func formatOrder() {
    #expect(names([rg16, rg24, xr24], depth: 16) == ["XRGB8888", "RGB888", "RGB565"])
}

@Test("only what the plane offers is tried")
func formatsOffered() {
    #expect(names([ar24]) == ["ARGB8888"])
    #expect(names([0x3233_3433]).isEmpty)
}

@Test("where nobody tells the formats, the common ones are tried")
func formatsUnknown() {
    #expect(
        names([]) == [
            "XRGB8888", "ARGB8888", "XBGR8888", "ABGR8888", "RGB888", "BGR888", "RGB565", "BGR565",
        ])
}

@Test("a panel behind a slow bus that lists 16 bits first gets 16 bits")
func slowBus() {
    #expect(names([rg16, xr24], depth: 16, type: 19) == ["RGB565", "XRGB8888"])
    #expect(names([xr24, rg16], depth: 16, type: 19) == ["XRGB8888", "RGB565"])
}

@Test("a wanted format goes first, and one that is not offered changes nothing")
func wantedFormat() {
    #expect(names([xr24, rg16], wanted: .rgb565) == ["RGB565", "XRGB8888"])
    #expect(names([xr24], wanted: .rgb565) == ["XRGB8888"])
}

@Test("files that are no DRM devices are refused with a reason each")
func surveyOfNoDevices() {
    let survey = DisplaySurvey(paths: ["/nonexistent/card0", "/dev/null"])
    #expect(survey.candidates().isEmpty)
    #expect(survey.cards.map { $0.refusal?.reason } == [.noDevice, .unsuitable])
    #expect(survey.refusal(of: survey.cards[1])?.hasPrefix("/dev/null: ") == true)
}
