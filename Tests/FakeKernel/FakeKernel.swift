import Foundation

@testable import ProgramLab

/// A kernel with scripted answers. The program under test runs on it, although
/// there is no such hardware: its calls on devices never reach the real kernel.
///
/// The commands are those of `kernel/control.c`.
package final class FakeKernel {
    package let folder: TemporaryFolder
    private var connection: SocketClient?
    private let connecting = NSLock()

    /// A kernel whose devices are made by commands, one a line.
    package init(_ scenario: String) throws {
        folder = try TemporaryFolder()
        try folder.write(scenario, to: "scenario")
    }

    /// The library that is loaded before the program; built when it is missing.
    private static let preloadedFile: Result<String, Error> = Result {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("kernel/build").path
        let outcome = try runToEnd([script])
        guard outcome.code == 0 else { throw TimedOut(description: "the fake kernel is not built: \(outcome.error)") }
        return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What makes a process run on this kernel.
    package func environment(control: String = "control") throws -> [String: String] {
        [
            "LD_PRELOAD": try Self.preloadedFile.get(),
            "FIELDFB_FAKE_KERNEL": folder.path,
            "FIELDFB_FAKE_CONTROL": control,
        ]
    }

    /// Starts the daemon on this kernel and waits until it answers.
    package func daemon(
        _ options: [String] = [], output: String? = nil, control: String = "control",
        readsSystemFiles: Bool = false, answers: Bool = true
    ) throws -> RunningDaemon {
        connection = nil
        return try RunningDaemon(
            options, output: output, folder: folder, socket: folder.file("daemon-\(control)"),
            environment: try environment(control: control), readsSystemFiles: readsSystemFiles, answers: answers)
    }

    /// Runs the program on this kernel to its end.
    package func run(_ words: [String]) throws -> ProgramUnderTest.Outcome {
        try ProgramUnderTest.run(words, environment: try environment(control: "control-once"))
    }

    /// The folder that is `/` to the program, as far as this kernel has files of its own.
    package var root: String { folder.file("root") }

    // MARK: - Commands

    /// Carries out a command while the program runs; the lines of the reply.
    @discardableResult
    package func tell(_ command: String) throws -> [String] {
        connecting.lock()
        defer { connecting.unlock() }
        let client = try connection ?? SocketClient(path: folder.file("control"))
        connection = client
        client.send(command + "\n")
        var reply = ""
        while true {
            let piece = try client.receive()
            guard !piece.isEmpty else {
                connection = nil
                throw TimedOut(description: "the fake kernel ended at: \(command)")
            }
            reply += String(decoding: piece, as: UTF8.self)
            var lines = reply.split(separator: "\n").map(String.init)
            guard reply.hasSuffix("\n"), let last = lines.last else { continue }
            if last == "ok" {
                lines.removeLast()
                return lines
            }
            if last.hasPrefix("error") { throw TimedOut(description: "no such command: \(command)") }
        }
    }

    /// How many of its calls failed since the last time.
    @discardableResult
    package func heal() throws -> Int { Int(try tell("heal").first ?? "") ?? 0 }

    /// What is alive on behalf of the program, by kind.
    package func counts() throws -> [String: Int] { FakeKernel.numbers(try tell("counts")) }

    /// What was alive when the program ended, the rules it broke, and how many
    /// of its calls failed since the last time.
    package func left() throws -> (counts: [String: Int], rules: [String], struck: Int) {
        let lines = try String(contentsOfFile: folder.file("left"), encoding: .utf8).split(separator: "\n")
            .map(String.init)
        var counts = FakeKernel.numbers(lines)
        counts["active"] = nil
        let struck = counts.removeValue(forKey: "struck") ?? 0
        return (counts, lines.filter { $0.contains(": ") }, struck)
    }

    private static func numbers(_ lines: [String]) -> [String: Int] {
        var counts: [String: Int] = [:]
        for line in lines {
            let words = line.split(separator: " ")
            if words.count == 2, let number = Int(words[1]) { counts[String(words[0])] = number }
        }
        return counts
    }

    /// How often each call was made, such as `card0 SETCRTC`.
    package func calls(reset: Bool = false) throws -> [String: Int] {
        var calls: [String: Int] = [:]
        for line in try tell(reset ? "calls reset" : "calls") {
            let words = line.split(separator: " ")
            calls[words.dropLast().joined(separator: " ")] = Int(words.last ?? "") ?? 0
        }
        return calls
    }

    /// The calls since the trace began, with their arguments and results.
    package func trace() throws -> [String] { try tell("trace on") }

    // MARK: - What is shown

    /// The picture on a display, such as `card0 HDMI-A-1` or `fb0`; nil while it is dark.
    package func screen(_ display: String) throws -> Picture? {
        let file = folder.file("screen-\(UUID().uuidString.prefix(8)).ppm")
        defer { try? FileManager.default.removeItem(atPath: file) }
        guard try tell("screen \(display) \(file)") == ["lit"] else { return nil }
        return try Picture(file: file)
    }
}

/// Runs something to its end.
func runToEnd(_ words: [String]) throws -> (code: Int32, output: String, error: String) {
    let (output, error) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = output
    process.standardError = error
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complained = error.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: said, as: UTF8.self), String(decoding: complained, as: UTF8.self))
}
