import Testing

@testable import FieldFB

private func report(
    _ cards: [DisplaySurvey.Card], nodes: [FramebufferNode] = [], preferences: DisplayPreferences = DisplayPreferences()
) -> ProbeReport {
    let framebuffers = nodes.map {
        FramebufferReport(
            path: $0.path, driver: "test",
            record: FramebufferRecord(
                width: 640, height: 480, bitsPerPixel: 32, red: BitField(offset: 16, length: 8),
                green: BitField(offset: 8, length: 8), blue: BitField(offset: 0, length: 8), lineLength: 2560,
                memoryLength: 1_228_800),
            format: "XRGB8888", refusal: "")
    }
    return OutputProbe.report(
        DisplaySurvey(cards: cards), nodes, framebuffers, preferences,
        selection: DisplaySelection(words: preferences.connectors))
}

@Suite("The report on displays")
struct OutputProbeTests {
    @Test("of a machine without any device says so")
    func withoutDevices() {
        let report = report([])
        #expect(report.cards.isEmpty && report.framebuffers.isEmpty && report.choice == nil)
        #expect(report.refusal.contains("no display device"))
    }

    @Test("names everything that would be lit, with its mode")
    func choices() {
        let report = report([
            card([seen(1, "HDMI-A-1", masks: [0b01]), seen(2, "HDMI-A-2", masks: [0b10])], crtcs: [51, 52])
        ])
        #expect(report.choices == ["/dev/dri/card0 HDMI-A-1 800x480@60", "/dev/dri/card0 HDMI-A-2 800x480@60"])
        #expect(report.choice == "/dev/dri/card0 HDMI-A-1 800x480@60, /dev/dri/card0 HDMI-A-2 800x480@60")
        #expect(report.cards[0].connectors.map { $0.chosenCRTC } == [51, 52])
        #expect(report.cards[0].connectors.map { $0.possibleCRTCs } == [[51], [52]])
    }

    @Test("gives every connector that is not used its reason")
    func reasons() {
        var preferences = DisplayPreferences()
        preferences.connectors = ["HDMI-A-1", "HDMI-A-2", "HDMI-A-3", "Composite-1", "HDMI-A-5"]
        let report = report(
            [
                card([
                    seen(1, "HDMI-A-1"), seen(2, "HDMI-A-2"), seen(3, "HDMI-A-3", .disconnected, modes: []),
                    seen(4, "DSI-1"), seen(5, "Composite-1", type: 5, .unknown), seen(6, "HDMI-A-5", modes: []),
                ])
            ], preferences: preferences)
        #expect(
            report.cards[0].connectors.map { $0.refusal } == [
                "", "no CRTC is left to feed it", "nothing is connected", "the settings name other connectors",
                "it cannot tell whether a display is connected, and another connector has one",
                "it offers no mode",
            ])
    }

    @Test("tells the panel's rotation, the one that would be used, and a scale")
    func rotation() {
        let connector = report([card([seen(1, "DSI-1", orientation: .quarterTurn)])]).cards[0].connectors[0]
        #expect(connector.panelRotation == 90 && connector.rotation == 90)
        #expect(connector.suggestedScale == 1)
    }

    @Test("names the card whose emulation a framebuffer device is, and does not choose it", arguments: [true, false])
    func emulation(isEmulation: Bool) {
        let folder = "/sys/devices/pci0000:00/0000:00:02.0"
        let node = FramebufferNode(
            path: "/dev/fb0", folder: DeviceFolder(path: isEmulation ? folder : "/sys/devices/other"))
        let report = report([card([seen(1, "HDMI-A-1", .disconnected, modes: [])], device: folder)], nodes: [node])
        #expect(report.cards[0].deviceID == "0000:00:02.0")
        #expect(report.framebuffers[0].emulatedBy == (isEmulation ? "/dev/dri/card0" : ""))
        #expect((report.choice == nil) == isEmulation)
        #expect((report.refusal == "no display is connected") == isEmulation)
    }

    @Test("says when the settings name no connected display")
    func pinnedElsewhere() {
        var preferences = DisplayPreferences()
        preferences.connectors = ["DP-7"]
        let report = report([card([seen(1)])], preferences: preferences)
        #expect(report.choice == nil)
        #expect(report.refusal == "no connected display is called as the settings want it")
    }
}
