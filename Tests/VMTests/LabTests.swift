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
