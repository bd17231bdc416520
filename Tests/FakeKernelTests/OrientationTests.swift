import FakeKernel
import Testing

@testable import ProgramLab

/// The names of the kernel's property are turned into quarters clockwise here
/// by its documentation, and not by the program's own table.
@Suite("On a scripted kernel, a panel that is mounted turned")
struct OrientationTests {
    /// The values of "panel orientation", and by how many quarters the picture
    /// is turned on the glass to stand upright.
    static let panels: [(value: Int, quarters: Int)] = [(0, 0), (1, 2), (2, 3), (3, 1)]

    @Test("shows the picture upright, as the connector says", arguments: panels)
    func ofConnector(_ panel: (value: Int, quarters: Int)) throws {
        let kernel = try FakeKernel(
            "card 0\nconnector card0 DSI-1 modes=96x64@60! orientation=\(panel.value)")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 DSI-1", shows: upright(96, 64, panel.quarters))
        #expect(try outputs(daemon, "rotation") == ["\(panel.quarters * 90)"])
    }

    @Test("shows it as the setting says, whatever the connector says", arguments: [0, 90, 180, 270])
    func ofSetting(_ degrees: Int) throws {
        let kernel = try FakeKernel("card 0\nconnector card0 DSI-1 modes=96x64@60! orientation=3")
        let daemon = try restingDaemon(kernel, "--set", "Rotate=\(degrees)")
        try kernel.waitUntil("card0 DSI-1", shows: upright(96, 64, degrees / 90))
        _ = daemon
    }

    @Test("is turned as the console is, where no connector tells", arguments: [0, 1, 2, 3])
    func ofConsole(_ quarters: Int) throws {
        let kernel = try FakeKernel("fb 0 size=96x64 bpp=32")
        try kernel.write("\(quarters)\n", to: "/sys/class/graphics/fbcon/rotate")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("fb0", shows: upright(96, 64, quarters))
        _ = daemon
    }

    @Test("keeps moving parts of the picture in their place", arguments: [0, 1, 2, 3])
    func moving(_ value: Int) throws {
        let kernel = try FakeKernel("card 0\nconnector card0 DSI-1 modes=96x64@60! orientation=\(value)")
        let daemon = try restingDaemon(kernel)
        let quarters = OrientationTests.panels[value].quarters
        try kernel.waitUntil("card0 DSI-1", shows: upright(96, 64, quarters))
        // Only the changes are copied: after some frames none may be missing.
        _ = try daemon.ask("active")
        for _ in 0..<5 { try kernel.waitUntilChanged("card0 DSI-1") }
        _ = try daemon.ask("park")
        try kernel.waitUntil("card0 DSI-1", shows: upright(96, 64, quarters))
    }

    @Test("is turned anew when another panel is found there")
    func changed() throws {
        let kernel = try FakeKernel("card 0\nconnector card0 DSI-1 modes=96x64@60! orientation=0")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 DSI-1", shows: upright(96, 64, 0))
        try kernel.tell("plug card0 DSI-1 orientation=3")
        try kernel.waitUntil("card0 DSI-1", shows: upright(96, 64, 1))
        _ = daemon
    }

    @Test("is turned live by the setting")
    func settingLive() throws {
        let kernel = try FakeKernel("card 0\nconnector card0 DSI-1 modes=96x64@60!")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 DSI-1", shows: upright(96, 64, 0))
        #expect(try daemon.ask("set Rotate 90") == "ok")
        try kernel.waitUntil("card0 DSI-1", shows: upright(96, 64, 1))
    }

    /// What the glass shows: the picture for its turned size, turned.
    private func upright(_ width: Int, _ height: Int, _ quarters: Int) throws -> Picture {
        let (across, down) = quarters % 2 == 0 ? (width, height) : (height, width)
        return try Picture.rendered(across, down).turned(quarters: quarters)
    }
}
