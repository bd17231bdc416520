import Foundation

/// A daemon without a display, with a socket of its own.
final class RunningDaemon {
    let folder: TemporaryFolder
    let socket: String
    private let process = Process()

    /// Starts it, small and headless, and waits until it answers.
    ///
    /// - Parameters:
    ///   - options: further options of `run`.
    ///   - readsSystemFiles: whether the setting files of the system take part.
    ///   - shell: words of the shell put before the program, such as `ulimit -n 16; exec`.
    init(
        _ options: [String] = [], output: String? = "headless", folder: TemporaryFolder? = nil,
        socket: String? = nil, environment: [String: String] = [:], shell: String? = nil,
        readsSystemFiles: Bool = false, input: FileHandle = .nullDevice, answers: Bool = true
    ) throws {
        self.folder = try folder ?? TemporaryFolder()
        self.socket = socket ?? self.folder.file("control")
        // The machine's own setting files must not take part in a test.
        var words = ["run", "--socket", self.socket, "--set", "HeadlessSize=64x48"]
        if let output { words += ["--output", output] }
        if !options.contains("--config"), !readsSystemFiles { words += ["--config", try self.folder.write("", to: "empty.conf")] }
        if !options.contains(where: { $0.hasPrefix("ReduceMotionFile=") }) {
            words += ["--set", "ReduceMotionFile=\(self.folder.file("reduce-motion"))"]
        }
        words += options
        if let shell {
            process.executableURL = URL(fileURLWithPath: "/bin/sh")
            process.arguments = ["-c", "\(shell) \"$0\" \"$@\"", ProgramUnderTest.path] + words
        } else {
            process.executableURL = URL(fileURLWithPath: ProgramUnderTest.path)
            process.arguments = words
        }
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try ProgramUnderTest.newFile(errorPath)
        try withNoSignalBlocked { try process.run() }
        if answers {
            try eventually("the daemon to answer") {
                guard process.isRunning else { throw TimedOut(description: "it ended: \(standardError)") }
                return (try? ask("ping")) == "ok"
            }
        }
    }

    /// A new process inherits what its thread blocks, and the threads of tests
    /// block nearly everything.
    private func withNoSignalBlocked(_ body: () throws -> Void) rethrows {
        var none = sigset_t(), former = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        try body()
    }

    deinit {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private var errorPath: String { folder.file("stderr") }
    var identifier: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }

    /// What it has written to standard error so far.
    var standardError: String {
        String(decoding: FileManager.default.contents(atPath: errorPath) ?? Data(), as: UTF8.self)
    }

    /// How often standard error holds a text.
    func count(_ text: String) -> Int {
        standardError.components(separatedBy: text).count - 1
    }

    /// Sends one request on a connection of its own; the reply without its newline.
    func ask(_ request: String) throws -> String {
        let client = try SocketClient(path: socket)
        client.send(request + "\n")
        return try client.receiveLines(1).first ?? ""
    }

    /// The payload of `status`.
    func status() throws -> [String: Any] {
        let reply = try ask("status")
        guard reply.hasPrefix("ok "),
            let object = try JSONSerialization.jsonObject(with: Data(reply.dropFirst(3).utf8)) as? [String: Any]
        else { throw TimedOut(description: "no status: \(reply)") }
        return object
    }

    func framesDrawn() throws -> Int {
        (try status()["frames"] as? [String: Any])?["drawn"] as? Int ?? -1
    }

    func reducesMotion() throws -> Bool {
        (try status()["reducedMotion"] as? [String: Any])?["on"] as? Bool ?? false
    }

    func outputCount() throws -> Int { (try status()["outputs"] as? [Any])?.count ?? -1 }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for its end; its exit code.
    func exitCode() throws -> Int32 {
        try eventually("the daemon to end") { !process.isRunning }
        return process.terminationReason == .exit ? process.terminationStatus : -1
    }

    /// Parks it and waits until the last frame of easing is drawn.
    func parkAndSettle() throws {
        _ = try ask("park")
        try eventually("the field to come to rest") { try status()["display"] as? String == "still" }
    }

    /// Waits for four seconds in which the process does not wake once: no
    /// context switch, no processor time. The clients of earlier questions may
    /// take their time to leave, but whatever wakes by itself fails every try.
    func sleepsSoundly() throws -> Bool {
        for _ in 0..<5 {
            let before = try activity()
            sleep(4)
            if try activity() == before { return true }
        }
        return false
    }

    /// All context switches so far and the processor time used, in ticks: both
    /// stand still when the process does not wake.
    func activity() throws -> (switches: Int, ticks: Int) {
        let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
        let stat = try String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
        var switches = 0
        for line in status.split(separator: "\n") where line.contains("ctxt_switches:") {
            switches += Int(line.split(separator: "\t").last ?? "") ?? 0
        }
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        return (switches, (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0))
    }
}
