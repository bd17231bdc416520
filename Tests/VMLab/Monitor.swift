import Foundation

/// QEMU's machine protocol: commands and answers, a line of JSON each.
final class Monitor {
    private let channel: Channel

    init(channel: Channel) async throws {
        self.channel = channel
        _ = try await channel.line(within: 30)
        _ = try await execute("qmp_capabilities")
    }

    /// What the machine's screen shows.
    func screen() async throws -> Screen {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("screen.ppm")
        _ = try await execute("screendump", ["filename": file.path])
        return try Screen(picture: file)
    }

    /// Writes the machine's whole state to a file; the machine then stands still.
    func save(to file: URL) async throws {
        _ = try await execute("migrate-set-parameters", ["max-bandwidth": 1 << 40])
        _ = try await execute("migrate", ["uri": "exec:cat >'\(file.path)'"])
        try await eventually("the snapshot of a machine", within: 120) {
            switch try await execute("query-migrate")["status"] as? String {
            case "completed": ()
            case "failed", "cancelled": throw LabError("QEMU could not write \(file.path)")
            default: nil
            }
        }
    }

    /// Waits until a machine started from a snapshot runs.
    func waitUntilRunning() async throws {
        try await eventually("a restored machine", within: 60, every: .milliseconds(5)) {
            try await execute("query-status")["running"] as? Bool == true ? () : nil
        }
    }

    private func execute(_ command: String, _ arguments: [String: Any] = [:]) async throws -> [String: Any] {
        let request: [String: Any] = ["execute": command, "arguments": arguments]
        let line = try JSONSerialization.data(withJSONObject: request)
        try await channel.send(String(decoding: line, as: UTF8.self) + "\n")
        while true {
            let answer = try await channel.line(within: 60)
            let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
            if let result = object?["return"] { return result as? [String: Any] ?? [:] }
            if object?["error"] != nil { throw LabError("QEMU refused \(command): \(answer)") }
        }
    }
}
