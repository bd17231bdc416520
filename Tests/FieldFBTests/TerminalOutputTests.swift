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
            var generator = PictureNoise(seed: UInt64(frame))
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

    /// Opens a terminal that gives these answers once it was asked.
    private func method(
        answering answers: String, environment: TerminalEnvironment = plain, mode: TerminalMode = .auto
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
        var generator = PictureNoise(seed: 31337)
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
