import CDRM

/// A terminal as a display.
///
/// The picture is as large as the terminal: two pixels a cell as half-block
/// letters, or the terminal's own pixels where it takes pictures. When the
/// terminal gets another size, `readEvents` takes it over: compare `width` and
/// `height` after it, and draw a surface of the new size.
public struct TerminalOutput: ~Copyable {
    private var session: TerminalSession
    private let method: TerminalMethod
    private var geometry: TerminalGeometry
    private var blocks: BlockEncoder?
    private var kitty: KittyEncoder?
    private var sixel: SixelEncoder?
    private var keyReader = TerminalKeyReader()
    private var keys: [TerminalKey] = []
    private let place: String

    /// How long a terminal may take to say what it can do, in milliseconds.
    /// Nearly every terminal answers in a few; the limit is for those that never do.
    public static let patience = 400

    /// Takes a terminal over: its other screen, without a cursor, keys unbuffered.
    ///
    /// - Parameters:
    ///   - descriptor: an open descriptor of the terminal, such as 1. It is
    ///     only used to find the terminal, which is opened once more.
    ///   - mode: how to draw; `auto` asks the terminal.
    /// - Throws: when it is no terminal, or one that cannot show pictures
    ///   (TERM is `dumb`), or colours are unwanted (NO_COLOR is set).
    public static func open(
        _ descriptor: CInt = 1, mode: TerminalMode = .auto
    ) throws(OutputError) -> TerminalOutput {
        try open(descriptor, mode: mode, environment: .current)
    }

    static func open(
        _ descriptor: CInt, mode: TerminalMode, environment: TerminalEnvironment,
        patience: Int = TerminalOutput.patience
    ) throws(OutputError) -> TerminalOutput {
        guard systemIsTerminal(descriptor) else {
            throw refusal("it is no terminal; `fieldfb render` writes pictures to files")
        }
        if let reason = environment.refusal { throw refusal(reason) }
        do throws(SystemFailure) {
            let asks = mode != .blocks && !environment.isLinuxConsole
            let session = try TerminalSession.open(
                descriptor, patience: asks ? patience : nil,
                knowsStrings: !environment.isLinuxConsole)
            let method = TerminalMethod(mode, session.answers, environment.colours)
            return TerminalOutput(session: session, method: method)
        } catch {
            throw OutputError(.failed, call: "\(error.call)", errno: error.errno, place: "terminal")
        }
    }

    private static func refusal(_ detail: String) -> OutputError {
        OutputError(.failed, call: "open", place: "terminal", detail: detail)
    }

    private init(session: consuming TerminalSession, method: TerminalMethod) {
        place = session.path
        geometry = TerminalGeometry(
            method, session.size, toldWidth: session.answers.cellWidth,
            toldHeight: session.answers.cellHeight)
        self.session = session
        self.method = method
        makeEncoder()
    }

    private mutating func makeEncoder() {
        switch method {
        case .blocks(let colours):
            blocks = BlockEncoder(columns: geometry.columns, rows: geometry.rows, colours: colours)
            session.output.reserveCapacity(BlockEncoder.byteLimit + 4096)
        case .kitty: kitty = KittyEncoder(geometry)
        case .sixel: sixel = SixelEncoder(geometry)
        }
    }

    /// The width of the surface it wants, in pixels.
    public var width: Int { geometry.width }
    /// The height of the surface it wants, in pixels.
    public var height: Int { geometry.height }

    /// Pixels of the picture for each point at which the field looks as dense
    /// as on a display, for a scale of 1: letters are far larger than pixels.
    public var suggestedScale: Double {
        if case .blocks = method { return 0.36 }
        return 1
    }

    /// Looks at the terminal's size again. The next picture is drawn whole when
    /// it changed.
    private mutating func refreshSize() {
        let new = TerminalGeometry(
            method, session.size, toldWidth: session.answers.cellWidth,
            toldHeight: session.answers.cellHeight)
        guard new != geometry else { return }
        geometry = new
        makeEncoder()
        session.output.append(contentsOf: TerminalOutput.clear.utf8)
        // A terminal that failed fails again at the next picture, which says so.
        try? session.flush()
    }

    private static let clear = "\u{1B}[0m\u{1B}[2J"

    /// Takes the terminal over again after another program had it, such as the
    /// shell while this one was stopped. The next picture is drawn whole.
    public mutating func resume() throws(OutputError) {
        do throws(SystemFailure) {
            try session.enter()
        } catch {
            throw failure(error)
        }
        refreshSize()
        forget()
    }

    /// Somebody else wrote on the terminal: the next picture is drawn whole.
    public mutating func forget() {
        blocks?.forget()
        kitty?.forget()
        sixel?.forget()
    }

    /// Shows a surface of which only `damage` differs from the one presented
    /// before. A surface of another size changes nothing.
    ///
    /// - Returns: `.busy` when the terminal is still taking the picture before,
    ///   or this one is not complete; hand it over again when `canPresent`.
    public mutating func present(
        _ surface: borrowing Surface, damage: Damage
    ) throws(OutputError) -> Presentation {
        guard surface.width == width, surface.height == height else { return .shown }
        kitty?.change(damage)
        sixel?.change(damage)
        do throws(SystemFailure) {
            try session.flush()
            guard session.isDrained else { return .busy }
            let isComplete = encode(surface)
            try session.flush()
            return isComplete ? .shown : .busy
        } catch {
            throw failure(error)
        }
    }

    private mutating func encode(_ surface: borrowing Surface) -> Bool {
        // Terminals that know this hold the frame back until it is complete.
        session.output.appendText("\u{1B}[?2026h")
        let start = session.output.count
        let isComplete = blocks?.encode(surface, into: &session.output) ?? true
        kitty?.encode(surface, into: &session.output)
        sixel?.encode(surface, into: &session.output)
        if session.output.count == start {
            session.output.removeAll(keepingCapacity: true)
        } else {
            session.output.appendText("\u{1B}[?2026l")
        }
        return isComplete
    }

    /// The descriptor to wait on: readable when keys wait, when the terminal
    /// takes more of a picture, or has got another size. Then call `readEvents`.
    public var eventDescriptor: CInt? { session.queue }

    /// Sends what waits, takes the keys, and the terminal's size when it
    /// changed. Never blocks.
    public mutating func readEvents() throws(OutputError) {
        do throws(SystemFailure) {
            try session.flush()
            if try session.takeSizeChange() { refreshSize() }
            if try !session.readKeys(&keyReader, &keys) {
                throw SystemFailure(call: "read", errno: EIO)
            }
        } catch {
            throw failure(error)
        }
    }

    mutating func presentResult(
        _ surface: borrowing Surface, damage: Damage
    ) -> Result<Presentation, OutputError> {
        do throws(OutputError) {
            return .success(try present(surface, damage: damage))
        } catch {
            return .failure(error)
        }
    }

    mutating func readEventsResult() -> Result<Void, OutputError> {
        do throws(OutputError) {
            return .success(try readEvents())
        } catch {
            return .failure(error)
        }
    }

    /// The keys since the last time; the first 64 of them.
    public mutating func takeKeys() -> [TerminalKey] {
        guard !keys.isEmpty else { return [] }
        defer { keys.removeAll() }
        return keys
    }

    /// Whether the escape byte came and what follows is awaited. After some
    /// hundredths of a second without more, call `endOfKeys`.
    public var awaitsKeys: Bool { keyReader.isUndecided }

    /// No more bytes came: an escape that waits was the key, and a longer
    /// sequence without an end was none.
    public mutating func endOfKeys() { keyReader.endOfInput(&keys) }

    /// Whether a picture handed over now would be taken.
    public var canPresent: Bool { session.isDrained }

    /// What it is and how it is driven.
    public var summary: OutputSummary {
        OutputSummary(
            kind: "terminal", device: place, mode: "\(geometry.columns)x\(geometry.rows) cells",
            width: width, height: height, method: method.name)
    }

    /// Gives the terminal back as it was found.
    public consuming func close() { session.close() }

    private func failure(_ error: SystemFailure) -> OutputError {
        OutputError(
            error.errno == EIO ? .gone : .failed, call: "\(error.call)", errno: error.errno, place: place)
    }
}
