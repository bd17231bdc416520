import Testing
import VMLab

/// The daemon is up before its display, or its display is replaced under it.
@Suite("On a real kernel, a device that comes late")
struct LateDeviceTests {
    @Test("is waited for without a wake-up in vain, and lit when its driver is loaded", arguments: [
        Display.virtio, .vfb(32, .XBGR8888), .panel,
    ])
    func afterTheStart(_ display: Display) async throws {
        try await Lab.withMachine(display.withoutDriver()) { machine in
            let program = try await machine.startParked()
            let status = try await program.status()
            #expect(status.display == "waiting" && status.outputs.isEmpty)
            #expect(status.trouble != nil)

            let before = try await machine.switches(of: program)
            try await machine.shell.call("sleep 6")
            // A look every two seconds in the first minute, and nothing between.
            #expect(try await machine.switches(of: program) - before <= 20)

            try await machine.loadDriver()
            try await program.waitUntil("lit") { !$0.outputs.isEmpty }
            try await machine.waitUntilShown(.still)
        }
    }

    @Test("may take its display's place: the firmware's framebuffer gives way to the native driver")
    func efiToNative() async throws {
        try await Lab.withMachine(.efifb) { machine in
            let program = try await machine.startParked()
            try await machine.waitUntilShown(.still)
            #expect(try await program.status().outputs.map(\.kind) == ["framebuffer"])

            try await machine.shell.call("modprobe bochs")
            try await program.waitUntil("the native driver shows it") { $0.outputs.map(\.driver) == ["bochs-drm"] }
            try await machine.waitUntilShown(.still)
        }
    }

    @Test("may take its display's place: simpledrm gives way to the native driver", arguments: [
        PixelFormat.XRGB8888, .RGB565,
    ])
    func simpleToNative(_ format: PixelFormat) async throws {
        try await Lab.withMachine(.simpledrm(format)) { machine in
            let program = try await machine.startParked()
            try await machine.waitUntilShown(.still)
            #expect(try await program.status().outputs.map(\.driver) == ["simpledrm"])

            try await machine.shell.call("modprobe bochs")
            try await program.waitUntil("the native driver shows it") { $0.outputs.map(\.driver) == ["bochs-drm"] }
            let native = machine.view(format: .XRGB8888)
            try await native.waitUntilShown(.still)
        }
    }

    @Test("takes over from a framebuffer that has nothing to do with it")
    func framebufferThenCard() async throws {
        try await Lab.withMachine(.virtio.withoutDriver()) { machine in
            try await machine.shell.call("modprobe vfb vfb_enable=1 videomemorysize=8388608 mode_option=640x480-32")
            let program = try await machine.startParked()
            try await program.waitUntil("the framebuffer is in use") { $0.outputs.map(\.kind) == ["framebuffer"] }

            try await machine.loadDriver()
            try await program.waitUntilLit("Virtual-1")
            try await machine.waitUntilShown(.still)
        }
    }

    @Test("may be the same again: the driver is unbound and bound under the running daemon", arguments: [
        (Display.virtio, "virtio/drivers/virtio_gpu"), (.bochs, "pci/drivers/bochs-drm"),
    ])
    func unboundAndBound(_ display: Display, _ driver: String) async throws {
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            for _ in 0..<2 {
                let devices = try await machine.unbind(driver)
                try await program.waitUntil("nothing lit") { $0.outputs.isEmpty }
                try await machine.bind(driver, devices)
                try await program.waitUntil("lit again") { $0.outputs.count == 1 }
                try await machine.waitUntilMoving()
            }
            try await program.request("park")
            try await machine.waitUntilShown(.still)
            // Nothing of the removed cards is held open.
            let descriptors = try await machine.shell.call("ls -l /proc/\(program.processID)/fd | grep -c dri/card")
            #expect(descriptors == "1")
        }
    }

    @Test("may be vkms, whose module goes and comes when the daemon has let go")
    func moduleRemoved() async throws {
        try await Lab.withMachine(.vkms) { machine in
            let program = try await machine.startParked()
            try await machine.waitUntilShown(.still)
            try await program.request("release clear")
            try await machine.shell.call(
                """
                for console in /sys/class/vtconsole/vtcon*; do
                    grep -q 'frame buffer' $console/name && echo 0 >$console/bind
                done
                until rmmod vkms 2>/dev/null; do usleep 100000; done
                modprobe vkms
                """)
            try await program.request("acquire")
            try await machine.waitUntilShown(.still)
        }
    }
}

extension Machine {
    /// How often a program was given the processor.
    func switches(of program: RunningProgram) async throws -> Int {
        let text = try await shell.call(
            "awk '/ctxt_switches/ { sum += $2 } END { print sum }' /proc/\(program.processID)/status")
        return Int(text) ?? 0
    }
}
