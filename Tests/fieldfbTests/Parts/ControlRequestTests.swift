import Testing

@testable import ProgramLab
@testable import fieldfb

@Suite("The control protocol")
struct ControlRequestTests {
    private func reason(_ bytes: [UInt8]) -> String {
        do throws(Refusal) {
            _ = try ControlRequest(parsing: bytes[...])
            return "accepted"
        } catch {
            return error.reason.word
        }
    }

    private func reason(_ line: String) -> String { reason(Array(line.utf8)) }

    @Test("every listed request is a request", arguments: ControlRequest.forms)
    func listed(_ form: String) {
        let words = form.split(separator: " [")[0].replacing("PERCENT", with: "40").split(separator: " ")
        // Each of the words that may stand in its place.
        for choice in words.last?.split(separator: "|") ?? [] {
            #expect(reason((words.dropLast() + [choice]).joined(separator: " ")) == "accepted")
        }
    }

    @Test("what stays on the display is keep or clear", arguments: ["release", "quit"])
    func handover(_ word: String) {
        #expect(reason("\(word) keep") == "accepted")
        #expect(reason("\(word) clear") == "accepted")
        #expect(reason("\(word) both") == "syntax")
        #expect(reason("\(word) keep clear") == "syntax")
    }

    @Test("set takes everything after the key as the value")
    func setTakesTheRest() throws {
        let line = Array("set  ReduceMotionFile \t /a path  with blanks ".utf8)
        guard case .set(let key, let value) = try ControlRequest(parsing: line[...]) else {
            Issue.record("no set")
            return
        }
        #expect(key == "ReduceMotionFile")
        #expect(value == "/a path  with blanks")
    }

    @Test("a carriage return at the end and blanks around are no matter")
    func blanks() {
        #expect(reason("  ping \r") == "accepted")
        #expect(reason("\tget   Pitch\r") == "accepted")
    }

    @Test("what is no request is refused with its reason", arguments: [
        ("", "syntax"), ("   ", "syntax"), ("\r", "syntax"), ("bogus", "unknown"), ("PING", "unknown"),
        ("ping now", "syntax"), ("get", "syntax"), ("get Pitch Ink", "syntax"), ("set", "syntax"),
        ("pi\u{0}ng", "syntax"), ("ping\u{1B}", "syntax"), ("a\rb", "syntax"),
        ("active\u{B}", "syntax"),
    ])
    func refused(_ line: String, _ expected: String) {
        #expect(reason(line) == expected)
    }

    @Test("bytes that are no UTF-8 are a syntax error")
    func notText() {
        #expect(reason([0x70, 0x69, 0xFF, 0xFE]) == "syntax")
        #expect(reason([0xC3]) == "syntax")
    }

    @Test("a line of 4096 bytes is read, one more byte is too long")
    func lengthLimit() {
        #expect(reason("ping" + String(repeating: " ", count: 4092)) == "accepted")
        #expect(reason("ping" + String(repeating: " ", count: 4093)) == "limit")
    }

    @Test("a reply is one line, whatever the request held")
    func replyIsOneLine() {
        let seed: UInt64 = 99
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...40, using: &generator)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            do throws(Refusal) {
                _ = try ControlRequest(parsing: bytes[...])
            } catch {
                let line = ControlReply.refused(error).line
                #expect(line.hasSuffix("\n") && line.utf8.count { $0 == 10 } == 1, "seed \(seed): \(bytes)")
                #expect(line.hasPrefix("error "))
            }
        }
    }

    @Test("lines come out the same, however they were cut on the way")
    func anyPieces() {
        let seed: UInt64 = 4_711
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let lines = (0..<20).map { _ in
                String(repeating: "x", count: Int.random(in: 0...30, using: &generator))
            }
            let whole = Array((lines.joined(separator: "\n") + "\n").utf8)
            var buffer = LineBuffer(limit: 30)
            var taken: [String] = []
            var start = 0
            while start < whole.count {
                let end = min(whole.count, start + Int.random(in: 1...50, using: &generator))
                buffer.append(whole[start..<end])
                start = end
                while !buffer.isTooLong, let line = buffer.takeLine() {
                    taken.append(String(decoding: line, as: UTF8.self))
                }
            }
            #expect(taken == lines, "seed \(seed)")
            #expect(buffer.isEmpty)
        }
    }

    @Test("a line that never ends is noticed when it is longer than allowed")
    func endlessLine() {
        var buffer = LineBuffer(limit: 10)
        buffer.append(Array("1234567890".utf8)[...])
        #expect(!buffer.isTooLong)
        buffer.append(Array("1".utf8)[...])
        #expect(buffer.isTooLong)
    }
}
