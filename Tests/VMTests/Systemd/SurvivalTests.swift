import Testing
import VMLab

/// The daemon goes, in every way; the picture stays.
@Suite("On a booted Debian, the picture stays on the glass")
struct SystemdSurvivalTests {
    @Test("while the daemon is restarted after a fault, and what clients asked for is known again", arguments: [
        "KILL", "ABRT", "SEGV",
    ])
    func fault(_ signal: String) async throws {
        try await Lab.withMachine(.kiosk) { machine in
            let still = try await machine.park()
            let daemon = try await machine.service()
            let recording = try await machine.startRecording()
            try await daemon.signal(signal)
            try await machine.waitForAnotherDaemon(than: daemon)
            #expect(try await daemon.status().state == "parked")
            try await machine.shell.call("sleep 1")
            try await recording.endShowing(only: still)
        }
    }

    @Test("over systemctl restart")
    func restart() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            try await machine.park()
            let daemon = try await machine.service()
            try await daemon.request("progress 42")
            let still = try await machine.view.expected(.still(settings: "Progress=42"))
            try await machine.waitUntilShown(still)
            let recording = try await machine.startRecording()
            try await machine.shell.call("systemctl restart fieldfb")
            try await machine.waitForAnotherDaemon(than: daemon)
            #expect(try await daemon.status().progress == 42)
            try await machine.shell.call("sleep 1")
            try await recording.endShowing(only: still)
            #expect(try await machine.complaints() == [])
        }
    }

    @Test("over systemctl reload, which reads the setting file again")
    func reload() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            let still = try await machine.park()
            let daemon = try await machine.service()
            let recording = try await machine.startRecording()
            try await machine.shell.call("sed -i 's/^EaseTime.*/EaseTime = 3/' /etc/fieldfb/fieldfb.conf")
            try await machine.shell.call("systemctl reload fieldfb")
            #expect(try await daemon.request("get EaseTime").contains("3"))
            #expect(try await machine.property("MainPID", of: "fieldfb.service") == "\(daemon.processID)")
            try await recording.endShowing(only: still)
        }
    }

    @Test("when its loop hangs: the watchdog has it restarted")
    func hung() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            let still = try await machine.park()
            try await machine.writeFile(
                "/run/systemd/system/fieldfb.service.d/watchdog.conf", "[Service]\nWatchdogSec=2\n")
            try await machine.shell.call("systemctl daemon-reload && systemctl restart fieldfb")
            let daemon = try await machine.service()
            try await machine.shell.call("sleep 5")
            #expect(try await machine.property("MainPID", of: "fieldfb.service") == "\(daemon.processID)")
            let recording = try await machine.startRecording()
            try await machine.hangDaemon()
            try await machine.waitForAnotherDaemon(than: daemon)
            #expect(try await machine.journal("UNIT=fieldfb.service").contains { $0.message.contains("atchdog") })
            try await machine.shell.call("sleep 1")
            try await recording.endShowing(only: still)
        }
    }
}

@Suite("On a booted Debian, the console comes back")
struct SystemdConsoleTests {
    @Test("when the daemon has failed for the last time")
    func manyFaults() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            // An emulated machine is too slow for the unit's own half minute.
            try await machine.writeFile(
                "/run/systemd/system/fieldfb.service.d/limit.conf", "[Unit]\nStartLimitIntervalSec=3600\n")
            try await machine.shell.call("systemctl daemon-reload")
            for _ in 0..<10 where try await machine.property("ActiveState", of: "fieldfb.service") != "failed" {
                let daemon = try await machine.service()
                try await daemon.signal("KILL")
                try await eventually("another daemon, or none", within: 60, every: .milliseconds(300)) {
                    let number = try await machine.property("MainPID", of: "fieldfb.service")
                    let state = try await machine.property("ActiveState", of: "fieldfb.service")
                    let isNew = state == "active" && number != "\(daemon.processID)"
                    return isNew || state == "failed" ? () : nil
                }
            }
            #expect(try await machine.property("ActiveState", of: "fieldfb.service") == "failed")
            try await machine.waitUntilConsoleShown()
        }
    }

    @Test("when the daemon is stopped")
    func stopped() async throws {
        try await Lab.withMachine(.kiosk) { machine in
            try await machine.shell.call("systemctl stop fieldfb.socket fieldfb.service")
            try await machine.waitUntilConsoleShown()
        }
    }

    @Test("for the shell of emergency.target and of rescue.target", arguments: [
        ("emergency", "runs"), ("emergency", "has failed and will be started again"), ("rescue", "runs"),
    ])
    func shell(of target: String, theDaemon state: String) async throws {
        try await Lab.withMachine(.kiosk) { machine in
            if state != "runs" {
                try await machine.writeFile(
                    "/run/systemd/system/fieldfb.service.d/later.conf", "[Service]\nRestartSec=600\n")
                try await machine.shell.call("systemctl daemon-reload")
                try await machine.service().signal("KILL")
                try await machine.waitUntil("fieldfb.service", is: "activating")
            }
            try await machine.shell.call("systemctl --no-block isolate \(target).target")
            try await machine.waitUntil("\(target).service", is: "active")
            try await machine.waitUntilConsoleShown(saying: "maintenance")
            // A request typed there must not take the screen.
            #expect(try await machine.shell.run("fieldctl active").status != 0)
            #expect(try await machine.property("ActiveState", of: "fieldfb.service") == "inactive")
        }
    }
}

extension Machine {
    /// Waits until the unit is active with another process.
    func waitForAnotherDaemon(than daemon: RunningProgram) async throws {
        do {
            try await eventually("another daemon", within: 90, every: .milliseconds(300)) {
                let number = try await property("MainPID", of: "fieldfb.service")
                let state = try await property("ActiveState", of: "fieldfb.service")
                return state == "active" && number != "\(daemon.processID)" ? () : nil
            }
        } catch {
            throw LabError("\(error): \(await programLog())")
        }
    }
}
