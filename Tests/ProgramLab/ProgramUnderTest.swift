import Foundation

/// The built program: the one named in FIELDFB_PROGRAM, or the one that was
/// built together with these tests.
enum ProgramUnderTest {
    static let path: String = {
        if let named = ProcessInfo.processInfo.environment["FIELDFB_PROGRAM"] { return named }
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let folder = URL(fileURLWithPath: tests).deletingLastPathComponent()
        let beside = folder.appendingPathComponent("fieldfb").path
        if FileManager.default.isExecutableFile(atPath: beside) { return beside }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return package.appendingPathComponent(".build/debug/fieldfb").path
    }()

    struct Outcome {
        let code: Int32
        let output: String
        let error: String
    }

    /// Runs the program to its end.
    static func run(
        _ arguments: [String], called: String? = nil, environment: [String: String] = [:]
    ) throws -> Outcome {
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: called ?? path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try newFile(folder.file("out"))
        process.standardError = try newFile(folder.file("err"))
        try process.run()
        do {
            try eventually("\(arguments) to end") { !process.isRunning }
        } catch {
            kill(process.processIdentifier, SIGKILL)
            throw error
        }
        return Outcome(
            code: process.terminationStatus,
            output: try String(contentsOfFile: folder.file("out"), encoding: .utf8),
            error: try String(contentsOfFile: folder.file("err"), encoding: .utf8))
    }

    static func newFile(_ path: String) throws -> FileHandle {
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        guard let handle = FileHandle(forWritingAtPath: path) else {
            throw TimedOut(description: "cannot write \(path)")
        }
        return handle
    }
}
