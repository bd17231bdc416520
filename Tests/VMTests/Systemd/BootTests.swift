import Testing
import VMLab

/// From the first second of a machine to the end of its boot.
@Suite("On a booting Debian")
struct SystemdBootTests {
    /// A kiosk on which a command runs before socket and daemon start.
    private static func kiosk(afterRunning command: String) -> Installation {
        Installation.kiosk.with(
            unit: "before.service", wantedBy: "sysinit.target",
            """
            [Unit]
            DefaultDependencies=no
            Before=fieldfb.socket fieldfb.service
            [Service]
            Type=oneshot
            RemainAfterExit=yes
            ExecStart=\(command)
            """)
    }

    @Test("the field is on the glass before sysinit.target is reached, and nothing else after it")
    func early() async throws {
        try await Lab.booting(.kiosk) { machine, recording in
            try await machine.waitUntilBooted()
            try await machine.waitUntilFieldShown()
            let clock = try await machine.clock()
            let field = try await machine.view.expected(.frozen)
            let pictures = try await recording.endWithTimes()
            let first = try #require(pictures.firstIndex { .picture($0.screen) == field }, "the field was shown")
            #expect(first == pictures.count - 1, "nothing else came after it")

            let shown = clock.latest(pictures[first].before)
            let targets = ["sysinit.target", "basic.target", "multi-user.target"]
            var reached: [String: Double] = [:]
            for target in targets { reached[target] = try await machine.activation(of: target) }
            for target in targets {
                print("the field is shown \(reached[target]! - shown) seconds before \(target)")
            }
            #expect(shown < reached["sysinit.target"]!)
        }
    }

    @Test("without any display device all is reached, and the daemon answers")
    func noDisplay() async throws {
        try await Lab.booting(.kiosk.withoutDisplay()) { machine, _ in
            try await machine.waitUntilBooted()
            let status = try await machine.service().status()
            #expect(status.display == "waiting")
            #expect(status.trouble != nil)
            #expect(try await machine.failedUnits() == "")
        }
    }

    @Test("a driver that udev loads late is no reason to wait, and the field is shown then")
    func lateDriver() async throws {
        try await Lab.booting(.kiosk.withLateDriver()) { machine, _ in
            try await machine.waitUntilBooted()
            try await machine.waitUntilFieldShown()
        }
    }

    @Test("fieldfb.enable=0 on the kernel's command line leaves the console, and no socket")
    func disabled() async throws {
        try await Lab.booting(.kiosk.with(kernel: "fieldfb.enable=0")) { machine, recording in
            try await machine.waitUntilBooted()
            try await machine.waitUntilConsoleShown()
            #expect(try await machine.property("ActiveState", of: "fieldfb.service") == "inactive")
            #expect(try await machine.shell.run("ls -d /run/fieldfb").status != 0)
            #expect(try await machine.failedUnits() == "")
        }
    }

    @Test("emergency.target shows its shell and not the field")
    func emergency() async throws {
        let installation = Installation.debian.with(kernel: "systemd.unit=emergency.target")
        try await Lab.booting(installation) { machine, _ in
            try await machine.shell.call("true", within: 240)
            try await machine.waitUntil("emergency.service", is: "active")
            try await machine.waitUntilConsoleShown(saying: "maintenance")
        }
    }

    @Test("a setting file that is broken in places is told of in the journal, and the rest of it counts")
    func brokenSettings() async throws {
        let broken = """
            [Field
            \u{FFFD}\u{1}\u{2}
            [Field]
            Pitch = banana
            DriftSpeed = 0
            FoldSpeed = 0
            Sparkle = yes
            Reach = 1000
            [Motion]
            StartTime = 12
            EaseTime = 0
            """
        try await Lab.booting(.kiosk.with(file: "/etc/fieldfb/fieldfb.conf", broken)) { machine, _ in
            try await machine.waitUntilBooted()
            try await machine.waitUntilFieldShown()
            let complaints = try await machine.complaints()
            for word in ["banana", "Sparkle", "Reach"] {
                #expect(complaints.contains { $0.contains(word) }, "\(word) is told of in \(complaints)")
            }
        }
    }

    @Test("a full /run keeps neither the boot nor the field")
    func fullRun() async throws {
        let installation = Self.kiosk(
            afterRunning: "/bin/sh -c 'mount -o remount,size=1M /run; cat /dev/zero >/run/full; :'")
        try await Lab.booting(installation) { machine, _ in
            try await machine.waitUntilBooted()
            try await machine.waitUntilFieldShown()
            #expect(try await machine.shell.run("echo x >/run/more").status != 0, "/run is full")
            _ = try await machine.service()
        }
    }

    @Test("a folder in the socket's place keeps neither the boot nor the field, and is told of")
    func folderAsSocket() async throws {
        let installation = Self.kiosk(afterRunning: "/bin/mkdir -p /run/fieldfb/control/deep")
        try await Lab.booting(installation) { machine, _ in
            try await machine.waitUntilBooted()
            try await machine.waitUntilFieldShown()
            #expect(try await machine.property("StatusText", of: "fieldfb.service").contains("/run/fieldfb/control"))
            try await machine.shell.call(
                "rm -r /run/fieldfb/control; until [ -S /run/fieldfb/control ]; do sleep 0.2; done")
            #expect(try await machine.service().status().outputs.count == 1)
        }
    }
}
