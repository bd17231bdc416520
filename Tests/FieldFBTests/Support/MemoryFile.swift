import Foundation

/// A file that stands for the memory of a display, filled with one byte.
final class MemoryFile {
    let path: String

    init(byteCount: Int, filler: UInt8 = 0xA5) throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("fieldfb-\(UUID().uuidString)").path
        try Data(repeating: filler, count: byteCount).write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }
}
