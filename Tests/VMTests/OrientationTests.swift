import Testing
import VMLab

/// The picture stands upright to a person, however the glass is built in.
/// Turned by 90, its top edge lies at the right edge of the glass.
@Suite("On a real kernel, a turned display")
struct OrientationTests {
    @Test("is drawn as the connector's panel orientation asks", arguments: [
        ("normal", 0), ("upside_down", 180), ("left_side_up", 270), ("right_side_up", 90),
    ])
    func panelOrientation(_ word: String, _ degrees: Int) async throws {
        let display = Display.virtio(480, 800).with(kernel: "video=Virtual-1:panel_orientation=\(word)")
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12), turned: degrees)
            let output = try await program.status().outputs[0]
            #expect(output.rotation == degrees)
            #expect(output.width == (degrees % 180 == 0 ? 480 : 800), "as a person sees it")
        }
    }

    @Test("is drawn as the text console is turned, where no connector tells", arguments: [
        (Display.virtio(480, 800), 1), (.virtio(480, 800), 2), (.vfb(16, .BGR565), 3), (.vfb(24, .BGR888), 1),
    ])
    func consoleRotation(_ display: Display, _ turns: Int) async throws {
        try await Lab.withMachine(display.with(kernel: "fbcon=rotate:\(turns)")) { machine in
            _ = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12), turned: turns * 90)
        }
    }

    @Test("is drawn as the setting says, whatever else is said", arguments: [
        (Display.virtio(480, 800), 270), (.cirrus16, 90), (.vkms, 180), (.vfb(24, .BGR888), 270), (.panel, 90),
        (.simpledrm(.RGB565), 180), (.vesafb("0x318", .RGB888), 90),
    ])
    func setting(_ display: Display, _ degrees: Int) async throws {
        let display = display.with(kernel: "fbcon=rotate:2")
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram(["--set", "Rotate=\(degrees)"])
            try await machine.waitUntilMoving()
            try await program.request("park")
            try await machine.waitUntilShown(.still, turned: degrees)
        }
    }

    @Test("may be turned while it runs")
    func settingChanged() async throws {
        try await Lab.withMachine(.virtio(480, 800)) { machine in
            let program = try await machine.startParked()
            try await machine.waitUntilShown(.still)
            for degrees in [90, 180, 270, 0] {
                try await program.request("set Rotate \(degrees)")
                try await machine.waitUntilShown(.still, turned: degrees)
            }
        }
    }
}
