import Foundation

/// Something that was waited for did not come.
struct TimedOut: Error, CustomStringConvertible {
    let description: String
}

/// How long a test waits for something that should come at once. Generous,
/// since the machine may be busy: only a failure takes this long.
let patience: TimeInterval = 60

/// Waits until a condition holds.
func eventually(_ what: String, _ condition: () throws -> Bool) throws {
    let deadline = Date().addingTimeInterval(patience)
    while true {
        if try condition() { return }
        if Date() > deadline { throw TimedOut(description: "waited in vain: \(what)") }
        usleep(10_000)
    }
}

/// A folder of its own for a test, gone when the owner goes.
final class TemporaryFolder {
    let path: String

    init() throws {
        // Short, since the name of a socket has at most 107 bytes.
        path = "/tmp/fieldfb-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }
}

/// A generator whose seed a failing test prints.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

extension TemporaryFolder {
    func makeLink(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: file(name), withDestinationPath: target)
    }

    func makeFIFO(_ name: String) throws {
        guard mkfifo(file(name), 0o600) == 0 else { throw TimedOut(description: "mkfifo failed") }
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: file(name))
    }

    func has(_ name: String) -> Bool {
        var record = stat()
        return lstat(file(name), &record) == 0
    }

    /// Writes a file under another name and renames it into place.
    func replace(_ name: String, with text: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file(name + ".new")))
        guard rename(file(name + ".new"), file(name)) == 0 else {
            throw TimedOut(description: "rename failed")
        }
    }
}
