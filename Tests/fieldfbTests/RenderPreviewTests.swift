import Foundation
import Testing

@testable import ProgramLab

@Suite("fieldfb preview")
struct RenderPreviewTests {
    /// The program in a terminal that is this test.
    private final class Session {
        let process = Process()
        let controller: CInt
        private let terminal: CInt
        private(set) var text = ""
        let before: [UInt32]

        init(_ words: [String] = [], term: String = "xterm", columns: UInt16 = 40, rows: UInt16 = 12) throws {
            var controller: CInt = 0
            var terminal: CInt = 0
            var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            try #require(openpty(&controller, &terminal, nil, nil, &size) == 0)
            #expect(fcntl(controller, F_SETFL, O_NONBLOCK) == 0)
            // The programs of other tests must not hold the terminal open.
            for descriptor in [controller, terminal] { #expect(fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0) }
            self.controller = controller
            self.terminal = terminal
            before = Session.state(terminal)
            process.executableURL = URL(fileURLWithPath: ProgramUnderTest.path)
            process.arguments = ["preview"] + words
            var environment = ProcessInfo.processInfo.environment
            environment["TERM"] = term
            environment["COLORTERM"] = "truecolor"
            environment["NO_COLOR"] = nil
            process.environment = environment
            let handle = FileHandle(fileDescriptor: terminal, closeOnDealloc: false)
            process.standardInput = handle
            process.standardOutput = handle
            process.standardError = handle
            try process.run()
        }

        deinit {
            if process.isRunning { kill(process.processIdentifier, SIGKILL) }
            close(controller)
            close(terminal)
        }

        private static func state(_ terminal: CInt) -> [UInt32] {
            var state = termios()
            #expect(tcgetattr(terminal, &state) == 0)
            let special = withUnsafeBytes(of: &state.c_cc) { $0.map { UInt32($0) } }
            return [state.c_iflag, state.c_oflag, state.c_cflag, state.c_lflag] + special
        }

        var state: [UInt32] { Session.state(terminal) }

        /// Reads what was written since the last time.
        @discardableResult
        func readNew() -> String {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65536)
            while true {
                let count = read(controller, &buffer, buffer.count)
                if count <= 0 { break }
                bytes += buffer[..<count]
            }
            let new = String(decoding: bytes, as: UTF8.self)
            text += new
            return new
        }

        func type(_ text: String) {
            let bytes = Array(text.utf8)
            #expect(write(controller, bytes, bytes.count) == bytes.count)
        }

        func send(_ signal: Int32) { #expect(kill(process.processIdentifier, signal) == 0) }

        func resize(columns: UInt16, rows: UInt16) {
            var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            #expect(ioctl(controller, UInt(TIOCSWINSZ), &size) == 0)
            send(SIGWINCH)
        }

        /// Waits until frames come.
        func waitForFrame() throws {
            try eventually("a frame") { readNew().contains("▀") }
        }

        /// Waits until nothing more comes for a while.
        func waitForRest() throws {
            var quiet = 0
            try eventually("rest") {
                quiet = readNew().isEmpty ? quiet + 1 : 0
                return quiet > 100
            }
        }

        /// Waits for the end of the program, reading what it writes.
        func waitForEnd() throws -> Int32 {
            try eventually("the end") {
                readNew()
                return !process.isRunning
            }
            readNew()
            return process.isRunning ? -1 : process.terminationStatus
        }

        var isGivenBack: Bool { state == before && text.hasSuffix("\u{1B}[?25h\u{1B}[?1049l") }
    }

    @Test("keys end it and the terminal is as before", arguments: ["q", "Q", "\u{1B}", "\u{3}"])
    func keys(key: String) throws {
        let session = try Session(["--mode", "blocks"])
        try session.waitForFrame()
        #expect(session.state != session.before)
        session.type(key)
        if key == "\u{3}" {
            // The terminal is not the controlling one of the program here, so
            // that Control-C raises no signal; the shell's terminal does.
            session.send(SIGINT)
        }
        #expect(try session.waitForEnd() == 0)
        #expect(session.isGivenBack)
    }

    @Test("signals end it and the terminal is as before", arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    func signals(signal: Int32) throws {
        let session = try Session(["--mode", "blocks"])
        try session.waitForFrame()
        session.send(signal)
        #expect(try session.waitForEnd() == 0)
        #expect(session.isGivenBack)
    }

    @Test("space parks, and then nothing is written; space again and it moves")
    func parks() throws {
        let session = try Session(["--mode", "blocks", "--set", "EaseTime=0"])
        try session.waitForFrame()
        session.type(" ")
        try session.waitForRest()
        session.type(" ")
        try session.waitForFrame()
        session.type("q")
        #expect(try session.waitForEnd() == 0)
    }

    @Test("s switches the style while parked")
    func switchesStyle() throws {
        let session = try Session(["--mode", "blocks", "--set", "ReduceMotion=yes"])
        try session.waitForFrame()
        try session.waitForRest()
        session.type("s")
        try session.waitForFrame()
        try session.waitForRest()
        session.type("q")
        #expect(try session.waitForEnd() == 0)
    }

    @Test("the reduce-motion file is followed live")
    func reducedMotion() throws {
        let folder = try TemporaryFolder()
        let session = try Session(["--mode", "blocks", "--set", "ReduceMotionFile=\(folder.file("reduce"))"])
        try session.waitForFrame()
        try Data("on\n".utf8).write(to: URL(fileURLWithPath: folder.file("reduce")))
        try session.waitForRest()
        try FileManager.default.removeItem(atPath: folder.file("reduce"))
        try session.waitForFrame()
        session.type("q")
        #expect(try session.waitForEnd() == 0)
    }

    @Test("a new size is drawn")
    func resizes() throws {
        let session = try Session(["--mode", "blocks"])
        try session.waitForFrame()
        session.resize(columns: 77, rows: 30)
        // A cell in the last row, which the smaller terminal did not have.
        try eventually("the last row") {
            session.readNew()
            return session.text.contains("\u{1B}[30;1H")
        }
        session.type("q")
        #expect(try session.waitForEnd() == 0)
        #expect(session.isGivenBack)
    }

    @Test("a terminal that stops reading does not keep it from ending")
    func slowTerminal() throws {
        let session = try Session(["--mode", "blocks"], columns: 200, rows: 60)
        try session.waitForFrame()
        // Not read any more: the line fills up within some frames.
        usleep(1_500_000)
        session.send(SIGTERM)
        try eventually("the end without reading") { !session.process.isRunning }
        session.readNew()
        #expect(session.isGivenBack)
    }

    @Test("a terminal that is gone ends it")
    func hangsUp() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ProgramUnderTest.path)
        process.arguments = ["preview", "--mode", "blocks"]
        var controller: CInt = 0
        var terminal: CInt = 0
        var size = winsize(ws_row: 10, ws_col: 30, ws_xpixel: 0, ws_ypixel: 0)
        try #require(openpty(&controller, &terminal, nil, nil, &size) == 0)
        for descriptor in [controller, terminal] { #expect(fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0) }
        process.environment = ["TERM": "xterm"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(fileDescriptor: terminal, closeOnDealloc: false)
        process.standardError = FileHandle.nullDevice
        try process.run()
        var buffer = [UInt8](repeating: 0, count: 100)
        #expect(read(controller, &buffer, 100) > 0)
        close(terminal)
        close(controller)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 74)
    }

    @Test("in a dumb terminal it says what to do and leaves the terminal alone")
    func dumb() throws {
        let session = try Session(term: "dumb")
        #expect(try session.waitForEnd() == 64)
        #expect(session.text.contains("TERM is dumb"))
        #expect(!session.text.contains("\u{1B}"))
        #expect(session.state == session.before)
    }

    @Test("without a terminal it says so")
    func noTerminal() throws {
        let run = try RenderRun(["preview"])
        #expect(run.code == 64)
        #expect(run.output.isEmpty)
        #expect(run.message.contains("it is no terminal; `fieldfb render` writes pictures to files"))
    }

    @Test("wrong options are refused with what is allowed", arguments: [
        (["--mode", "ascii"], "auto, blocks, kitty, sixel"), (["--scale", "0"], "0.25 to 8"),
        (["--set", "Pitch=0"], "Pitch is a number"),
    ])
    func refusals(words: [String], expected: String) throws {
        let run = try RenderRun(["preview"] + words)
        #expect(run.code == 64)
        #expect(run.message.contains(expected), "\(run.message)")
    }
}
