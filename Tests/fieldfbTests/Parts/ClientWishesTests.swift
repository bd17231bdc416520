import Foundation
import Testing

@testable import ProgramLab
@testable import fieldfb

@Suite("What clients wish")
struct ClientWishesTests {
    private func parsed(_ line: String) throws -> ControlRequest {
        try ControlRequest(parsing: Array(line.utf8)[...])
    }

    private func after(_ lines: String...) throws -> ClientWishes {
        var wishes = ClientWishes()
        for line in lines { #expect(wishes.take(try parsed(line))) }
        return wishes
    }

    private func refusal(_ line: String) -> String {
        do throws(Refusal) {
            _ = try ControlRequest(parsing: Array(line.utf8)[...])
            return "accepted"
        } catch {
            return error.reason.word
        }
    }

    @Test("progress is a number of percent with decimals, or none", arguments: [
        ("progress 0", 0), ("progress 100", 100), ("progress 42.5", 42.5), ("progress  7.125 ", 7.125),
        ("progress -0", 0), ("progress none", nil),
    ] as [(String, Double?)])
    func progress(_ line: String, _ expected: Double?) throws {
        let wishes = try after("progress 1", line)
        #expect(wishes.progress == expected)
        #expect(wishes.progress?.sign != .minus)
    }

    @Test("what is no percentage is refused", arguments: [
        ("progress", "syntax"), ("progress 1 2", "syntax"), ("progress 100.1", "range"), ("progress -1", "range"),
        ("progress 5%", "range"), ("progress nan", "range"), ("progress 1e1", "range"), ("progress NONE", "range"),
        ("progress 0x10", "range"), ("progress 4,5", "range"),
    ])
    func noProgress(_ line: String, _ reason: String) {
        #expect(refusal(line) == reason)
    }

    @Test("a message is the rest of the line without the blanks around it; an empty one clears it")
    func message() throws {
        #expect(try after("message  Fitting  the \t doors ").message == "Fitting  the \t doors")
        #expect(try after("message none").message == "none")
        #expect(try after("message x", "message").message == nil)
        #expect(try after("message x", "message   ").message == nil)
    }

    @Test("a message may fill the line, and holds no control characters")
    func messageLimits() throws {
        let longest = String(repeating: "x", count: 4088)
        #expect(try after("message \(longest)").message == longest)
        #expect(refusal("message \(longest)x") == "limit")
        #expect(refusal("message a\u{1B}[31m") == "syntax")
        #expect(try after("message Türen schließen – 門").message == "Türen schließen – 門")
    }

    @Test("nobody asked for anything: the field runs, and nothing is said")
    func beginning() {
        let wishes = ClientWishes()
        #expect(wishes.requests == ["active"])
        #expect(wishes.progress == nil && wishes.message == nil)
    }

    @Test("other requests are no wishes", arguments: ["set Pitch 3", "status", "release", "quit", "ping"])
    func others(_ line: String) throws {
        var wishes = try after("park", "progress 3", "message m")
        #expect(!wishes.take(try parsed(line)))
        #expect(wishes.requests == ["park", "progress 3", "message m"])
    }

    @Test("kept requests, replayed, give the same wishes")
    func replayed() throws {
        let seed: UInt64 = 60_221
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var wishes = ClientWishes()
            wishes.wantsActive = Bool.random(using: &generator)
            if Bool.random(using: &generator) {
                wishes.progress = (Double.random(in: 0...100, using: &generator) * 1000).rounded() / 1000
            }
            if Bool.random(using: &generator) {
                let scalars = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                    ["a", "ß", "門", "\\", "\"", "x  y", "%"].randomElement(using: &generator)!
                }
                wishes.message = scalars.joined()
            }
            var again = ClientWishes()
            for request in KeptState.requests(in: Array((wishes.requests.joined(separator: "\n") + "\n").utf8)) {
                let isTaken = again.take(request)
                #expect(isTaken)
            }
            #expect(again.wantsActive == wishes.wantsActive, "seed \(seed)")
            #expect(again.progress == wishes.progress, "seed \(seed)")
            #expect(again.message == wishes.message, "seed \(seed)")
        }
    }

    @Test("rubbish in what was kept is passed over, and so is a line cut short")
    func rubbish() {
        var wishes = ClientWishes()
        let kept = [0xFF, 0x0A] + Array("bogus\nquit\nprogress 300\nprogress 12\n\nmessage kept\npark".utf8)
        for request in KeptState.requests(in: kept) { _ = wishes.take(request) }
        #expect(wishes.requests == ["active", "progress 12", "message kept"])
    }

    @Test("of what was kept, only a whole line with a terminal that can be names one", arguments: [
        ("terminal 2\n", 2), ("park\nterminal 63\nset Pitch 20\n", 63), ("terminal 0\nterminal 7\n", 7),
        ("terminal 64\n", nil), ("terminal -1\n", nil), ("terminal 2", nil), ("terminal\n", nil), ("terminal two\n", nil),
        ("terminal 99999999999999999999\n", nil), ("", nil),
    ])
    func keptTerminal(_ text: String, _ number: Int?) {
        #expect(KeptState.terminal(in: Array(text.utf8)) == number)
    }
}
