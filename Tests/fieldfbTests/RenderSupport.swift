import Foundation

@testable import ProgramLab

/// Runs the built program and keeps what it said.
struct RenderRun {
    let code: Int32
    let output: Data
    let message: String

    init(_ words: [String], environment: [String: String] = [:], folder: String? = nil) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ProgramUnderTest.path)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        let output = Pipe()
        // Messages go to a file, so that neither stream can fill up unread.
        let messages = try TemporaryFolder()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = try ProgramUnderTest.newFile(messages.file("err"))
        try process.run()
        self.output = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        code = process.terminationStatus
        message = try String(contentsOfFile: messages.file("err"), encoding: .utf8)
    }
}

extension TemporaryFolder {
    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    /// The names of its files, in order.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
