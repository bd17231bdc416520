import Foundation
import Testing

@testable import FieldFB

@Suite("The note about a taken terminal")
struct ConsoleRecordTests {
    private func folder() throws -> String {
        let path = NSTemporaryDirectory() + "fieldfb-record-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    @Test("what is written is read again, and removed by its writer")
    func roundTrip() throws {
        let path = try folder() + "/console"
        let record = ConsoleRecord(terminal: 7, isFollowed: true, hidesCursor: false)
        try record.write(to: path)
        #expect(ConsoleRecord.read(path) == record)
        #expect(record.process == Int(getpid()))
        #expect(record.isOwnerAlive)
        ConsoleRecord.removeOurs(path)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("nobody sees half a note, and an older one is replaced")
    func replaced() throws {
        let path = try folder() + "/console"
        try "terminal=1\nprocess=1\n".write(toFile: path, atomically: false, encoding: .utf8)
        try "left by a program that was killed".write(toFile: path + ".new", atomically: false, encoding: .utf8)
        try ConsoleRecord(terminal: 2, isFollowed: false, hidesCursor: true).write(to: path)
        #expect(ConsoleRecord.read(path)?.terminal == 2)
        #expect(!FileManager.default.fileExists(atPath: path + ".new"))
    }

    @Test("the note of another process stays")
    func ofAnother() throws {
        let path = try folder() + "/console"
        try "terminal=1\nprocess=1\n".write(toFile: path, atomically: false, encoding: .utf8)
        ConsoleRecord.removeOurs(path)
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("a text that names no terminal or no process is no note", arguments: [
        "", "nonsense", "terminal=1\n", "process=5\n", "terminal=0\nprocess=5\n", "terminal=64\nprocess=5\n",
        "terminal=-1\nprocess=5\n", "terminal=1\nprocess=0\n", "terminal=99999999999999999999\nprocess=5\n",
        "terminal=1/../../sda\nprocess=5\n", "terminal\nprocess\n", "=\n=\n",
    ])
    func refused(_ text: String) {
        #expect(ConsoleRecord(text: text.utf8) == nil)
    }

    @Test("a process that is gone, and one that got its number later, are not alive")
    func dead() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/true")
        try process.run()
        process.waitUntilExit()
        #expect(ConsoleRecord(text: "terminal=1\nprocess=\(process.processIdentifier)\n".utf8)?.isOwnerAlive == false)
        #expect(ConsoleRecord(text: "terminal=1\nprocess=\(getpid())\nstarted=1\n".utf8)?.isOwnerAlive == false)
        #expect(ConsoleRecord(text: "terminal=1\nprocess=\(getpid())\nstarted=0\n".utf8)?.isOwnerAlive == true)
    }

    @Test("the start of a process is read behind its name, whatever that is")
    func startTime() {
        let words = (3...30).map { "\($0)" }.joined(separator: " ")
        #expect(ConsoleRecord.startTime(stat: Array("12 (a) b (c)) \(words)\n".utf8)) == 22)
        #expect(ConsoleRecord.startTime(stat: Array("12 (short) R 1\n".utf8)) == 0)
        #expect(ConsoleRecord.startTime(stat: []) == 0)
    }

    /// Switching by signals 10 and 10, as X.org asks for it.
    private let foreign = TerminalSwitching.program(release: 10, acquire: 10)

    @Test("a terminal another program has set since is not as it was left")
    func isLeft() {
        var record = ConsoleRecord(terminal: 1, isFollowed: true, hidesCursor: false)
        #expect(record.isLeft(switching: .ours, isGraphics: true))
        #expect(record.isLeft(switching: .automatic, isGraphics: false))
        #expect(!record.isLeft(switching: .automatic, isGraphics: true))
        #expect(!record.isLeft(switching: foreign, isGraphics: true))
        record.isFollowed = false
        #expect(record.isLeft(switching: .automatic, isGraphics: true))
        #expect(!record.isLeft(switching: foreign, isGraphics: true))
        #expect(!record.isLeft(switching: .ours, isGraphics: true))
    }

    @Test("the shown terminal is known by its name in sysfs", arguments: [
        ("tty1\n", 1), ("tty63", 63), ("tty7 and more", 7), ("tty0", nil), ("tty64", nil), ("ttyS0", nil),
        ("tty", nil), ("", nil), ("tty99999999999999999999", nil),
    ] as [(String, Int?)])
    func activeTerminal(_ word: String, _ number: Int?) {
        #expect(ConsoleSearch.activeTerminal(named: Array(word.utf8)) == number)
    }
}
