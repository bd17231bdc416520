import FakeKernel
import Foundation
import Testing

@testable import ProgramLab

/// The daemon on a kernel, with the field at rest.
func restingDaemon(_ kernel: FakeKernel, _ options: String...) throws -> RunningDaemon {
    let daemon = try kernel.daemon(["--set", "EaseTime=0", "--set", "Scale=1"] + options)
    _ = try daemon.ask("park")
    return daemon
}

/// An entry of the outputs in a status report, in words.
func outputs(_ daemon: RunningDaemon, _ keys: String...) throws -> [String] {
    let outputs = try daemon.status()["outputs"] as? [[String: Any]] ?? []
    return outputs.map { output in keys.map { "\(output[$0] ?? "")" }.joined(separator: " ") }.sorted()
}

private func trouble(_ daemon: RunningDaemon) throws -> String { try daemon.status()["trouble"] as? String ?? "" }

@Suite("On a scripted kernel, the search for displays")
struct DisplaySearchTests {
    // MARK: - What there is at the start

    @Test("goes past cards that cannot show anything, and lights the panel on the last one")
    func lastCard() throws {
        let kernel = try FakeKernel(
            """
            card 0 driver=vc4 crtcs=4
            connector card0 HDMI-A-1 state=disconnected modes=
            connector card0 HDMI-A-2 state=disconnected modes=
            card 1 driver=v3d modes=no render=yes
            card 2 driver=nodumb capability-dumb=no
            connector card2 VGA-1 modes=96x64@60!
            card 3 driver=drm-rp1-dsi
            connector card3 DSI-1 modes=96x64@60!
            """)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card3 DSI-1", shows: .rendered(96, 64))
        #expect(try outputs(daemon, "device", "connector") == ["/dev/dri/card3 DSI-1"])
        #expect(try kernel.counts()["cards"] == 1)
    }

    @Test("lights every connected connector of every card, each in its own mode")
    func everything() throws {
        let kernel = try FakeKernel(
            """
            card 0 crtcs=2
            connector card0 HDMI-A-1 modes=160x120@60!
            connector card0 HDMI-A-2 modes=96x64@60!
            card 1
            connector card1 Type99-1 modes=64x48@60!
            """)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        try kernel.waitUntil("card0 HDMI-A-2", shows: .rendered(96, 64))
        try kernel.waitUntil("card1 Type99-1", shows: .rendered(64, 48))
        #expect(try trouble(daemon).isEmpty)
    }

    @Test("finds a CRTC for each when the obvious one is needed by another")
    func assignedCRTCs() throws {
        let kernel = try FakeKernel(
            """
            card 0 crtcs=2
            connector card0 HDMI-A-1 modes=160x120@60! possible=3
            connector card0 VGA-1 modes=96x64@60! possible=1
            """)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        try kernel.waitUntil("card0 VGA-1", shows: .rendered(96, 64))
        #expect(daemon.isRunning)
    }

    @Test("uses a connector that cannot tell when nothing is connected, and leaves it for one that is")
    func unknownState() throws {
        let kernel = try FakeKernel(
            """
            card 0
            connector card0 Composite-1 state=unknown mm=0x0 modes=96x64@60!
            connector card0 HDMI-A-1 state=disconnected modes=160x120@60!
            connector card0 Writeback-1 state=unknown modes=64x48@60!
            """)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 Composite-1", shows: .rendered(96, 64))
        try kernel.tell("plug card0 HDMI-A-1")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        #expect(try outputs(daemon, "connector") == ["HDMI-A-1"])
    }

    @Test("goes on for ever without any device, and says so")
    func noDevice() throws {
        let kernel = try FakeKernel("")
        let daemon = try restingDaemon(kernel)
        #expect(try daemon.status()["display"] as? String == "waiting")
        #expect(try trouble(daemon).contains("neither a DRM device nor a framebuffer device"))
        try kernel.tell("card 0 driver=late")
        try kernel.tell("connector card0 DSI-1 modes=96x64@60!")
        try kernel.tell("add card0")
        try kernel.waitUntil("card0 DSI-1", shows: .rendered(96, 64))
    }

    // MARK: - What comes and goes

    @Test("lights a connector that comes long after its card")
    func lateConnector() throws {
        let kernel = try FakeKernel("card 0\nconnector card0 DSI-1 state=disconnected modes=")
        let daemon = try restingDaemon(kernel)
        #expect(try trouble(daemon).contains("DSI-1: nothing is connected"))
        try kernel.tell("plug card0 DSI-1 modes=96x64@60!")
        try kernel.waitUntil("card0 DSI-1", shows: .rendered(96, 64))
    }

    @Test("takes an event about a card that was refused as one more look")
    func eventOfRefusedCard() throws {
        let kernel = try FakeKernel(
            """
            card 0
            connector card0 DSI-1 modes=96x64@60!
            card 1 driver=v3d modes=no render=yes
            """)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 DSI-1", shows: .rendered(96, 64))
        try kernel.tell("uevent change /devices/fake/drm/card1 drm")
        try kernel.tell("uevent change /devices/fake/drm/card0 drm")
        try kernel.tell("uevent remove /devices/fake/drm/card7 drm")
        try kernel.tell("remove card1")
        #expect(try daemon.ask("ping") == "ok")
        try kernel.waitUntil("card0 DSI-1", shows: .rendered(96, 64))
    }

    @Test("gives an unplugged display up after a second, and its buffers with it")
    func unplugged() throws {
        let kernel = try FakeKernel(
            """
            card 0 crtcs=2
            connector card0 HDMI-A-1 modes=96x64@60!
            connector card0 HDMI-A-2 modes=64x48@60!
            """)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        try kernel.tell("unplug card0 HDMI-A-1")
        try eventually("the display is dark") { try kernel.screen("card0 HDMI-A-1") == nil }
        #expect(try outputs(daemon, "connector") == ["HDMI-A-2"])
        #expect(try kernel.counts()["framebuffers"] == 2)
    }

    @Test("shows a display anew that forgot its picture while it was out for a moment")
    func fastReplug() throws {
        let kernel = try FakeKernel("card 0 forgets=yes\nconnector card0 DVI-I-1 modes=96x64@60!")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 DVI-I-1", shows: .rendered(96, 64))
        try kernel.tell("unplug card0 DVI-I-1")
        try kernel.tell("plug card0 DVI-I-1")
        try kernel.waitUntil("card0 DVI-I-1", shows: .rendered(96, 64))
        try eventually("rest") { try daemon.status()["display"] as? String == "still" }
    }

    @Test("takes another mode when another display is there, though it was connected all the time")
    func swappedDisplay() throws {
        let kernel = try FakeKernel("card 0\nconnector card0 HDMI-A-1 modes=160x120@60!")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        try kernel.tell("plug card0 HDMI-A-1 modes=96x64@60!")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try kernel.counts()["framebuffers"] == 2)
        #expect(daemon.isRunning)
    }

    @Test("keeps nothing of a hundred displays that came and went")
    func manyReplugs() throws {
        let kernel = try FakeKernel("card 0\nconnector card0 HDMI-A-1 modes=160x120@60!")
        let daemon = try restingDaemon(kernel)
        for round in 0..<100 {
            let (width, height) = round.isMultiple(of: 2) ? (96, 64) : (160, 120)
            try kernel.tell("plug card0 HDMI-A-1 modes=\(width)x\(height)@60!")
            try eventually("the mode") { try outputs(daemon, "width") == ["\(width)"] }
        }
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        let counts = try kernel.counts()
        #expect(counts["framebuffers"] == 2 && counts["buffers"] == 2 && counts["mappings"] == 2)
        #expect(counts["blobs"] == 0 && counts["cards"] == 1)
    }

    @Test("drops a card that is pulled out, and takes it back under another number", arguments: ["", "hangup"])
    func renumberedCard(manner: String) throws {
        let kernel = try FakeKernel(
            """
            card 0 device=fe902000.hdmi
            connector card0 HDMI-A-1 modes=96x64@60!
            card 1 hidden=yes device=fe902000.hdmi
            connector card1 HDMI-A-1 modes=96x64@60!
            """)
        let daemon = try restingDaemon(kernel, "--set", "Connector=fe902000.hdmi")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        try kernel.tell("remove card0 \(manner)")
        try eventually("no output") { try daemon.outputCount() == 0 }
        try kernel.tell("add card1")
        try kernel.waitUntil("card1 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try outputs(daemon, "device", "id") == ["/dev/dri/card1 fe902000.hdmi"])
    }

    @Test("keeps the card it drives when only the device files are gone, as for a daemon from an initramfs")
    func vanishedFiles() throws {
        let kernel = try FakeKernel(
            """
            card 0
            connector card0 HDMI-A-1 modes=96x64@60!
            """)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        try FileManager.default.removeItem(atPath: "\(kernel.root)/dev/dri")
        _ = try kernel.calls(reset: true)
        try kernel.tell("uevent change /devices/fake/drm/card0 drm")
        try eventually("another look at the card") { try kernel.calls()["card0 GETRESOURCES", default: 0] > 0 }
        #expect(try daemon.outputCount() == 1)
        #expect(try kernel.screen("card0 HDMI-A-1") == .rendered(96, 64))
    }

    @Test("keeps the framebuffer it draws on when /sys is gone, as for a daemon from an initramfs")
    func vanishedFolders() throws {
        let kernel = try FakeKernel("fb 0 size=96x64 bpp=32 driver=simple")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("fb0", shows: .rendered(96, 64))
        try FileManager.default.removeItem(atPath: "\(kernel.root)/sys")
        _ = try daemon.ask("set Connector auto")
        _ = try daemon.ask("set Rotate 180")
        try eventually("another look") { try outputs(daemon, "rotation") == ["180"] }
        _ = try daemon.ask("set Rotate 0")
        try kernel.waitUntil("fb0", shows: .rendered(96, 64))
    }

    // MARK: - The framebuffer device

    @Test("gives the firmware's framebuffer up for the card that takes its place")
    func takesOver() throws {
        let kernel = try FakeKernel(
            """
            fb 0 size=96x64 bpp=32 driver=simple
            card 0 hidden=yes
            connector card0 HDMI-A-1 modes=160x120@60!
            """)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("fb0", shows: .rendered(96, 64))
        try kernel.tell("remove-fb 0")
        try kernel.tell("add card0")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        #expect(try outputs(daemon, "kind") == ["drm"])
        #expect(try kernel.counts()["fbdevs"] == 0)
    }

    @Test("uses a framebuffer device besides a card without dumb buffers")
    func besidesUselessCard() throws {
        let kernel = try FakeKernel(
            "card 0 dumb=no\nconnector card0 HDMI-A-1 modes=96x64@60!\nfb 0 size=96x64 bpp=32")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("fb0", shows: .rendered(96, 64))
        #expect(daemon.isRunning)
    }

    @Test("leaves alone the framebuffer device of a card that it drives, and of one that only lacks a display")
    func emulation() throws {
        for state in ["connected", "disconnected"] {
            let kernel = try FakeKernel(
                """
                card 0
                connector card0 HDMI-A-1 state=\(state) modes=96x64@60!
                fb 0 size=96x64 bpp=32 card=card0
                """)
            let daemon = try restingDaemon(kernel)
            #expect(try outputs(daemon, "kind") == (state == "connected" ? ["drm"] : []))
            #expect(try kernel.counts()["fbdevs"] == 0)
        }
    }

    // MARK: - Other programs

    @Test("waits politely for another program, never by the framebuffer device, and takes over when it leaves")
    func anotherMaster() throws {
        let kernel = try FakeKernel(
            "card 0\nconnector card0 HDMI-A-1 modes=96x64@60!\nfb 0 size=96x64 bpp=32\ntake-master card0")
        let daemon = try restingDaemon(kernel)
        #expect(try trouble(daemon).contains("another program drives this display"))
        #expect(try daemon.outputCount() == 0)
        try kernel.tell("leave-master card0")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
    }

    @Test("takes the mouse pointer of the program before off the screen")
    func leftOverPointer() throws {
        let kernel = try FakeKernel("card 0\nconnector card0 HDMI-A-1 modes=96x64@60!\nleftovers card0")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try kernel.tell("crtcs card0").contains { $0.contains("cursor=hidden") })
        #expect(daemon.isRunning)
    }

    @Test("closes a card of which it drives nothing any more")
    func closedCard() throws {
        let kernel = try FakeKernel("card 0\nconnector card0 HDMI-A-1 modes=96x64@60!")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        _ = try daemon.ask("release clear")
        #expect(try kernel.counts()["cards"] == 0)
    }
}
