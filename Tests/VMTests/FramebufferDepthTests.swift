import Testing
import VMLab

/// The depths that only old or small devices have.
@Suite("On a real kernel, a framebuffer of few colours")
struct FramebufferDepthTests {
    @Test("shows the rendered picture in the colours it has", arguments: [
        Display.vfb(8, .C8), .vfb(1, .D1_LSB),
    ])
    func picture(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            try await program.request("park")
            try await machine.waitUntilShown(.still)
        }
    }

    @Test("gets its palette back on quit")
    func palette() async throws {
        try await Lab.withMachine(.vfb(8, .C8)) { machine in
            let before = try await machine.shell.call("framebuffer palette")
            let console = try await machine.look()
            let program = try await machine.startParked()
            try await machine.waitUntilShown(.still)
            try await program.request("quit")
            #expect(try await program.waitForEnd() == 0)
            #expect(try await machine.shell.call("framebuffer palette") == before)
            try await machine.waitUntilShown(console)
        }
    }
}
