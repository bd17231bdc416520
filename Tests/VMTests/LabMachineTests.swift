import Testing
import VMLab

/// The machines are what they are said to be, before a program runs in them.
@Suite("The lab's machines")
struct LabMachineTests {
    @Test("four cards are four devices, each connected")
    func fourCards() async throws {
        try await Lab.withMachine(.fourCards) { machine in
            let connectors = try await machine.shell.call(
                "cd /sys/class/drm && cat card*-Virtual-*/status && head -qn 1 card*-Virtual-*/modes")
            #expect(connectors.split(separator: "\n") == [
                "connected", "connected", "connected", "connected", "800x600", "1024x768", "640x480", "1024x768",
            ])
        }
    }

    @Test("a machine has the processor that its row names", arguments: [Display.virtio] + Display.arm64)
    func processor(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let processor = try await machine.shell.call("uname -m")
            #expect(processor == (display.description.contains("arm64") ? "aarch64" : "x86_64"))
        }
    }

    @Test("a viewer's window plugs a display in, changes it, and takes it away")
    func viewer() async throws {
        try await Lab.withMachine(.twoOutputs) { machine in
            try await machine.resize(output: 1, width: 640, height: 480)
            try await machine.resize(output: 1, width: 1000, height: 700)
            try await machine.resize(output: 1, width: 0, height: 0)
            try await machine.resize(output: 0, width: 720, height: 576)
        }
    }

    @Test("a card can be plugged in and pulled out")
    func cardOnTheFly() async throws {
        try await Lab.withMachine(.virtio) { machine in
            try await machine.shell.call("modprobe bochs")
            try await machine.plugIn("bochs-display", named: "new", ["xres": 640, "yres": 480])
            try await machine.shell.call("until [ -e /dev/dri/card1 ]; do usleep 50000; done")
            try await machine.pullOut("new")
            try await machine.shell.call("while [ -e /dev/dri/card1 ]; do usleep 50000; done")
        }
    }

    @Test("a driver can be taken off its card and given back")
    func unbinding() async throws {
        try await Lab.withMachine(.virtio) { machine in
            let devices = try await machine.unbind("virtio/drivers/virtio_gpu")
            #expect(devices.count == 1)
            #expect(try await machine.shell.run("[ -e /dev/dri/card0 ]").status != 0)
            try await machine.bind("virtio/drivers/virtio_gpu", devices)
            try await machine.shell.call("[ -e /dev/dri/card0 ]")
        }
    }

    @Test("a connector is connected and has no mode")
    func noModes() async throws {
        try await Lab.withMachine(.noModes) { machine in
            let status = try await machine.shell.call("cd /sys/class/drm/card0-Virtual-1 && cat status modes")
            #expect(status == "connected")
        }
    }

    @Test("EFI leaves a framebuffer behind, until the native driver comes")
    func firmwareFramebuffer() async throws {
        try await Lab.withMachine(.efifb) { machine in
            #expect(try await machine.shell.call("cat /sys/class/graphics/fb0/name") == "EFI VGA")
            let memory = try await machine.framebufferMemory()
            try await machine.waitUntilShown(.picture(memory))
            try await machine.shell.call("modprobe bochs && [ -e /dev/dri/card0 ]")
        }
    }

    @Test("other programs show their pictures", arguments: ["modetest", "weston", "cage"])
    func peers(_ name: String) async throws {
        try await Lab.withMachine(.virtio(640, 480).withPeers()) { machine in
            let recording = try await machine.startRecording()
            let program = switch name {
            case "modetest": try await machine.startModetest(mode: "640x480")
            case "weston": try await machine.startWeston()
            default: try await machine.startCage()
            }
            try await program.waitUntilShown()
            try await program.end()
            #expect(try await recording.end().count > 1)
        }
    }
}
