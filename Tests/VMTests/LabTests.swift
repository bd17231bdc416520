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

    @Test("palettes and single bits are read as the kernel draws them")
    func fewColours() throws {
        let palette = (0..<256).map { Screen.Pixel(red: UInt8($0), green: 255 - UInt8($0), blue: 7) }
        let numbers = try Screen(memory: [3, 200], width: 2, height: 1, stride: 2, format: .C8, palette: palette)
        #expect(numbers[0, 0] == Screen.Pixel(red: 3, green: 252, blue: 7))
        #expect(numbers[1, 0] == Screen.Pixel(red: 200, green: 55, blue: 7))
        let bits = try Screen(memory: [0b0000_0001], width: 2, height: 1, stride: 1, format: .D1_LSB)
        #expect(bits[0, 0] == Screen.Pixel(red: 0, green: 0, blue: 0))
        #expect(bits[1, 0] == Screen.Pixel(red: 255, green: 255, blue: 255))
    }

    @Test("a picture turned by 90 has its top edge at the right")
    func turned() throws {
        let memory: [UInt8] = [0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0]
        let upright = try Screen(memory: memory, width: 2, height: 2, stride: 8, format: .XRGB8888)
        func reds(_ screen: Screen) -> [UInt8] {
            [screen[0, 0].red, screen[1, 0].red, screen[0, 1].red, screen[1, 1].red]
        }
        #expect(reds(upright.turned(clockwise: 90)) == [3, 1, 4, 2])
        #expect(reds(upright.turned(clockwise: 180)) == [4, 3, 2, 1])
        #expect(reds(upright.turned(clockwise: 270)) == [2, 4, 1, 3])
        let wide = try Screen(memory: memory, width: 4, height: 1, stride: 16, format: .XRGB8888)
        #expect((wide.turned(clockwise: 90).width, wide.turned(clockwise: 90).height) == (1, 4))
    }

    @Test("a display that is off is told from text and from black")
    func withoutSignal() throws {
        func screen(lit row: Int?) throws -> Screen {
            var memory = [UInt8](repeating: 0, count: 8 * 100 * 4)
            if let row { memory[row * 32 + 12] = 200 }
            return try Screen(memory: memory, width: 8, height: 100, stride: 32, format: .XRGB8888)
        }
        #expect(try screen(lit: 50).isWithoutSignal)
        #expect(try !screen(lit: 5).isWithoutSignal && !screen(lit: 95).isWithoutSignal)
        #expect(try !screen(lit: nil).isWithoutSignal)
    }

    @Test("a dithered picture has the values next to the exact ones, and no others")
    func dithered() throws {
        func grey(_ level: UInt8) throws -> Screen {
            try Screen(memory: [level, level, level, 0], width: 1, height: 1, stride: 4, format: .XRGB8888)
        }
        let exact = try grey(100)
        // 100 of 255 is 12.16 of 31 and 24.7 of 63.
        #expect(try grey(12 << 3 | 4).reduced(to: .RGB565).isDithering(of: exact, to: .RGB565))
        #expect(try !grey(11 << 3).isDithering(of: exact, to: .RGB565))
        #expect(try !grey(14 << 3).isDithering(of: exact, to: .RGB565))
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
