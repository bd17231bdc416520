import Testing
import VMLab

/// Somebody has gone to another terminal, where the field has no business.
@Suite("On a booted Debian, a restart of the daemon behind another terminal")
struct SystemdOtherTerminalTests {
    @Test("leaves the screen to whoever works there; the field comes back with its own", arguments: [
        "systemctl restart fieldfb", "systemctl kill --signal=KILL fieldfb",
    ])
    func away(_ command: String) async throws {
        try await Lab.withMachine(.kiosk) { machine in
            let still = try await machine.park()
            let daemon = try await machine.service()
            try await machine.shell.call("timeout 10 chvt 2; echo 'the second terminal' >/dev/tty2; sleep 1")
            let terminal = try await machine.look()
            #expect(terminal != still)
            try await machine.shell.call(command)
            try await machine.waitForAnotherDaemon(than: daemon)
            #expect(try await daemon.request("status").contains("\"display\":\"away\""))
            try await machine.expectNoChange(from: terminal, seconds: 2)
            try await machine.shell.call("timeout 10 chvt 1")
            try await machine.waitUntilShown(still)
        }
    }
}
