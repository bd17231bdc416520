import Foundation

/// QEMU's machine protocol: commands and answers, a line of JSON each.
final class Monitor {
    private let channel: Channel
    /// Why the machine ended, once it did and does no more than show its screen:
    /// `guest-shutdown`, `guest-reset`.
    private(set) var end: String?

    init(channel: Channel) async throws {
        self.channel = channel
        _ = try await channel.line(within: 30)
        _ = try await execute("qmp_capabilities")
    }

    /// What a screen of the machine shows: of the only card, or of a named one.
    func screen(card: String?, head: Int) async throws -> Screen {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("screen.ppm")
        var arguments: [String: Any] = ["filename": file.path]
        if let card { arguments["device"] = card; arguments["head"] = head }
        _ = try await execute("screendump", arguments)
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

    /// Waits until the machine has switched itself off, or begun anew: why.
    func waitUntilEnded(within seconds: Double) async throws -> String {
        try await eventually("the end of a machine", within: seconds, every: .milliseconds(100)) {
            _ = try await execute("query-status")
            return end
        }
    }

    /// Plugs a card in while the machine runs.
    func plugIn(_ device: String, named name: String, _ settings: [String: Any]) async throws {
        _ = try await execute("device_add", settings.merging(["driver": device, "id": name]) { $1 })
    }

    /// Asks the kernel of the machine to let a card go, and takes it out then.
    func pullOut(_ name: String) async throws { _ = try await execute("device_del", ["id": name]) }

    private func execute(_ command: String, _ arguments: [String: Any] = [:]) async throws -> [String: Any] {
        let request: [String: Any] = ["execute": command, "arguments": arguments]
        let line = try JSONSerialization.data(withJSONObject: request)
        try await channel.send(String(decoding: line, as: UTF8.self) + "\n")
        while true {
            let answer = try await channel.line(within: 60)
            let object = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
            if let result = object?["return"] { return result as? [String: Any] ?? [:] }
            if object?["event"] as? String == "SHUTDOWN" {
                end = (object?["data"] as? [String: Any])?["reason"] as? String ?? "unknown"
            }
            if object?["error"] != nil { throw LabError("QEMU refused \(command): \(answer)") }
        }
    }
}
