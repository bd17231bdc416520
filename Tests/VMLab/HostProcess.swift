import Foundation

/// A program running on the host, which never outlives the tests.
///
/// A shell stands between: it kills the program when the pipe to it closes, and
/// the kernel closes that even when the tests are killed.
final class HostProcess {
    private let process = Process()
    private let lifeline = Pipe()
    private let errors: URL

    init(_ command: [String], errors: URL) throws {
        self.errors = errors
        try Data().write(to: errors)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c",
            """
            exec 3<&0
            "$@" </dev/null 3<&- &
            program=$!
            { read -r _ <&3; kill -KILL $program; } 2>/dev/null &
            wait $program
            # Foundation takes the process for running as long as somebody has its socket.
            kill $!
            """, "sh",
        ] + command
        process.standardInput = lifeline
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: errors)
        do {
            try start(process)
        } catch {
            throw LabError("\(command[0]) cannot be started: \(error)")
        }
    }

    deinit { end() }

    var isRunning: Bool { process.isRunning }

    /// What the program said on its standard error.
    var complaints: String {
        (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
    }

    /// Ends the program at once.
    func end() {
        try? lifeline.fileHandleForWriting.close()
    }
}

/// Starts a process that can be told of signals. Tasks run on threads which
/// hold all signals back, and a started program would inherit that.
private func start(_ process: Process) throws {
    var none = sigset_t()
    var former = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &former)
    defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
    try process.run()
}

/// Runs a command on the host to its end: its status, and all it said.
func runOnHost(_ command: [String]) async throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder()
    let output = folder.url.appendingPathComponent("output")
    try Data().write(to: output)
    let handle = try FileHandle(forWritingTo: output)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    let status: Int32 = try await withCheckedThrowingContinuation { continuation in
        process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
        do {
            try start(process)
        } catch {
            continuation.resume(throwing: LabError("\(command[0]) cannot be started: \(error)"))
        }
    }
    return (status, try String(contentsOf: output, encoding: .utf8))
}

/// A folder that goes with its owner.
final class TemporaryFolder {
    let url: URL

    init() throws {
        var template = Array("/tmp/fieldfb-lab.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw LabError("no temporary folder in /tmp: \(String(cString: strerror(errno)))")
        }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        url = URL(fileURLWithPath: path)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
