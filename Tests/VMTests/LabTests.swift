import Testing
import VMLab

/// What the lab says of a display must be true before it can prove anything.
@Suite("The lab")
struct LabTests {
    @Test("a screendump shows what is in the driver's own framebuffer", arguments: [
        Display.virtio, .bochs, .cirrus16, .vesafb("0x344", .XRGB8888),
    ])
    func screendumpShowsMemory(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let memory = try await machine.framebufferMemory()
            try await machine.waitUntilShown(.picture(memory.reduced(to: display.format)))
            #expect(!memory.isPlain, "the console has text on it")
        }
    }

    @Test("the checksum of vkms is that of its framebuffer's pixels")
    func checksumOfMemory() async throws {
        try await Lab.withMachine(.vkms) { machine in
            let memory = try await machine.framebufferMemory()
            let checksum = memory.checksum(as: .XRGB8888)
            try await machine.waitUntilShown(.checksum(checksum))
        }
    }
}

/// A comparison that cannot fail proves nothing.
@Suite("The lab's own tools")
struct LabToolTests {
    @Test("one pixel of another colour is a difference, and is named")
    func onePixel() throws {
        let black = [UInt8](repeating: 0, count: 4 * 2 * 4)
        var dotted = black
        dotted[16 + 4 + 2] = 7
        let first = try Screen(memory: black, width: 4, height: 2, stride: 16, format: .XRGB8888)
        let second = try Screen(memory: dotted, width: 4, height: 2, stride: 16, format: .XRGB8888)
        #expect(second.difference(from: first) == "1 pixels differ, first at 1, 1: (7, 0, 0), not (0, 0, 0)")
        #expect(first.difference(from: first) == nil)
        #expect(first.isPlain && !second.isPlain)
        #expect(first.checksum(as: .XRGB8888) != second.checksum(as: .XRGB8888))
    }

    @Test("each format's red, green and blue are where DRM says", arguments: [
        (PixelFormat.XRGB8888, [0x30, 0x20, 0x10, 0xFF] as [UInt8]), (.XBGR8888, [0x10, 0x20, 0x30, 0xFF]),
        (.RGB888, [0x30, 0x20, 0x10]), (.BGR888, [0x10, 0x20, 0x30]),
        (.RGB565, [0x06, 0x11]), (.BGR565, [0x02, 0x31]),
    ])
    func formats(_ format: PixelFormat, _ memory: [UInt8]) throws {
        let screen = try Screen(memory: memory, width: 1, height: 1, stride: memory.count, format: format)
        #expect(screen[0, 0] == Screen.Pixel(red: 0x10, green: 0x20, blue: 0x30))
    }

    @Test("a command's output, status and bytes come out of a machine as they are")
    func shell() async throws {
        try await Lab.withMachine(.vfb(16, .BGR565)) { machine in
            let failing = try await machine.shell.run("echo one; echo two >&2; (exit 3)")
            #expect(failing.status == 3)
            #expect(failing.output == "one\ntwo")
            #expect(try await machine.shell.call("printf 'no end of line'") == "no end of line")
            #expect(try await machine.shell.data("printf 'a\\000\\nb'") == [97, 0, 10, 98])
            #expect(try await machine.shell.call("x=5") == "")
            #expect(try await machine.shell.call("echo $x") == "5")
        }
    }

    @Test("a machine with no DRM driver has no DRM device", arguments: Display.framebuffer)
    func framebufferOnly(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let devices = try await machine.shell.call("ls -d /dev/dri /dev/fb0 2>/dev/null || :")
            #expect(devices == "/dev/fb0")
        }
    }
}
