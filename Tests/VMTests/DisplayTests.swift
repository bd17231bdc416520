import Testing
import VMLab

/// Every display driver, with the program as a user starts it. What the screen
/// shows is compared pixel for pixel with `fieldfb render`.
@Suite("On a real kernel, every display")
struct DisplayTests {
    @Test("shows exactly the rendered picture of a frozen moment", arguments: Display.all)
    func frozenMoment(_ display: Display) async throws {
        // With three unlike channels, no two can be exchanged unseen.
        let ink = "Ink=#FF9933", background = "Background=#0A1E46"
        try await Lab.withMachine(display) { machine in
            _ = try await machine.startProgram(frozenAt: 12, "--set", ink, "--set", background)
            try await machine.waitUntilShown(.running(seconds: 12, settings: ink, background))
            try await machine.expectNoChange(from: machine.look())
        }
    }

    /// One of each kind, for what depends on the kind alone.
    static let kinds = [Display.virtio, .vkms, .panel, .vfb(16, .BGR565)]

    @Test("moves again when the speeds are set", arguments: kinds)
    func speedsSetLive(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            let frozen = try await machine.look()
            try await program.request("set DriftSpeed 1")
            try await program.request("set FoldSpeed 1")
            try await machine.waitUntilChanged(from: frozen)
            try await machine.waitUntilChanged(from: machine.look())
        }
    }

    @Test("moves, stands still on park, moves on, and gives the console back on quit", arguments: Display.all)
    func wholeLife(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let console = try await machine.look()
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            #expect(try await machine.consoleMode() == "graphics")

            try await program.request("park")
            try await machine.waitUntilShown(.still)
            let parked = try await machine.look()
            try await machine.expectNoChange(from: parked, seconds: 1)
            try await program.request("active")
            try await machine.waitUntilChanged(from: parked)

            try await program.request("quit")
            #expect(try await program.waitForEnd() == 0)
            #expect(try await machine.consoleMode() == "text")
            try await machine.waitUntilShown(console)
        }
    }

    @Test("stands still while the reduce-motion file says so", arguments: kinds)
    func reducedMotionSwitchedLive(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            _ = try await machine.startProgram()
            try await machine.waitUntilChanged(from: machine.look())

            try await machine.shell.call("echo 1 >/etc/fieldfb/reduce-motion")
            try await machine.waitUntilShown(.still)
            let still = try await machine.look()
            try await machine.expectNoChange(from: still)

            try await machine.shell.call("rm /etc/fieldfb/reduce-motion")
            try await machine.waitUntilChanged(from: still)
        }
    }
}

extension Machine {
    /// Starts the program with both clocks standing at a moment.
    func startProgram(frozenAt seconds: Int, _ options: String...) async throws -> RunningProgram {
        let clocks = ["DriftSpeed=0", "FoldSpeed=0", "StartTime=\(seconds)", "EaseTime=0"]
        return try await startProgram(clocks.flatMap { ["--set", $0] } + options)
    }
}
