import FieldCore
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

    @Test("progress is a number of percent with decimals, or none, or unknown", arguments: [
        ("progress 0", .done(0)), ("progress 100", .done(1)), ("progress 42.5", .done(0.425)),
        ("progress  7.125 ", .done(0.07125)), ("progress -0", .done(0)), ("progress none", .none),
        ("progress unknown", .unknown), ("progress 30 back", .done(0.3)),
    ] as [(String, FieldCore.Progress)])
    func progress(_ line: String, _ expected: FieldCore.Progress) throws {
        guard case .progress(let progress, let mayFall) = try parsed(line) else {
            Issue.record("another request")
            return
        }
        #expect(progress == expected && mayFall == line.hasSuffix("back"))
        if case .done(let share) = progress { #expect(share.sign == .plus) }
    }

    @Test("what is no percentage is refused", arguments: [
        ("progress", "syntax"), ("progress 1 2", "syntax"), ("progress 100.1", "range"), ("progress -1", "range"),
        ("progress 5%", "range"), ("progress nan", "range"), ("progress 1e1", "range"), ("progress NONE", "range"),
        ("progress 0x10", "range"), ("progress 4,5", "range"), ("progress none back", "syntax"), ("progress unknown 3", "syntax"),
        ("progress 3 backwards", "syntax"),
    ])
    func noProgress(_ line: String, _ reason: String) {
        #expect(refusal(line) == reason)
    }

    private func message(_ line: String) throws -> String? {
        guard case .message(let text) = try parsed(line) else { return nil }
        return text
    }

    @Test("a message is the rest of the line without the blanks around it; an empty one clears it")
    func message() throws {
        #expect(try message("message  Fitting  the \t doors ") == "Fitting  the \t doors")
        #expect(try message("message none") == "none")
        #expect(try message("message") == "")
        #expect(try message("message   ") == "")
    }

    @Test("a message may fill the line, and holds no control characters")
    func messageLimits() throws {
        let longest = String(repeating: "x", count: 4088)
        #expect(try message("message \(longest)") == longest)
        #expect(refusal("message \(longest)x") == "limit")
        #expect(refusal("message a\u{1B}[31m") == "syntax")
        #expect(try message("message Türen schließen – 門") == "Türen schließen – 門")
    }

    @Test("nobody asked for anything: the field runs, and nothing is said")
    func beginning() {
        #expect(ClientWishes().requests == ["active"])
        #expect(Settings().wordRequests(from: Settings()).isEmpty)
    }

    @Test("other requests are no wishes", arguments: ["set Pitch 3", "status", "release", "quit", "ping", "message x"])
    func others(_ line: String) throws {
        var wishes = try after("park")
        #expect(!wishes.take(try parsed(line)))
        #expect(wishes.requests == ["park"])
    }

    @Test("what is asked of the panel", arguments: [
        ("panel", "syntax"), ("panel up", "syntax"), ("panel clear all", "syntax"), ("panel show a b", "syntax"),
        ("panel show \(String(repeating: "o", count: 65))", "limit"), ("panel show", "accepted"), ("panel hide backup", "accepted"),
        ("panel clear", "accepted"), ("panel cancel", "accepted"),
    ])
    func panel(_ line: String, _ outcome: String) {
        #expect(refusal(line) == outcome)
    }

    @Test("kept requests, replayed, give the same words")
    func replayed() throws {
        let seed: UInt64 = 60_221
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            var settings = Settings()
            if Bool.random(using: &generator) {
                settings.progress = .done((Double.random(in: 0...100, using: &generator) * 1000).rounded() / 1000 / 100)
            }
            if Bool.random(using: &generator) {
                let scalars = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                    ["a", "ß", "門", "\\", "\"", "x  y", "%"].randomElement(using: &generator)!
                }
                settings.message = scalars.joined()
            }
            var again = Settings()
            let kept = Array((settings.wordRequests(from: Settings()).joined(separator: "\n") + "\n").utf8)
            for request in KeptState.requests(in: kept) {
                switch request {
                case .progress(let progress, _): again.progress = progress
                case .message(let text): again.message = text
                default: Issue.record("another request")
                }
            }
            #expect(again.progress.word == settings.progress.word, "seed \(seed)")
            #expect(again.message == settings.message, "seed \(seed)")
        }
    }

    @Test("rubbish in what was kept is passed over, and so is a line cut short")
    func rubbish() {
        let kept = [0xFF, 0x0A] + Array("bogus\nquit\nprogress 300\nprogress 12\n\nmessage kept\npark".utf8)
        #expect(KeptState.requests(in: kept).map(\.name) == ["quit clear", "progress", "message"])
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
