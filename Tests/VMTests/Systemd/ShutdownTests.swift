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
            let (isReboot, pictures) = try await machine.recordUntilOff(recording)
            #expect(isReboot == (way == "reboot"))
            try expect(pictures, toBeOnly: still, field)
            #expect(pictures.last.map { .picture($0.screen) } == field, "it is active again")
        }
    }

    @Test("the field comes back though it had quit, and its message stays whatever units had asked for")
    func fieldComes() async throws {
        try await Lab.withMachine(.kiosk.withWords()) { machine in
            // A machine that is off in a second needs no picture: something takes its time.
            try await machine.addUnit(
                "slow.service",
                """
                [Service]
                Type=oneshot
                RemainAfterExit=yes
                ExecStart=/bin/true
                ExecStop=/bin/sh -c 'until [ -e /run/enough ]; do sleep 0.2; done'
                TimeoutStopSec=240
                """)
            // An emulated machine is too slow for the unit's two seconds.
            try await machine.writeFile(
                "/run/systemd/system/fieldfb-poweroff.service.d/limit.conf", "[Service]\nTimeoutStartSec=90\n")
            for (name, hook) in [("job", "fieldfb-active@%n.service"), ("update", "fieldfb-update.target")] {
                try await machine.addUnit("\(name).service", wanting: hook, "ExecStop=/bin/sleep 8")
            }
            try await machine.shell.call("systemctl start slow job update; fieldctl quit")
            try await machine.waitUntilConsoleShown()
            let last = try await machine.view.expected(.running(seconds: 12, settings: "Message=Powering off"))
            let recording = try await machine.startRecording()
            try await machine.shell.call("systemctl --no-block poweroff")
            for unit in ["job.service", "update.service", "fieldfb-active.service", "fieldfb-update.service"] {
                try await machine.waitUntil(unit, is: "inactive")
            }
            try await machine.service().waitUntil("the message of the shutdown") {
                $0.message == "Powering off" && $0.state == "active"
            }
            try await machine.waitUntilShown(last, within: 90)
            try await machine.shell.call("touch /run/enough")
            let pictures = try await machine.recordUntilOff(recording).pictures
            #expect(pictures.last.map { .picture($0.screen) } == last)
        }
    }

    @Test("a daemon that hangs does not hold it up")
    func hung() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            try await machine.hangDaemon()
            let recording = try await machine.startRecording()
            try await machine.shell.call("systemctl --no-block poweroff")
            _ = try await machine.recordUntilOff(recording)
        }
    }
}
