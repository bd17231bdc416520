import Testing
import VMLab

/// Ways out other than `quit`, on one display of each kind.
@Suite("On a real kernel, the console comes back")
struct EndTests {
    @Test("after a signal that asks to end", arguments: ["TERM", "INT"], [Display.vfb(16, .BGR565)])
    func signals(_ signal: String, _ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let console = try await machine.look()
            let program = try await machine.startProgram()
            try await machine.waitUntilChanged(from: console)

            try await program.signal(signal)
            #expect(try await program.waitForEnd() == 0)
            #expect(try await machine.consoleMode() == "text")
            try await machine.waitUntilShown(console)
        }
    }

    @Test("though another program keeps the card open, so that the kernel does not put it back by itself")
    func heldOpen() async throws {
        try await Lab.withMachine(.virtio(640, 480)) { machine in
            let console = try await machine.look()
            let program = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            try await machine.shell.call("exec 9</dev/dri/card0")
            try await program.request("quit")
            #expect(try await program.waitForEnd() == 0)
            try await machine.waitUntilShown(console)
        }
    }
}
