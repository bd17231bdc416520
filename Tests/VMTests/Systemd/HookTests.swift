import Testing
import VMLab

/// Other units that have the field do something while they are up.
@Suite("On a booted Debian, a unit that wants")
struct SystemdHookTests {
    @Test("fieldfb-active@ has the field running while it is up, and still after")
    func active() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            let still = try await machine.park()
            try await machine.addUnit("job.service", wanting: "fieldfb-active@%n.service")
            try await machine.shell.call("systemctl start job")
            try await machine.waitUntilFieldShown()
            try await machine.shell.call("systemctl stop job")
            try await machine.waitUntilShown(still)
        }
    }

    @Test("fieldfb-active@ keeps it running until the last one of several has ended")
    func twoActive() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            let still = try await machine.park()
            for name in ["one", "two"] {
                try await machine.addUnit("\(name).service", wanting: "fieldfb-active@%n.service")
            }
            try await machine.shell.call("systemctl start one")
            try await machine.waitUntilFieldShown()
            // The second one has it come back.
            try await machine.shell.call("fieldctl quit; systemctl start two")
            try await machine.waitUntilFieldShown()
            try await machine.shell.call("systemctl stop one")
            try await machine.expectNoChange(from: machine.view.expected(.frozen), seconds: 2)
            try await machine.shell.call("systemctl stop two")
            try await machine.waitUntilShown(still)
        }
    }

    @Test("fieldfb-park@ has it still while it is up, and running after")
    func parked() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            try await machine.addUnit("quiet.service", wanting: "fieldfb-park@%n.service")
            try await machine.shell.call("systemctl start quiet")
            try await machine.waitUntilShown(.still)
            try await machine.shell.call("systemctl stop quiet")
            try await machine.waitUntilFieldShown()
        }
    }

    @Test("fieldfb-update.target may tell how far it is, and nothing of that is left after")
    func update() async throws {
        try await Lab.withMachine(.kiosk.withWords()) { machine in
            try await machine.park()
            try await machine.addUnit(
                "update.service",
                """
                [Unit]
                Wants=fieldfb-update.target
                After=fieldfb-update.target
                [Service]
                Type=oneshot
                ExecStart=/bin/sh -ec 'fieldctl progress 42.5; fieldctl message Half of it; \
                    until [ -e /run/enough ]; do sleep 0.1; done'
                """)
            try await machine.shell.call("systemctl start --no-block update")
            let daemon = try await machine.service()
            let status = try await daemon.waitUntil("progress") { $0.progress == 42.5 && $0.message == "Half of it" }
            #expect(status.state == "active")
            try await machine.waitUntilShown(.running(seconds: 12, settings: "Progress=42.5", "Message=Half of it"), within: 90)
            try await machine.shell.call("touch /run/enough")
            try await daemon.waitUntil("the end of it") { $0.progress == nil && $0.message == nil }
            try await machine.waitUntilFieldShown()
            #expect(try await machine.property("Result", of: "update.service") == "success")
        }
    }

    @Test("any of these starts though the daemon hangs")
    func hung() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            try await machine.hangDaemon()
            for hook in ["fieldfb-active@%n.service", "fieldfb-park@%n.service", "fieldfb-update.target"] {
                let name = hook.prefix { $0 != "@" && $0 != "." } + "-user"
                try await machine.addUnit("\(name).service", wanting: hook)
                try await machine.shell.call("systemctl start \(name)")
                #expect(try await machine.property("ActiveState", of: "\(name).service") == "active")
            }
        }
    }
}

extension Machine {
    /// A unit that is up until it is stopped.
    func addUnit(_ name: String, wanting hook: String, _ more: String = "") async throws {
        try await addUnit(
            name,
            """
            [Unit]
            Wants=\(hook)
            After=\(hook)
            [Service]
            Type=oneshot
            RemainAfterExit=yes
            ExecStart=/bin/true
            \(more)
            """)
    }
}
