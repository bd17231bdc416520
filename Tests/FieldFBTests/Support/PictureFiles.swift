import Foundation
import Testing

@testable import FieldFB

/// A folder that lasts as long as a test.
final class ScratchFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/fieldfb-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}

/// Runs a program of the system to its end and returns what it wrote.
func runTool(_ words: [String], input: Data? = nil) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    if let input {
        let path = NSTemporaryDirectory() + "/fieldfb-input-" + UUID().uuidString
        try input.write(to: URL(fileURLWithPath: path))
        process.standardInput = FileHandle(forReadingAtPath: path)
        try process.run()
        try FileManager.default.removeItem(atPath: path)
    } else {
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(words.joined(separator: " ")) failed")
    return data
}

/// Writes frames to a path; the errors of the writer come out unchanged.
func write(
    _ frames: [TestPicture], to path: String, _ format: PictureFormat,
    rate: AnimationRate = .standard
) throws(PictureError) {
    var writer = try PictureWriter.begin(
        .path(path), format: format, width: frames[0].width, height: frames[0].height,
        frameCount: frames.count, rate: rate)
    for frame in frames {
        let surface = frame.surface
        try writer.add(surface)
    }
    try writer.finish()
}
