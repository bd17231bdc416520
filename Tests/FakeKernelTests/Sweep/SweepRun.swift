import FakeKernel
import Foundation

@testable import ProgramLab

/// Runs many cases, several daemons at a time: most of their time is waiting.
final class SweepRun: @unchecked Sendable {
    private let lock = NSLock()
    private var cases: [SweepCase]
    private var findings: [String] = []
    private var struck = 0
    private var missed: [String] = []

    init(_ cases: [SweepCase]) {
        // FIELDFB_SWEEP repeats the cases whose words hold it.
        let wanted = ProcessInfo.processInfo.environment["FIELDFB_SWEEP"] ?? ""
        self.cases = cases.filter { wanted.isEmpty || $0.description.contains(wanted) }.reversed()
    }

    /// How many daemons run at a time.
    static let width = Int(ProcessInfo.processInfo.environment["FIELDFB_SWEEP_WIDTH"] ?? "") ?? 16

    /// The cases of a phase: every call that a healthy program makes in it.
    static func cases(_ world: SweepWorld, _ phase: SweepPhase) throws -> [SweepCase] {
        var calls: Set<String> = []
        let machine = try SweepMachine(world)
        if phase != .start { _ = try machine.kernel.calls(reset: true) }
        try machine.act(phase)
        if phase == .quit {
            // The calls of the end are written down by it: device, call, arguments.
            _ = try machine.kernel.trace()
            try machine.expectEnd()
            for line in try machine.kernel.leftText().split(separator: "\n") where line.contains(" = ") {
                calls.insert(line.split(separator: " ").prefix(2).joined(separator: ":"))
            }
        } else {
            for call in try machine.kernel.calls().keys {
                calls.insert(call.split(separator: " ").joined(separator: ":"))
            }
        }
        return calls.sorted().flatMap { call in
            SweepCase.errors(of: call).flatMap { error in
                ["once", "always"].map {
                    SweepCase(world: world, phase: phase, call: call, error: error, often: $0)
                }
            }
        }.filter { $0.isPlausible && $0.isWorthRepeating }
    }

    /// Runs them; what was found, each with the words that repeat it.
    func findings(by run: @escaping @Sendable (SweepRun) -> Void) -> [String] {
        let group = DispatchGroup()
        for _ in 0..<min(SweepRun.width, cases.count) {
            group.enter()
            let thread = Thread {
                run(self)
                group.leave()
            }
            thread.start()
        }
        group.wait()
        return findings
    }

    func next() -> SweepCase? {
        lock.lock()
        defer { lock.unlock() }
        return cases.popLast()
    }

    func found(_ test: SweepCase, _ error: Error) {
        lock.lock()
        defer { lock.unlock() }
        findings.append("FIELDFB_SWEEP='\(test)': \(error)")
    }

    func counted(_ test: SweepCase, strikes: Int) {
        lock.lock()
        defer { lock.unlock() }
        if strikes > 0 { struck += 1 } else { missed.append("\(test)") }
    }

    var summary: String {
        let calls = Set(missed.map { $0.split(separator: " ")[2] }).sorted().joined(separator: " ")
        return "\(struck) faults struck, \(missed.count) cases met none (\(calls))"
    }

    // MARK: - The ways to run a case

    /// Faults under a running daemon, one after the other.
    static func whileRunning(_ run: SweepRun) {
        var machine: SweepMachine?
        while let test = run.next() {
            do {
                if machine?.world != test.world { machine = nil }
                let current = try machine ?? SweepMachine(test.world)
                machine = current
                try current.kernel.tell(test.command)
                try current.act(test.phase)
                try current.expectAnswers()
                try current.expectCalm(test)
                run.counted(test, strikes: try current.kernel.heal())
                try current.bringBack(test.phase)
                try current.expectPicture()
                if !test.isRefusalToTakeBack { try current.expectNoLeak() }
                try current.expectFewWords()
                if try test.isRefusalToTakeBack || !current.isAsBefore() {
                    try current.expectEnd()
                    machine = nil
                }
            } catch {
                run.found(test, error)
                machine = nil
            }
        }
        do {
            try machine?.expectEnd()
        } catch {
            if let world = machine?.world {
                run.found(SweepCase(world: world, phase: .quit, call: "none", error: "none", often: "once"), error)
            }
        }
    }

    /// Faults that are there when the daemon starts.
    static func fromTheStart(_ run: SweepRun) {
        while let test = run.next() {
            do {
                let machine = try SweepMachine(test.world, fault: test.command)
                if test.often == "always" {
                    try machine.expectAnswers()
                    try machine.expectCalm(test)
                    run.counted(test, strikes: try machine.kernel.heal())
                }
                try machine.expectPicture()
                if test.often == "once" { run.counted(test, strikes: try machine.kernel.heal()) }
                try machine.expectFewWords()
                try machine.expectEnd()
            } catch {
                run.found(test, error)
            }
        }
    }

    /// Faults while the daemon gives everything back: it ends all the same.
    static func atTheEnd(_ run: SweepRun) {
        while let test = run.next() {
            do {
                let machine = try SweepMachine(test.world)
                try machine.kernel.tell(test.command)
                try machine.expectEnd(leaves: true)
                run.counted(test, strikes: try machine.kernel.left().struck)
            } catch {
                run.found(test, error)
            }
        }
    }
}
