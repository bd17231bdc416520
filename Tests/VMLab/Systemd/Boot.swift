import Foundation

extension Lab {
    /// Boots a Debian for a test, which gets it in its first moment: the kernel
    /// has yet to start, and each picture of the screen is recorded.
    public static func booting(
        _ installation: Installation, _ test: (Machine, Recording) async throws -> Void
    ) async throws {
        try await seated {
            let machine = try await Machine(
                starting: installation, with: installations.arguments(for: installation))
            try await test(machine, machine.startRecording(every: .milliseconds(10)))
            machine.end()
        }
    }

    /// Runs a test on a Debian that has booted, which ends with the test.
    public static func withMachine(
        _ installation: Installation, _ test: (Machine) async throws -> Void
    ) async throws {
        try await seated {
            let snapshot = try await installations.snapshot(of: installation)
            let machine = try await Machine(restoring: snapshot, with: installation.display)
            machine.programLogCommand = Machine.journalOfProgram
            try await test(machine)
            machine.end()
        }
    }

    private static let installations = Installations()
}

extension Machine {
    static let journalOfProgram = "journalctl --no-pager -b -o short-monotonic -u 'fieldfb*' | tail -n 60"

    /// Starts to boot a Debian.
    convenience init(starting installation: Installation, with arguments: [String]) async throws {
        try await self.init(installation.display, arguments: arguments)
        programLogCommand = Self.journalOfProgram
    }

    /// Waits until the boot has come as far as that target.
    public func waitUntilReached(_ target: String) async throws {
        try await shell.call("true", within: 240)
        try await waitUntil(target, is: "active", within: 240)
    }

    /// Waits until systemd has done all that it was to do.
    public func waitUntilBooted() async throws {
        try await waitUntilReached("multi-user.target")
        try await eventually("the end of all jobs of \(display)", within: 240, every: .milliseconds(500)) {
            try await shell.run("systemctl list-jobs | grep -q service").status != 0 ? () : nil
        }
    }

    /// Waits until the machine has switched itself off: whether it was to begin
    /// anew, and what its screen showed until then.
    public func recordUntilOff(
        _ recording: Recording, within seconds: Double = 120
    ) async throws -> (isReboot: Bool, pictures: [Glimpse]) {
        let reason = try await monitor.waitUntilEnded(within: seconds)
        guard reason == "guest-shutdown" || reason == "guest-reset" else {
            throw LabError("\(display) ended otherwise: \(reason)")
        }
        var pictures = try await recording.endWithTimes()
        // The kernel resets the card in its last moment.
        if pictures.last?.screen.isWithoutSignal == true { pictures.removeLast() }
        return (reason == "guest-reset", pictures)
    }
}

/// The machine's own clock, which counts from the start of its kernel, beside
/// the host's.
public struct GuestClock: Sendable {
    private let host: ContinuousClock.Instant
    private let seconds: Double

    init(_ machine: Machine) async throws {
        var best: (host: ContinuousClock.Instant, seconds: Double, span: Duration)?
        for _ in 0..<5 {
            let before = ContinuousClock.now
            let seconds = try await machine.uptime()
            let span = ContinuousClock.now - before
            if best == nil || span < best!.span { best = (before, seconds, span) }
        }
        (host, seconds) = (best!.host, best!.seconds)
    }

    /// What the machine's clock said at a moment: this, or a little less.
    public func latest(_ moment: ContinuousClock.Instant) -> Double {
        let distance = (moment - host).components
        // The machine counts in hundredths.
        return seconds + 0.01 + Double(distance.seconds) + Double(distance.attoseconds) * 1e-18
    }
}

extension Machine {
    public func clock() async throws -> GuestClock { try await GuestClock(self) }
}
