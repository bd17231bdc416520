import Testing
import VMLab

/// A getty on the first terminal, as Debian has it.
@Suite("On a Debian with a login prompt")
struct SystemdLoginTests {
    @Test("the field gives the screen to the prompt")
    func prompt() async throws {
        try await Lab.booting(.debian) { machine, recording in
            try await machine.waitUntilBooted()
            try await machine.waitUntil("fieldfb.service", is: "inactive")
            try await machine.waitUntilConsoleShown(saying: "lab login:")
            let field = try await machine.view.expected(.frozen)
            #expect(try await recording.end().contains { .picture($0) == field }, "the field was there before")
            #expect(try await machine.property("Result", of: "fieldfb.service") == "success")
        }
    }

    @Test("without fieldfb-login.service the field stays, and the prompt of the second terminal is a key away")
    func otherTerminal() async throws {
        try await Lab.withMachine(.debian.masking("fieldfb-login.service")) { machine in
            try await machine.waitUntilFieldShown()
            try await machine.shell.call("systemctl start getty@tty2 && chvt 2")
            try await machine.waitUntilConsoleShown(saying: "lab login:")
            try await machine.shell.call("chvt 1")
            try await machine.waitUntilFieldShown()
        }
    }
}
