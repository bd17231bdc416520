import Testing
import VMLab

/// From a running machine to the last picture that its screen shows.
@Suite("On a Debian that goes down")
struct SystemdShutdownTests {
    @Test("the field is on the glass until the end, and no text", arguments: ["poweroff", "reboot"])
    func fieldStays(_ way: String) async throws {
        try await Lab.withMachine(.kiosk) { machine in
            let still = try await machine.park(), field = try await machine.view.expected(.frozen)
            let recording = try await machine.startRecording()
            try await machine.shell.call("systemctl --no-block \(way)")
            #expect(try await machine.waitForPowerOff() == (way == "reboot"))
            try await recording.endShowing(only: still, field)
            #expect(try await machine.look() == field, "it is active again")
        }
    }

    @Test("the field comes back though it had quit")
    func fieldComes() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            try await machine.shell.call("fieldctl quit")
            try await machine.waitUntilConsoleShown()
            try await machine.shell.call("systemctl --no-block poweroff")
            _ = try await machine.waitForPowerOff()
            #expect(try await machine.look() == machine.view.expected(.frozen))
        }
    }

    @Test("a daemon that hangs does not hold it up")
    func hung() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            try await machine.service().signal("STOP")
            try await machine.shell.call("systemctl --no-block poweroff")
            _ = try await machine.waitForPowerOff(within: 60)
        }
    }
}
