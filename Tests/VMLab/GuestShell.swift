/// A shell inside a machine: one command after the other, each with its output
/// and status. What one command sets, the next one finds set.
public final class GuestShell {
    private let channel: Channel
    private var count = 0

    init(channel: Channel) { self.channel = channel }

    /// Runs a command: its status, and what it wrote to output and errors.
    public func run(
        _ command: String, within seconds: Double = 60
    ) async throws -> (status: Int32, output: String) {
        count += 1
        let mark = "lab-mark-\(count)"
        try await channel.send(
            "{ \(command)\n} </dev/null 2>&1; lab_status=$?; echo; echo \"\(mark) $lab_status\"\n")
        var lines: [String] = []
        let deadline = ContinuousClock.now + .seconds(seconds)
        while true {
            let line = try await channel.line(within: seconds)
            guard ContinuousClock.now < deadline else {
                throw LabError("in the machine, `\(command)` goes on: \(Self.text(lines.suffix(10)))")
            }
            if line.hasPrefix(mark + " "), let status = Int32(line.dropFirst(mark.count + 1)) {
                return (status, Self.text(lines))
            }
            lines.append(line)
        }
    }

    /// Runs a command that must end with 0, and returns its output.
    @discardableResult
    public func call(_ command: String, within seconds: Double = 60) async throws -> String {
        let (status, output) = try await run(command, within: seconds)
        guard status == 0 else {
            throw LabError("in the machine, `\(command)` ended with \(status): \(output)")
        }
        return output
    }

    /// The bytes that a command writes to its output.
    public func data(_ command: String, within seconds: Double = 60) async throws -> [UInt8] {
        let size = try await call("{ \(command); } >/run/data && stat -c %s /run/data", within: seconds)
        guard let size = Int(size) else { throw LabError("no size of a file: \(size)") }
        try await channel.send("cat /run/data\n")
        return try await channel.bytes(size, within: seconds)
    }

    /// The lines without the end of line that `run` itself asks for.
    private static func text(_ lines: some BidirectionalCollection<String>) -> String {
        (lines.last == "" ? Array(lines.dropLast()) : Array(lines)).joined(separator: "\n")
    }
}
