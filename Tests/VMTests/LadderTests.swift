import Testing
import VMLab

/// Drivers that offer less: whatever is refused, the picture is exact by what
/// comes after it.
@Suite("On a real kernel, a driver that refuses")
struct LadderTests {
    struct Rung: CustomStringConvertible, Sendable {
        let display: Display
        let refusals: [String]
        /// As `fieldfb ctl status` names it.
        let method: String
        var description: String { "\(display) by \(method), without \(refusals)" }
    }

    static let rungs = [
        Rung(display: .virtio, refusals: ["atomic"], method: "page flip"),
        Rung(display: .vkms, refusals: ["atomic"], method: "page flip"),
        Rung(display: .virtio, refusals: ["commit"], method: "page flip"),
        Rung(display: .cirrus, refusals: ["atomic", "flip"], method: "mode set"),
        Rung(display: .virtio, refusals: ["atomic", "flip", "crtc"], method: "draw in place"),
        Rung(display: .bochs, refusals: ["atomic", "flip", "crtc"], method: "draw in place"),
    ]

    @Test("a way to show a picture still shows it exactly, moving and at rest", arguments: rungs)
    func nextMethod(_ rung: Rung) async throws {
        try await Lab.withMachine(rung.display.refusing(rung.refusals)) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilChanged(from: machine.look())
            try await machine.waitUntilChanged(from: machine.look())
            try await program.request("park")
            try await machine.waitUntilShown(.still)
            try await machine.expectNoChange(from: machine.look(), seconds: 1)

            let status = try await program.request("status")
            #expect(status.contains("\"method\":\"\(rung.method)\""))
        }
    }

    @Test("a layout is driven in the next one, by the kernel's own word", arguments: [
        (Display.cirrus, "XR24"), (.cirrus16, "RG16"), (.vkms, "XR24"), (.vkms16, "RG16"),
    ])
    func formatLeft(_ display: Display, _ format: String) async throws {
        try await Lab.withMachine(display) { machine in
            _ = try await machine.startProgram()
            try await machine.waitUntilChanged(from: machine.look())
            let buffers = try await machine.shell.call(
                "grep -A 2 'allocated by = fieldfb' /sys/kernel/debug/dri/0/framebuffer | grep format=")
            for buffer in buffers.split(separator: "\n") {
                #expect(buffer.contains("format=\(format) "))
            }
        }
    }
}
