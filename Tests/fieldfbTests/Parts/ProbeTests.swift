import Foundation
import Testing

@testable import FieldFB
@testable import fieldfb

@Suite("The report of probe")
struct ProbeTests {
    private func seat(_ change: (inout SeatReport) -> Void = { _ in }) -> SeatReport {
        var seat = SeatReport(
            kernelRelease: "6.1.0-57-amd64", architecture: "x86_64", kernelWords: ["quiet"], user: 1000,
            console: ConsoleReport(), devices: [], backlights: [])
        change(&seat)
        return seat
    }

    private func displays(_ change: (inout ProbeReport) -> Void = { _ in }) -> ProbeReport {
        var report = ProbeReport(
            cards: [], framebuffers: [], choices: [], refusal: "no display is connected", consoleRotation: nil)
        change(&report)
        return report
    }

    private func card(isFree: Bool? = true, connectors: [ConnectorReport] = []) -> CardReport {
        CardReport(
            path: "/dev/dri/card0", deviceID: "0000:00:02.0", driver: "virtio_gpu", driverVersion: "0.1.0",
            isAtomic: true, hasMonotonicStamps: true, preferredDepth: 24, isFree: isFree, crtcs: [35],
            connectors: connectors, refusal: "")
    }

    private func connector(_ name: String, state: String, modeCount: Int = 0) -> ConnectorReport {
        let mode = ModeReport(
            text: "1920x1080@60", width: 1920, height: 1080, refreshMillihertz: 60_000, isPreferred: true,
            isInterlaced: false, isDoubleScan: false, isCurrent: true, isChosen: true)
        return ConnectorReport(
            name: name, state: state, widthMillimetres: 520, heightMillimetres: 290, panelRotation: 90, rotation: 90,
            suggestedScale: 1.25, currentCRTC: 35, possibleCRTCs: [35], chosenCRTC: 35,
            modes: [ModeReport](repeating: mode, count: modeCount),
            formats: [String](repeating: "XRGB8888", count: 40), chosenFormat: "XRGB8888", refusal: "")
    }

    private func device(_ path: String, group: String, permissions: Int, refusal: String) -> DeviceFileReport {
        DeviceFileReport(
            path: path, owner: "root", group: group, permissions: permissions, refusal: refusal,
            isRenderNode: path.contains("render"), cards: [], holders: ["weston (412)"])
    }

    private func everything() -> Probe {
        Probe(
            seat: seat {
                $0.console.shownTerminal = 1
                $0.console.mode = "graphics"
                $0.console.takenTerminal = 1
                $0.console.takenBy = 99
                $0.kernelWords = [String](repeating: "video=HDMI-A-1:1024x600@60,rotate=90", count: 20)
                $0.devices = [
                    device("/dev/dri/card0", group: "video", permissions: 0o660, refusal: "Permission denied"),
                    device("/dev/dri/renderD128", group: "render", permissions: 0o666, refusal: ""),
                ]
                $0.backlights = [Backlight.Report(name: "10-0045", brightness: 0, maximum: 255, power: 4)]
            },
            displays: displays {
                $0.cards = [card(isFree: false, connectors: [
                    connector("HDMI-A-1", state: "connected", modeCount: 1), connector("DSI-1", state: "disconnected"),
                ])]
                $0.choices = ["/dev/dri/card0 HDMI-A-1 1920x1080@60"]
            })
    }

    @Test("the text fits a terminal of 80 columns, whatever is there")
    func width() {
        for line in ProbeText.text(everything()).split(separator: "\n") {
            #expect(line.utf8.count <= 80, "\(line)")
        }
    }

    @Test("the JSON is one line, with a member for everything the text tells")
    func json() throws {
        let text = ProbeJSON.text(everything())
        #expect(text.split(separator: "\n").count == 1)
        let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(Set(object.keys) == [
            "version", "kernel", "user", "console", "devices", "backlights", "cards", "framebuffers", "framebuffer",
            "consoleRotation", "choices", "choice", "refusal", "advice",
        ])
        let console = object["console"] as? [String: Any]
        #expect(console?["takenBy"] as? Int == 99)
        #expect(console?["blanked"] is NSNull)
        let devices = object["devices"] as? [[String: Any]]
        #expect(devices?.first?["permissions"] as? String == "0660")
        let cards = object["cards"] as? [[String: Any]]
        let connectors = cards?.first?["connectors"] as? [[String: Any]]
        #expect(connectors?.first?["scale"] as? Double == 1.25)
        #expect((connectors?.first?["modes"] as? [Any])?.count == 1)
    }

    @Test("words from outside cannot play with the terminal")
    func control() {
        let probe = Probe(seat: seat { $0.kernelWords = ["video=\u{1B}[2J"] }, displays: displays())
        #expect(!ProbeText.text(probe).utf8.contains(0x1B))
    }

    @Test("permission bits are written as people write them")
    func octal() {
        #expect(ProbeText.octal(0o660) == "0660")
        #expect(ProbeText.octal(0o7777) == "7777")
        #expect(ProbeText.octal(0) == "0000")
    }

    private func advice(_ seat: SeatReport, _ displays: ProbeReport) -> String {
        ProbeAdvice.lines(Probe(seat: seat, displays: displays)).joined(separator: "\n")
    }

    @Test("without any device the driver is asked for, and nomodeset named as the culprit")
    func noDriver() {
        #expect(advice(seat(), displays()).contains("load the display driver"))
        let text = advice(seat { $0.kernelWords = ["nomodeset"] }, displays())
        #expect(text.contains("take `nomodeset` off the kernel command line"))
    }

    @Test("render nodes alone are told to be no displays")
    func renderOnly() {
        let text = advice(
            seat { $0.devices = [device("/dev/dri/renderD128", group: "render", permissions: 0o660, refusal: "")] },
            displays())
        #expect(text.contains("a render node computes pictures and has no display"))
    }

    @Test("who lacks rights is told the group that has them, where one has")
    func rights() {
        let inGroup = device("/dev/dri/card0", group: "video", permissions: 0o660, refusal: "Permission denied")
        #expect(advice(seat { $0.devices = [inGroup] }, displays()).contains("a member of the group video"))
        let ownerOnly = device("/dev/dri/card0", group: "video", permissions: 0o600, refusal: "Permission denied")
        let text = advice(seat { $0.devices = [ownerOnly] }, displays())
        #expect(text.contains("run as root") && !text.contains("group video"))
    }

    @Test("a display in other hands is told together with whose hands these may be")
    func busy() {
        let text = advice(
            seat { $0.devices = [device("/dev/dri/card0", group: "video", permissions: 0o660, refusal: "")] },
            displays { $0.cards = [card(isFree: false)] })
        #expect(text.contains("another program drives it (one of weston (412))"))
    }

    @Test("a connector without a mode, and one without a display, each has its way out")
    func connectors() {
        let noMode = advice(seat(), displays { $0.cards = [card(connectors: [connector("DSI-1", state: "connected")])] })
        #expect(noMode.contains("`video=DSI-1:1280x720` on the kernel command line gives it one"))
        let none = advice(seat(), displays { $0.cards = [card(connectors: [connector("VGA-1", state: "disconnected")])] })
        #expect(none.contains("plug a display in") && none.contains("`video=VGA-1:e`"))
    }

    @Test("a terminal left dark and a dark backlight are told of")
    func dark() {
        let text = advice(everything().seat, displays())
        #expect(text.contains("`fieldfb restore-console` gives tty1 back"))
        #expect(text.contains("the backlight 10-0045 is dark"))
    }

    @Test("where all is well, that is said")
    func well() {
        let report = displays {
            $0.cards = [card(connectors: [connector("HDMI-A-1", state: "connected", modeCount: 1)])]
            $0.choices = ["/dev/dri/card0 HDMI-A-1 1920x1080@60"]
        }
        #expect(advice(seat(), report) == "nothing stands in the way of `fieldfb run`")
    }
}
