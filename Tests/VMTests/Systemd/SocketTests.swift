import Testing
import VMLab

/// What may be found where the socket is to be.
@Suite("On a booted Debian, the control socket is there")
struct SystemdSocketTests {
    @Test("though something else had its place", arguments: [
        "a socket that nobody listens to", "a file", "a link to nowhere",
    ])
    func placeTaken(_ what: String) async throws {
        try await Lab.withMachine(.kiosk) { machine in
            try await machine.shell.call("systemctl stop fieldfb.socket fieldfb.service")
            let command = switch what {
            case "a file": "echo text >/run/fieldfb/control"
            case "a link to nowhere": "ln -s /nowhere/at/all /run/fieldfb/control"
            default:
                """
                fieldfb run --output headless & until [ -S /run/fieldfb/control ]; do sleep 0.1; done
                kill -KILL $!
                """
            }
            try await machine.shell.call("mkdir -p /run/fieldfb && { \(command); }")
            try await machine.shell.call("systemctl start fieldfb.service")
            try await machine.waitUntilFieldShown()
            #expect(try await machine.service().status().outputs.count == 1)
        }
    }

    @Test("before the daemon, and starts it when something is asked")
    func activation() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            try await machine.shell.call("systemctl stop fieldfb.service")
            try await machine.waitUntilConsoleShown()
            #expect(try await machine.shell.call("fieldctl ping") != "")
            try await machine.waitUntilFieldShown()
        }
    }

    @Test("and refuses nobody while the daemon is restarted")
    func restart() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            let answers = try await machine.shell.call(
                """
                systemctl restart --no-block fieldfb
                for i in 1 2 3 4 5 6 7 8 9 10; do fieldctl ping || echo refused; done
                """)
            #expect(!answers.contains("refused"))
        }
    }
}
