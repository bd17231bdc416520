import Testing
import VMLab

/// What dpkg does to a machine that runs.
@Suite("On a booted Debian, the package")
struct SystemdPackageTests {
    @Test("is upgraded under a picture that stays")
    func upgrade() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            let still = try await machine.park()
            let daemon = try await machine.service()
            let recording = try await machine.startRecording()
            try await machine.shell.call("dpkg -i /root/fieldfb-again.deb", within: 120)
            try await machine.waitForAnotherDaemon(than: daemon)
            #expect(try await daemon.status().state == "parked")
            try await machine.shell.call("sleep 1")
            try await recording.endShowing(only: still)
            #expect(try await machine.complaints() == [])
            #expect(try await machine.shell.call("dpkg-query -W -f '${Version}' fieldfb").hasSuffix("+again"))
            #expect(try await machine.failedUnits() == "")
        }
    }

    @Test("gives the console back when it is removed, and leaves nothing running")
    func removal() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            try await machine.shell.call("dpkg -r fieldfb", within: 120)
            try await machine.waitUntilConsoleShown()
            #expect(try await machine.shell.run("pidof -s fieldfb @fieldfb").status != 0)
            #expect(try await machine.shell.run("ls -d /run/fieldfb/control").status != 0)
            #expect(try await machine.failedUnits() == "")
            try await machine.shell.call("dpkg -P fieldfb", within: 120)
            // What a person wrote stays.
            let left = try await machine.shell.call("find / -xdev -name '*fieldfb*' -not -path '/root/*'")
            #expect(left == "/etc/fieldfb\n/etc/fieldfb/fieldfb.conf")
        }
    }

    @Test("takes no screen from anybody when it is installed, and shows the field when asked")
    func installation() async throws {
        try await Lab.withMachine(.kiosk.withoutPackage()) { machine in
            let console = try await machine.look()
            try await machine.shell.call("dpkg -i /root/fieldfb.deb", within: 120)
            try await machine.expectNoChange(from: console, seconds: 1)
            #expect(try await machine.property("ActiveState", of: "fieldfb.socket") == "active")
            try await machine.shell.call("fieldctl active")
            try await machine.waitUntilFieldShown()
            #expect(try await machine.failedUnits() == "")
        }
    }
}
