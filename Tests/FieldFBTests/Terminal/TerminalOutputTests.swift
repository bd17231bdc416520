import Foundation
import Testing

@testable import FieldFB

@Suite("A terminal as an output")
struct TerminalOutputTests {
    static let plain = TerminalEnvironment(term: "xterm-256color", colorterm: "truecolor", noColour: nil)

    private func openBlocks(_ pty: TestPty) throws -> TerminalOutput {
        try TerminalOutput.open(pty.terminal, mode: .blocks, environment: TerminalOutputTests.plain)
    }

    private func whole(_ picture: TestPicture) -> Damage {
        var damage = Damage()
        damage.add(PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)!)
        return damage
    }

    /// The bytes without those that take the terminal over at the start.
    private func afterStart(_ bytes: [UInt8]) -> [UInt8] {
        let start = Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[H".utf8)
        #expect(bytes.starts(with: start))
        return Array(bytes.dropFirst(start.count))
    }

    @Test("the surface is two pixels a cell, and is shown")
    func shows() throws {
        let pty = try TestPty()
        var output = try openBlocks(pty)
        #expect((output.width, output.height) == (20, 12))
        let picture = TestPicture.gradient(width: 20, height: 12)
        let surface = picture.surface
        #expect(try output.present(surface, damage: whole(picture)) == .shown)
        var terminal = TestTerminal(columns: 20, rows: 6)
        try terminal.take(afterStart(pty.written()))
        #expect(terminal.faults == [])
        #expect(terminal.blockPicture == picture)
        output.close()
    }

    @Test("after close the terminal is as it was")
    func closes() throws {
        let pty = try TestPty()
        let before = pty.state
        let output = try openBlocks(pty)
        #expect(pty.state != before)
        _ = pty.written()
        output.close()
        #expect(pty.state == before)
        let last = String(decoding: pty.written(), as: UTF8.self)
        #expect(last.hasSuffix("\u{1B}[0m\u{1B}[2J\u{1B}[?25h\u{1B}[?1049l"))
    }

    @Test("an output that nobody closes gives the terminal back as well")
    func isAbandoned() throws {
        let pty = try TestPty()
        let before = pty.state
        func abandon() throws {
            let output = try openBlocks(pty)
            let canPresent = output.canPresent
            #expect(canPresent)
        }
        try abandon()
        #expect(pty.state == before)
        #expect(String(decoding: pty.written(), as: UTF8.self).hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    }

    @Test("the descriptor the terminal was found by stays blocking")
    func descriptorIsUntouched() throws {
        let pty = try TestPty()
        let output = try openBlocks(pty)
        #expect(fcntl(pty.terminal, F_GETFL) & O_NONBLOCK == 0)
        output.close()
    }

    @Test("a terminal that reads nothing gets no more frames and holds nobody up")
    func slowTerminal() throws {
        let pty = try TestPty(columns: 200, rows: 60)
        let before = pty.state
        var output = try openBlocks(pty)
        var outcomes: [Presentation] = []
        for frame in 0..<40 {
            var generator = SeededGenerator(seed: UInt64(frame))
            let picture = TestPicture(width: 200, height: 120) { _, _ in UInt32(truncatingIfNeeded: generator.next()) }
            let surface = picture.surface
            outcomes.append(try output.present(surface, damage: whole(picture)))
        }
        #expect(outcomes.last == .busy)
        let canPresent = output.canPresent
        #expect(!canPresent)

        // It reads again: what it shows in the end is the last picture, whole.
        let picture = TestPicture.gradient(width: 200, height: 120)
        let surface = picture.surface
        var bytes: [UInt8] = []
        var isShown = false
        for _ in 0..<10_000 where !isShown || !output.canPresent {
            bytes += pty.written()
            try output.readEvents()
            if output.canPresent, !isShown { isShown = try output.present(surface, damage: whole(picture)) == .shown }
        }
        bytes += pty.written()
        var terminal = TestTerminal(columns: 200, rows: 60)
        try terminal.take(afterStart(bytes))
        #expect(terminal.faults == [])
        #expect(terminal.blockPicture == picture)
        output.close()
        #expect(pty.state == before)
    }

    @Test("a terminal that reads nothing is given back all the same")
    func closesWhileSlow() throws {
        let pty = try TestPty(columns: 200, rows: 60)
        let before = pty.state
        var output = try openBlocks(pty)
        let picture = TestPicture.gradient(width: 200, height: 120)
        let surface = picture.surface
        for _ in 0..<4 { _ = try output.present(surface, damage: whole(picture)) }
        output.close()
        #expect(pty.state == before)
        #expect(String(decoding: pty.written(), as: UTF8.self).hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    }

    @Test("a new size is taken over with the events, and drawn whole")
    func resizes() throws {
        let pty = try TestPty()
        var output = try openBlocks(pty)
        pty.resize(columns: 31, rows: 9)
        // The signal comes to the thread that waits for it; here it is sent by hand.
        #expect(pthread_kill(pthread_self(), SIGWINCH) == 0)
        try output.readEvents()
        #expect((output.width, output.height) == (31, 18))
        #expect(String(decoding: pty.written(), as: UTF8.self).hasSuffix("\u{1B}[0m\u{1B}[2J"))
        let canPresent = output.canPresent
        #expect(canPresent)
        let picture = TestPicture.gradient(width: 31, height: 18)
        let surface = picture.surface
        #expect(try output.present(surface, damage: whole(picture)) == .shown)
        let bytes = pty.written()
        var terminal = TestTerminal(columns: 31, rows: 9)
        try terminal.take(bytes)
        #expect(terminal.blockPicture == picture)
        output.close()
    }

    @Test("keys are read; arrows, function keys and late answers are not keys")
    func keys() throws {
        let pty = try TestPty()
        var output = try openBlocks(pty)
        pty.type("q \u{1B}[A\u{1B}OP\u{1B}[?62;4c\u{1B}_Gi=31;OK\u{1B}\\s\u{1B}")
        try output.readEvents()
        #expect(output.takeKeys() == [.byte(0x71), .byte(0x20), .byte(0x73)])
        let awaitsKeys = output.awaitsKeys
        #expect(awaitsKeys)
        output.endOfKeys()
        #expect(output.takeKeys() == [.escape])
        output.close()
    }

    @Test("Alt and a letter that begins a sequence swallows nothing for long")
    func unendedSequence() throws {
        let pty = try TestPty()
        var output = try openBlocks(pty)
        pty.type("\u{1B}P")
        try output.readEvents()
        let awaitsKeys = output.awaitsKeys
        #expect(awaitsKeys)
        output.endOfKeys()
        pty.type("q")
        try output.readEvents()
        #expect(output.takeKeys() == [.byte(0x71)])
        output.close()
    }

    @Test("keys that nobody takes are kept up to a number")
    func floodOfKeys() throws {
        let pty = try TestPty()
        var output = try openBlocks(pty)
        for _ in 0..<5 {
            pty.type(String(repeating: "s", count: 1000))
            try output.readEvents()
        }
        #expect(output.takeKeys().count == 64)
        pty.type("q")
        try output.readEvents()
        #expect(output.takeKeys() == [.byte(0x71)])
        output.close()
    }

    @Test("a terminal that hangs up is an error, not an endless loop")
    func hangsUp() throws {
        var controller: CInt = 0
        var terminal: CInt = 0
        try #require(openpty(&controller, &terminal, nil, nil, nil) == 0)
        var output = try TerminalOutput.open(
            terminal, mode: .blocks, environment: TerminalOutputTests.plain)
        close(controller)
        close(terminal)
        var reason: OutputError.Reason?
        do throws(OutputError) { try output.readEvents() } catch { reason = error.reason }
        #expect(reason == .gone)
        output.close()
    }

    @Test("what cannot show pictures is refused with the reason", arguments: [
        ("dumb", String?.none, "TERM is dumb"), ("", nil, "TERM is not set"), ("xterm", "1", "NO_COLOR is set"),
    ])
    func refusals(term: String, noColour: String?, expected: String) throws {
        let pty = try TestPty()
        let before = pty.state
        var message = ""
        do throws(OutputError) {
            _ = try TerminalOutput.open(
                pty.terminal, mode: .auto,
                environment: TerminalEnvironment(term: term, colorterm: nil, noColour: noColour))
        } catch { message = error.message }
        #expect(message.contains(expected))
        #expect(pty.written().isEmpty)
        #expect(pty.state == before)
    }

    @Test("an empty NO_COLOR says nothing")
    func emptyNoColour() {
        #expect(TerminalEnvironment(term: "xterm", colorterm: nil, noColour: "").refusal == nil)
    }

    @Test("a pipe is refused")
    func pipe() throws {
        let pipe = Pipe()
        var message = ""
        do throws(OutputError) {
            _ = try TerminalOutput.open(
                pipe.fileHandleForWriting.fileDescriptor, mode: .auto, environment: TerminalOutputTests.plain)
        } catch { message = error.message }
        #expect(message.contains("no terminal"))
    }
}
