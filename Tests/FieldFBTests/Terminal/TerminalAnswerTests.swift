import Foundation
import Testing

@testable import FieldFB

@Suite("What a terminal answers")
struct TerminalAnswerTests {
    /// Opens a terminal that gives these answers once it was asked.
    private func method(
        answering answers: String, environment: TerminalEnvironment = TerminalOutputTests.plain, mode: TerminalMode = .auto
    ) throws -> String {
        let pty = try TestPty(columns: 20, rows: 6, width: 160, height: 96)
        let controller = pty.controller
        // A thread of its own: the opening of the output occupies this one.
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            // The questions end with the one for the device attributes.
            var asked: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            for _ in 0..<10_000 where !String(decoding: asked, as: UTF8.self).hasSuffix("\u{1B}[c") {
                let count = read(controller, &buffer, buffer.count)
                if count > 0 { asked += buffer[..<count] } else { usleep(1000) }
            }
            // One byte at a time, as a slow line would.
            for byte in Array(answers.utf8) { _ = withUnsafeBytes(of: byte) { write(controller, $0.baseAddress, 1) } }
            ended.signal()
        }
        let output = try TerminalOutput.open(
            pty.terminal, mode: mode, environment: environment, patience: 10_000)
        ended.wait()
        let summary = output.summary
        output.close()
        return "\(summary.method) \(summary.width)x\(summary.height)"
    }

    @Test("a terminal that answers kitty's question gets kitty images")
    func choosesKitty() throws {
        let answers = "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;18;9t\u{1B}[?62;4;22c"
        #expect(try method(answering: answers) == "kitty graphics 180x90")
    }

    @Test("a terminal with attribute 4 gets sixels")
    func choosesSixel() throws {
        #expect(try method(answering: "\u{1B}[?62;4;22c") == "sixel graphics 160x80")
    }

    @Test("the first attribute is the class of the terminal and not sixel")
    func attributeFour() throws {
        #expect(try method(answering: "\u{1B}[?4;6c").hasPrefix("half blocks"))
    }

    @Test("a terminal that knows neither gets half blocks")
    func choosesBlocks() throws {
        #expect(try method(answering: "\u{1B}[?1;2c") == "half blocks, all colours 20x12")
    }

    @Test("an answer that says no is a no")
    func kittyRefuses() throws {
        let answers = "\u{1B}_Gi=31;EINVAL:nothing\u{1B}\\\u{1B}[?1;2c"
        #expect(try method(answering: answers).hasPrefix("half blocks"))
    }

    @Test("a terminal that never answers gets half blocks")
    func silentTerminal() throws {
        let pty = try TestPty()
        let output = try TerminalOutput.open(
            pty.terminal, mode: .auto,
            environment: TerminalEnvironment(term: "vt220", colorterm: nil, noColour: nil), patience: 20)
        #expect(output.summary.method == "half blocks, 256 colours")
        output.close()
    }

    @Test("the console of Linux is asked nothing")
    func linuxConsole() throws {
        let pty = try TestPty()
        let output = try TerminalOutput.open(
            pty.terminal, mode: .auto,
            environment: TerminalEnvironment(term: "linux", colorterm: nil, noColour: nil), patience: 20)
        let text = String(decoding: pty.written(), as: UTF8.self)
        #expect(!text.contains("\u{1B}_"))
        output.close()
        #expect(!String(decoding: pty.written(), as: UTF8.self).contains("\u{1B}_"))
    }

    @Test("answers of noise decide nothing and end nothing")
    func noise() {
        var generator = SeededGenerator(seed: 31337)
        for _ in 0..<2000 {
            var answers = TerminalAnswers()
            let interesting: [UInt8] = [0x1B, 0x5B, 0x5F, 0x5C, 0x3B, 0x3F, 0x34, 0x63, 0x74, 0x39]
            let bytes = (0..<400).map { _ in
                let value = generator.next()
                return value & 256 == 0 ? UInt8(truncatingIfNeeded: value) : interesting[Int(value >> 16) % 10]
            }
            answers.take(bytes[...])
            #expect(answers.cellWidth <= 200 && answers.cellHeight <= 200, "seed 31337")
        }
    }
}
