import Foundation
import Testing

/// Runs the built program and keeps what it said.
struct RenderRun {
    let code: Int32
    let output: Data
    let message: String

    /// The program beside the test bundle, or the one the environment names.
    static let program: String = {
        if let named = ProcessInfo.processInfo.environment["FIELDFB_PROGRAM"] { return named }
        let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") }
            ?? Bundle.allBundles.map(\.bundlePath).first { $0.hasSuffix(".xctest") }
        if let bundle { return (bundle as NSString).deletingLastPathComponent + "/fieldfb" }
        let root = (#filePath as NSString).deletingLastPathComponent + "/../.."
        return root + "/.build/debug/fieldfb"
    }()

    init(_ words: [String], environment: [String: String] = [:], folder: String? = nil) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: RenderRun.program)
        process.arguments = words
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        let output = Pipe()
        // Messages go to a file, so that neither stream can fill up unread.
        let messages = NSTemporaryDirectory() + "/fieldfb-messages-" + UUID().uuidString
        _ = FileManager.default.createFile(atPath: messages, contents: nil)
        defer { try? FileManager.default.removeItem(atPath: messages) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle(forWritingAtPath: messages)
        try process.run()
        self.output = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        code = process.terminationStatus
        message = try String(contentsOfFile: messages, encoding: .utf8)
    }
}

/// A folder that lasts as long as a test.
final class RenderFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/fieldfb-render-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: file(name))))
    }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}

/// Waits until something holds; a test that waits in vain fails.
func renderWait(_ what: String, seconds: Double = 20, _ condition: () throws -> Bool) throws {
    let end = Date().addingTimeInterval(seconds)
    while try !condition() {
        guard Date() < end else {
            Issue.record("waited in vain: \(what)")
            return
        }
        usleep(5000)
    }
}
