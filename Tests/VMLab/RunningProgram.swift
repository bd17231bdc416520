/// `fieldfb run` inside a machine.
public final class RunningProgram {
    private let machine: Machine
    public let processID: Int

    init(machine: Machine, processID: Int) {
        self.machine = machine
        self.processID = processID
    }

    /// Sends one request with `fieldfb ctl`, and returns the reply.
    @discardableResult
    public func request(_ words: String) async throws -> String {
        try await machine.shell.call("fieldfb ctl \(words)")
    }

    public func signal(_ name: String) async throws {
        try await machine.shell.call("kill -\(name) \(processID)")
    }

    /// Waits for the program's end, and returns its status (128 and more: the
    /// signal that ended it).
    public func waitForEnd(within seconds: Double = 60) async throws -> Int32 {
        let (status, output) = try await machine.shell.run("wait \(processID)", within: seconds)
        guard status != 127 else { throw LabError("no such program: \(output)") }
        return status
    }

    /// What the program wrote to its output and errors so far.
    public func log() async throws -> String {
        try await machine.shell.call(machine.programLogCommand)
    }
}

extension Machine {
    /// Starts `fieldfb run` and waits until it answers on its socket.
    public func startProgram(_ options: [String] = []) async throws -> RunningProgram {
        let words = options.map { "'\($0)'" }.joined(separator: " ")
        let refusing = display.refusals.isEmpty
            ? "" : "LD_PRELOAD=/lib/refuse.so FIELDFB_REFUSE=\(display.refusals.joined(separator: ","))"
        let answer = try await shell.call(
            """
            mkdir -p /run/fieldfb /etc/fieldfb
            \(refusing) fieldfb run \(words) >/run/fieldfb.log 2>&1 &
            echo $!
            """)
        guard let processID = Int(answer) else { throw LabError("no process number: \(answer)") }
        let program = RunningProgram(machine: self, processID: processID)
        try await eventually("an answer of fieldfb on \(display)", within: 60, every: .milliseconds(50)) {
            let (status, answer) = try await shell.run("fieldfb ctl ping")
            if status == 0, answer.hasPrefix("ok") { return () }
            guard try await shell.run("grep -q '^State:.[^Z]' /proc/\(processID)/status").status == 0 else {
                throw LabError("\(display): fieldfb ended at once: \(try await program.log())")
            }
            return nil
        }
        return program
    }

    /// Whether the console draws "text" or leaves the screen alone, "graphics".
    public func consoleMode() async throws -> String {
        try await shell.call("console-mode")
    }
}
