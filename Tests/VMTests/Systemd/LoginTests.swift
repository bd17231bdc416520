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

    @Test("the console is shown while a password is asked for, and the field after, unless it had been given up before")
    func password() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            let ask = "mkdir -p /run/systemd/ask-password; touch /run/systemd/ask-password/ask.test"
            let answer = "rm /run/systemd/ask-password/ask.test"
            try await machine.shell.call("systemctl stop fieldfb.service; \(ask)")
            try await machine.waitUntil("fieldfb-password.service", is: "activating")
            // A daemon that comes later is no exception.
            try await machine.shell.call("systemctl start fieldfb.service")
            try await machine.service().waitUntil("released") { $0.display == "released" }
            try await machine.waitUntilConsoleShown()
            try await machine.shell.call(answer)
            try await machine.waitUntilFieldShown()

            try await machine.shell.call("fieldctl release clear; \(ask)")
            try await machine.waitUntil("fieldfb-password.service", is: "activating")
            try await machine.shell.call("sleep 2; \(answer)")
            try await machine.waitUntil("fieldfb-password.service", is: "inactive")
            #expect(try await machine.service().status().display == "released")
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
