import FakeKernel
import Testing

/// Every call that the program makes fails with every plausible errno, once and
/// for ever, in the whole program. It must neither end, nor spin, nor leak, nor
/// stop answering, and must show the picture again when the kernel is well.
@Suite("Sweep: a kernel that refuses")
struct SweepTests {
    static let worlds = SweepWorld.allCases
    static let running = SweepWorld.allCases.flatMap { world in
        world.phases.filter { $0 != .start && $0 != .quit }.map { (world, $0) }
    }

    @Test("from the start", arguments: worlds)
    func fromTheStart(_ world: SweepWorld) throws {
        let run = SweepRun(try SweepRun.cases(world, .start))
        report(run.findings(by: SweepRun.fromTheStart), run, "\(world) start")
    }

    @Test("under a running program", arguments: running)
    func whileRunning(_ world: SweepWorld, _ phase: SweepPhase) throws {
        let run = SweepRun(try SweepRun.cases(world, phase))
        report(run.findings(by: SweepRun.whileRunning), run, "\(world) \(phase)")
    }

    @Test("at the end", arguments: worlds)
    func atTheEnd(_ world: SweepWorld) throws {
        let run = SweepRun(try SweepRun.cases(world, .quit))
        report(run.findings(by: SweepRun.atTheEnd), run, "\(world) quit")
    }

    private func report(_ findings: [String], _ run: SweepRun, _ name: String) {
        print("sweep \(name): \(run.summary), \(findings.count) findings")
        for finding in findings { Issue.record("\(finding)") }
    }
}
