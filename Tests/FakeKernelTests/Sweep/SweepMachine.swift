import FakeKernel
import Foundation

@testable import ProgramLab

/// What a case found wrong.
struct SweepFinding: Error, CustomStringConvertible {
    let description: String
}

/// A daemon on a machine of the sweep. Cases follow one another on it, as long
/// as each leaves it as it was.
final class SweepMachine {
    let world: SweepWorld
    let kernel: FakeKernel
    let daemon: RunningDaemon
    private var healthy: (counts: [String: Int], outputs: String) = ([:], "")
    private var saidLines = 0

    /// Starts it; a fault may strike from the beginning.
    init(_ world: SweepWorld, fault: String? = nil) throws {
        self.world = world
        kernel = try FakeKernel(world.scenario + "\n" + (fault ?? ""))
        daemon = try kernel.daemon(["--set", "EaseTime=0", "--set", "Scale=1", "--set", "FrameRate=20"])
        guard fault == nil else { return }
        try expectPicture()
        healthy = (try kernel.counts(), try outputs())
    }

    // MARK: - What is done in a phase

    func act(_ phase: SweepPhase) throws {
        switch phase {
        case .start, .quit: break
        case .frames: pause(0.25)
        case .rest:
            try ask("park")
            pause(0.1)
            try ask("active")
            pause(0.1)
        case .setting:
            try ask("set Pitch 20")
            pause(0.1)
            try ask("set Pitch 14")
            pause(0.1)
        case .replug:
            try kernel.tell("unplug card0 \(world.connector ?? "")")
            pause(1.4)
            try kernel.tell("plug card0 \(world.connector ?? "")")
            pause(0.4)
        case .removal:
            try kernel.tell("remove card0 hangup")
            pause(0.3)
            try kernel.tell("add card0")
            pause(0.4)
        case .switching:
            try kernel.tell("switch-to 2")
            pause(0.2)
            try kernel.tell("switch-to 1")
            pause(0.2)
        case .handover:
            try ask("release keep")
            pause(0.1)
            try ask("acquire")
            pause(0.2)
        }
    }

    /// What a person would do when the kernel is well again.
    func bringBack(_ phase: SweepPhase) throws {
        switch phase {
        case .switching: try kernel.tell("switch-to 1")
        case .handover: try ask("acquire")
        default: break
        }
    }

    private func pause(_ seconds: Double) { usleep(UInt32(seconds * 1e6)) }

    @discardableResult
    private func ask(_ request: String) throws -> String {
        do {
            return try daemon.ask(request)
        } catch {
            throw SweepFinding(description: "no answer to `\(request)` (\(error)); \(lastWords)")
        }
    }

    // MARK: - What must hold

    /// It lives, and answers.
    func expectAnswers() throws {
        guard daemon.isRunning else { throw SweepFinding(description: "it ended; \(lastWords)") }
        guard try ask("ping") == "ok" else { throw SweepFinding(description: "ping was not answered with ok") }
        _ = try daemon.status()
    }

    /// It does not spin: neither by waking up nor by trying again and again.
    func expectCalm(_ test: SweepCase) throws {
        let start = Date()
        _ = try kernel.calls(reset: true)
        pause(0.3)
        let calls = try kernel.calls()
        let seconds = Date().timeIntervalSince(start)
        // Two displays at 20 frames a second wake it some 120 times and make some 200 calls.
        let wakes = Double(calls["process poll"] ?? 0)
        guard wakes < 100 + 400 * seconds else {
            throw SweepFinding(description: "\(Int(wakes)) wake-ups in \(seconds) s: \(busiest(calls))")
        }
        // An interrupted call is tried again at once, a bounded number of times.
        let patience = test.error == "EINTR" || test.error == "EAGAIN" ? 100.0 : 1
        guard Double(calls.values.reduce(0, +)) < patience * (500 + 2000 * seconds) else {
            throw SweepFinding(description: "too many calls in \(seconds) s: \(busiest(calls))")
        }
    }

    private func busiest(_ calls: [String: Int]) -> String {
        calls.sorted { $0.value > $1.value }.prefix(5).map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }

    /// Every display shows the still frame when the field is parked.
    func expectPicture() throws {
        try ask("park")
        for display in world.displays {
            var last = "it is dark"
            do {
                try eventually(display) {
                    // Fewer bits or a smaller mode are ways to go on, and make another picture.
                    let isShort = try outputs().contains("RGB565")
                    guard let picture = try kernel.screen(display) else { return false }
                    let expected = try Picture.rendered(
                        picture.width, picture.height, format: isShort ? "RGB565" : nil)
                    last = picture.difference(from: expected, tolerance: isShort ? 8 : 0) ?? ""
                    return last.isEmpty
                }
            } catch {
                throw SweepFinding(
                    description: "no recovery: \(error), \(last); status \(try ask("status").prefix(900)); \(lastWords)")
            }
        }
        try ask("active")
    }

    /// Nothing is kept that a healthy daemon does not keep.
    func expectNoLeak() throws {
        var counts: [String: Int] = [:]
        var more: [String] = []
        // What a recovery replaced is given back a moment later.
        for _ in 0..<50 {
            counts = try kernel.counts()
            more = counts.keys.filter { counts[$0, default: 0] > healthy.counts[$0, default: 0] }.sorted()
            if more.isEmpty { return }
            pause(0.1)
        }
        let words = more.map { "\($0) \(healthy.counts[$0, default: 0]) -> \(counts[$0, default: 0])" }
        throw SweepFinding(description: "leak: \(words.joined(separator: ", "))")
    }

    /// It says what happened, but not without end.
    func expectFewWords() throws {
        let lines = daemon.standardError.split(separator: "\n").count
        defer { saidLines = lines }
        guard lines - saidLines < 60 else {
            throw SweepFinding(description: "\(lines - saidLines) lines of log; \(lastWords)")
        }
    }

    /// It ends when it is told, with nothing left.
    func expectEnd(leaves: Bool = false) throws {
        try ask("quit")
        let code = try daemon.exitCode()
        guard code == 0 else { throw SweepFinding(description: "quit ended with \(code); \(lastWords)") }
        let left = try kernel.left()
        let counts = left.counts.filter { $0.value != 0 }
        guard leaves || counts.isEmpty else { throw SweepFinding(description: "left at the end: \(counts)") }
        guard left.rules.isEmpty else { throw SweepFinding(description: "rules broken: \(left.rules)") }
    }

    /// Whether the next case would meet it as this one did.
    func isAsBefore() throws -> Bool { try outputs() == healthy.outputs }

    /// How each display is driven, in words.
    private func outputs() throws -> String {
        let outputs = try daemon.status()["outputs"] as? [[String: Any]] ?? []
        return outputs.map { output in
            ["connector", "mode", "format", "method"].map { "\(output[$0] ?? "")" }.joined(separator: " ")
        }.sorted().joined(separator: "; ")
    }

    private var lastWords: String {
        "said: \(daemon.standardError.split(separator: "\n").suffix(6).joined(separator: " | "))"
    }
}
