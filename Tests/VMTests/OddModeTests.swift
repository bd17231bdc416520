import Testing
import VMLab

/// Mode lists as firmware, cables and command lines leave them.
@Suite("On a real kernel, odd modes")
struct OddModeTests {
    @Test("a display of an odd kind is lit in its best mode", arguments: [
        (Display.virtio(480, 800), "480x800"), (.virtio("edid=off"), "1280x800"),
        (.virtio("edid=off").with(kernel: "drm_kms_helper.fbdev_emulation=0"), "1280x800"),
        (.virtio(1366, 768), "1366x768"),
    ])
    func bestMode(_ display: Display, _ mode: String) async throws {
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            let output = try await program.status().outputs[0]
            #expect("\(output.width)x\(output.height)" == mode)
        }
    }

    @Test("a mode that the command line asks for is the one that runs already, and stays")
    func modeOfCommandLine() async throws {
        try await Lab.withMachine(.virtio.with(kernel: "video=Virtual-1:1024x600")) { machine in
            let program = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            #expect(try await program.status().outputs.map(\.width) == [1024])
        }
    }

    @Test("a mode may be chosen, and one that is not offered is not")
    func chosenMode() async throws {
        try await Lab.withMachine(.virtio) { machine in
            let program = try await machine.startProgram(["--set", "Mode=800x600"])
            try await program.request("park")
            try await program.waitUntil("the mode") { $0.outputs.map(\.width) == [800] }
            try await machine.waitUntilShown(.still)
            try await program.request("set Mode 111x77")
            try await machine.shell.call("sleep 1")
            #expect(try await program.status().outputs.count == 1)
        }
    }

    @Test("a connected display without a single mode is waited for, and nothing is drawn around it")
    func noModes() async throws {
        try await Lab.withMachine(.noModes) { machine in
            let program = try await machine.startParked()
            try await machine.shell.call("sleep 3")
            let status = try await program.status()
            #expect(status.display == "waiting" && status.outputs.isEmpty && status.trouble != nil)
        }
    }

    @Test("a display that the command line switches off stays dark, until it is switched on")
    func switchedOff() async throws {
        try await Lab.withMachine(.virtio.with(kernel: "video=Virtual-1:d")) { machine in
            let program = try await machine.startParked()
            try await machine.shell.call("sleep 3")
            #expect(try await program.status().display == "waiting")
            try await machine.force(connector: "Virtual-1", "on")
            try await program.waitUntilLit("Virtual-1")
            try await machine.waitUntilShown(.still)
        }
    }

    @Test("a first card whose display is switched off keeps no other one dark")
    func firstCardDark() async throws {
        try await Lab.withMachine(.twoCards.with(kernel: "video=Virtual-1:d")) { machine in
            let program = try await machine.startParked()
            try await program.waitUntilLit("Virtual-2")
            try await machine.views[1].waitUntilShown(.still)
        }
    }

    @Test("a disconnected output that is forced on is lit like any other")
    func forcedOn() async throws {
        try await Lab.withMachine(.twoOutputs.with(kernel: "video=Virtual-2:800x480e")) { machine in
            let program = try await machine.startParked()
            try await program.waitUntilLit("Virtual-1", "Virtual-2")
            for view in machine.views { try await view.waitUntilShown(.still) }
        }
    }
}
