import Foundation

/// What systemd in a machine says of its units, and does with them.
extension Machine {
    /// A property of a unit, as `systemctl show` prints it.
    public func property(_ name: String, of unit: String) async throws -> String {
        try await shell.call("systemctl show --value -p \(name) \(unit)")
    }

    /// When a unit became active first, in seconds of the machine's clock.
    public func activation(of unit: String) async throws -> Double {
        let text = try await property("ActiveEnterTimestampMonotonic", of: unit)
        guard let microseconds = Double(text), microseconds > 0 else {
            throw LabError("\(unit) was never active: \(text)")
        }
        return microseconds / 1e6
    }

    /// Waits until a unit is in a state: `active`, `failed`, `inactive`.
    public func waitUntil(_ unit: String, is state: String, within seconds: Double = 90) async throws {
        do {
            try await eventually("\(unit) \(state)", within: seconds, every: .milliseconds(300)) {
                try await property("ActiveState", of: unit) == state ? () : nil
            }
        } catch {
            throw LabError("\(error): \(try await shell.run("systemctl status --no-pager -n 20 \(unit)").output)")
        }
    }

    /// Writes a unit's file, and lets systemd read it.
    public func addUnit(_ name: String, _ text: String) async throws {
        try await writeFile("/run/systemd/system/\(name)", text)
        try await shell.call("systemctl daemon-reload")
    }

    /// Writes a file, and makes its folder.
    public func writeFile(_ path: String, _ text: String) async throws {
        let bytes = Data(text.utf8).base64EncodedString()
        try await shell.call("mkdir -p \"$(dirname \(path))\" && echo \(bytes) | base64 -d >\(path)")
    }

    /// The daemon, once its unit is active.
    public func service() async throws -> RunningProgram {
        try await waitUntil("fieldfb.service", is: "active")
        let number = try await property("MainPID", of: "fieldfb.service")
        guard let processID = Int(number), processID > 0 else { throw LabError("no daemon: \(number)") }
        return RunningProgram(machine: self, processID: processID)
    }
}

/// A line of the machine's journal.
public struct JournalEntry: Sendable, CustomStringConvertible {
    public let message: String
    /// The kernel's numbers: 3 is an error, 4 a warning, 6 information.
    public let priority: Int
    /// Seconds of the machine's clock.
    public let seconds: Double

    public var description: String { "[\(seconds)] <\(priority)> \(message)" }
}

extension Machine {
    /// What a unit said, and nobody about it.
    public func journal(of unit: String) async throws -> [JournalEntry] {
        try await journal("_SYSTEMD_UNIT=\(unit)")
    }

    /// The lines that journalctl finds with these words.
    public func journal(_ words: String) async throws -> [JournalEntry] {
        let lines = try await shell.call("journalctl -b -q --no-pager -o json \(words)")
        return try lines.split(separator: "\n").map { line in
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            func text(_ name: String) -> String { object[name] as? String ?? "" }
            let microseconds = Double(text("__MONOTONIC_TIMESTAMP")) ?? 0
            return JournalEntry(
                message: text("MESSAGE"), priority: Int(text("PRIORITY")) ?? 6, seconds: microseconds / 1e6)
        }
    }
}
