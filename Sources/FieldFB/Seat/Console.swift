import CDRM

/// The text console that lies under the picture: switched to graphics mode
/// while a picture is shown, so that the kernel draws neither text nor cursor
/// over it, and followed when a person switches to another terminal.
///
/// Everything here is an extra. A machine without virtual terminals, or a user
/// without rights on them, gets a line of log and a picture all the same.
public struct Console: ~Copyable {
    /// The kernel sends it when a person wants to see another terminal. The
    /// owner lets go of the display and then calls `release`, or `refuseRelease`.
    public static let releaseSignal = SIGUSR2
    /// The kernel sends it when the terminal is shown again. The owner calls
    /// `takenBack` and then shows its picture anew. Of two waiting signals the
    /// lower number comes first, as this one must: whoever hurries comes back
    /// and leaves again.
    public static let acquireSignal = SIGUSR1

    /// The device file of the virtual terminal.
    public let path: String
    /// Its number.
    public let number: Int
    /// Whether the terminal is shown, and with it the picture: false from
    /// `release` until `takenBack`.
    public private(set) var isShown = true
    /// Whether graphics mode was entered and not given back.
    public private(set) var isGraphics = false
    /// Whether the kernel asks before it shows another terminal. Without that,
    /// the kernel itself refuses to leave a terminal in graphics mode.
    public private(set) var isFollowed = false
    /// When `settle` is due after the terminal was hung up, in nanoseconds of
    /// the monotonic clock; nil when nothing is due.
    public private(set) var deadline: Int64?

    private let descriptor: CInt
    private let isOwn: Bool
    private let record: String?
    private var hidesCursor = false
    private var isHungUp = false
    private var checks = 0

    /// Opens the virtual terminal that is shown; nil, with a line of log, when
    /// there is none or it may not be opened.
    ///
    /// - Parameter record: the file in which the terminal is noted down while
    ///   its text mode is taken, for `ConsoleRescue`; nil for none.
    public static func open(record: String? = nil, log: (String) -> Void) -> Console? {
        open(ConsoleSearch(places: ConsoleSearch.Places()), record: record, log: log)
    }

    static func open(_ search: ConsoleSearch, record: String?, log: (String) -> Void) -> Console? {
        switch search.open() {
        case .success(let found):
            return Console(found, folder: search.places.folder, record: record)
        case .failure(let failure):
            log("no text console to switch off (\(failure.reason)); the kernel may write over the picture")
            return nil
        }
    }

    /// Opens a virtual terminal that lay under this program's picture and was
    /// left for another one, to be told when it is shown again; nil when it is
    /// shown, or, with a line of log, when nobody would tell.
    ///
    /// Should it come to the front just now, `isShown` says so.
    public static func openHidden(
        _ number: Int, record: String? = nil, log: (String) -> Void
    ) -> Console? {
        let search = ConsoleSearch(places: ConsoleSearch.Places())
        switch search.open(number) {
        case .success(let found):
            var console = Console(found, folder: search.places.folder, record: record)
            guard console.takeHidden(log: log) else { return nil }
            return console
        case .failure(let failure):
            log(failure.reason)
            return nil
        }
    }

    private init(_ found: ConsoleSearch.Found, folder: String, record: String?) {
        path = "\(folder)/tty\(found.number)"
        number = found.number
        descriptor = found.descriptor
        isOwn = found.isOwn
        self.record = record
    }

    deinit {
        if isGraphics || hidesCursor { giveBack() }
        systemClose(descriptor)
    }

    // MARK: Taking it

    /// Stops the kernel from drawing text, and asks to be told of switching. A
    /// refusal is one line of log.
    ///
    /// - Parameters:
    ///   - ownsDisplay: whether no other program can be showing a picture now,
    ///     as with DRM, whose master there is one of. Otherwise a terminal that
    ///     another program has in hand is left to it.
    ///   - follows: whether to be told of switching. Only for an owner that
    ///     takes both signals by then: unheard, they would end the program.
    public mutating func enterGraphics(ownsDisplay: Bool, follows: Bool, log: (String) -> Void) {
        guard !isGraphics else { return keepGraphics(follows: follows, log: log) }
        if !ownsDisplay && isInOtherHands {
            return log("\(path): another program has this terminal; it is left alone")
        }
        // A console that went dark takes the whole screen with it, and comes
        // back only from text mode. Refused to those who have no need of it.
        try? systemUnblankConsole(descriptor)
        do {
            try systemSetConsoleMode(descriptor, KD_GRAPHICS)
            isGraphics = true
        } catch {
            log("\(path): \(error.call): \(systemErrorText(error.errno)); the kernel may write over the picture")
            hideCursor()
        }
        if isGraphics && follows { follow(log: log) }
        if isGraphics || hidesCursor { note(log: log) }
    }

    /// Takes a terminal that another one hides; whether it could be taken.
    private mutating func takeHidden(log: (String) -> Void) -> Bool {
        guard isHidden, !isInOtherHands else { return false }
        do throws(SystemFailure) {
            try systemSetConsoleMode(descriptor, KD_GRAPHICS)
            isGraphics = true
        } catch {
            log("\(path): \(error.call): \(systemErrorText(error.errno))")
            return false
        }
        follow(log: log)
        guard isFollowed else { return false }
        note(log: log)
        // Whoever came here before it was followed has not been announced.
        isShown = !isHidden
        return true
    }

    /// Whether the kernel says that another terminal is shown.
    private var isHidden: Bool {
        guard let active = try? systemActiveTerminal(descriptor) else { return false }
        return active != number
    }

    /// Takes back what a program changed that had the display in between.
    private mutating func keepGraphics(follows: Bool, log: (String) -> Void) {
        _ = assertGraphics()
        guard follows, isFollowed, let switching = try? systemTerminalSwitching(descriptor), switching != .ours
        else { return }
        isFollowed = false
        follow(log: log)
        note(log: log)
    }

    /// Whether a program that is not this one decides about switching.
    private var isInOtherHands: Bool {
        guard let switching = try? systemTerminalSwitching(descriptor) else { return false }
        return switching != .automatic && switching != .ours
    }

    private mutating func follow(log: (String) -> Void) {
        do {
            try systemSetTerminalSwitching(descriptor, .ours)
            isFollowed = true
        } catch {
            log("\(path): \(error.call): \(systemErrorText(error.errno)); no other terminal can be shown meanwhile")
        }
    }

    /// Second best where graphics mode is refused, on our own terminal only.
    private mutating func hideCursor() {
        guard isOwn else { return }
        hidesCursor = (try? systemWriteAvailable(descriptor, Array("\u{1B}[?25l".utf8), from: 0)) ?? 0 > 0
    }

    private func note(log: (String) -> Void) {
        guard let record else { return }
        do throws(SystemFailure) {
            try ConsoleRecord(terminal: number, isFollowed: isFollowed, hidesCursor: hidesCursor)
                .write(to: record)
        } catch {
            log("\(record): \(error.call): \(systemErrorText(error.errno)); "
                + "`fieldfb restore-console` would not find the terminal after a crash")
        }
    }

    // MARK: Switching

    /// Lets another terminal be shown. The display must have been let go of.
    ///
    /// - Returns: whether the other terminal is shown now. When not, nobody
    ///   wants it any more, and the display is to be taken back.
    public mutating func release() -> Bool {
        guard isFollowed, isShown else { return !isShown }
        do throws(SystemFailure) {
            try systemAnswerSwitch(descriptor, .allowed)
            isShown = false
            return true
        } catch {
            return false
        }
    }

    /// Refuses to let another terminal be shown, now and later: for an owner
    /// that cannot let go of its display.
    public mutating func refuseRelease(log: (String) -> Void) {
        guard isFollowed else { return }
        try? systemAnswerSwitch(descriptor, .refused)
        do throws(SystemFailure) {
            try systemSetTerminalSwitching(descriptor, .automatic)
            isFollowed = false
            note(log: log)
            log("\(path): the display cannot be let go of; no other terminal can be shown meanwhile")
        } catch {
            log("\(path): \(error.call): \(systemErrorText(error.errno))")
        }
    }

    /// Takes note that the terminal is shown again.
    ///
    /// - Returns: whether it was away, so that the picture has to be shown anew.
    public mutating func takenBack() -> Bool {
        guard isFollowed, !isShown else { return false }
        // A program may send this signal too: the kernel knows what is shown.
        if let active = try? systemActiveTerminal(descriptor), active != number { return false }
        try? systemAnswerSwitch(descriptor, .acknowledged)
        isShown = true
        _ = assertGraphics()
        return true
    }

    /// Asks the kernel to show the terminal again, so that keys go where the
    /// picture is. A program that has the other one in hand is asked first.
    public mutating func bringToFront() {
        if !isShown { try? systemActivateTerminal(descriptor, number) }
    }

    // MARK: A terminal that is hung up

    /// How long after each other the terminal is looked at once it was hung up,
    /// in nanoseconds. A login prompt that starts there hangs it up first and
    /// sets text mode then.
    private static let settlingPauses: [Int64] = [250_000_000, 1_000_000_000, 3_000_000_000, 10_000_000_000]

    /// What to poll, without asking for any event: an error or a hang-up there
    /// means `hungUp`. nil when there is nothing to wait for.
    public var hangUpDescriptor: CInt? { isGraphics && !isHungUp ? descriptor : nil }

    /// Takes note that the terminal was hung up. `settle` becomes due.
    public mutating func hungUp(now: Int64) {
        isHungUp = true
        checks = 0
        deadline = now + Console.settlingPauses[0]
    }

    /// Opens a hung up terminal again, and gives it graphics mode again when
    /// that was taken away.
    ///
    /// - Returns: whether the picture has to be shown anew.
    public mutating func settle(now: Int64, log: (String) -> Void) -> Bool {
        deadline = nil
        guard isGraphics else { return false }
        if isHungUp {
            do throws(SystemFailure) {
                try reopen()
                isHungUp = false
            } catch {
                log("\(path): \(error.call): \(systemErrorText(error.errno)); the kernel may write over the picture")
            }
        }
        checks += 1
        if checks < Console.settlingPauses.count { deadline = now + Console.settlingPauses[checks] }
        return assertGraphics()
    }

    /// Opens the terminal again under the same number, which is in the hands of
    /// the crash guard too.
    private func reopen() throws(SystemFailure) {
        try systemReplaceDescriptor(descriptor, by: systemOpen(path, .readWriteNonBlocking))
    }

    /// Sets graphics mode where something else took it away; whether it did.
    private mutating func assertGraphics() -> Bool {
        guard isGraphics, let mode = try? systemConsoleMode(descriptor), mode != KD_GRAPHICS else { return false }
        try? systemSetConsoleMode(descriptor, KD_GRAPHICS)
        return isShown
    }

    // MARK: Giving it back

    /// Gives switching and text mode back to the kernel. May be called more than once.
    ///
    /// Text and not the mode found, the kernel's switching and not what was
    /// found: after a program that died, that is what it left.
    public mutating func restore() {
        guard isGraphics || hidesCursor else { return }
        giveBack()
        isGraphics = false
        isFollowed = false
        hidesCursor = false
        isShown = true
        deadline = nil
    }

    private func giveBack() {
        // Hung up, and nobody has told yet: this descriptor can do nothing any more.
        if (try? systemConsoleMode(descriptor)) == nil { try? reopen() }
        if isGraphics { systemRestoreConsole(descriptor, isFollowed: isFollowed) }
        if hidesCursor { _ = try? systemWriteAvailable(descriptor, Array("\u{1B}[?25h".utf8), from: 0) }
        if let record { ConsoleRecord.removeOurs(record) }
    }

    /// How to give text mode back on a way out that reaches no owner; nil
    /// outside graphics mode.
    public var emergencyRestore: ConsoleRestore? {
        isGraphics ? ConsoleRestore(descriptor: descriptor, isFollowed: isFollowed) : nil
    }

    /// Gives text mode back and closes the terminal.
    public consuming func close() {}

    /// Closes the terminal and leaves it in graphics mode, for the program that
    /// shows its picture next: setting text mode would show the console between
    /// the two. The next switch to another terminal gives text mode back.
    public consuming func leave() {
        if let record { ConsoleRecord.removeOurs(record) }
        // Of a terminal in graphics mode the kernel refuses to leave, it takes
        // the one back whose program is found to be dead.
        if isGraphics && !isFollowed { try? systemSetTerminalSwitching(descriptor, .ours) }
        isGraphics = false
        hidesCursor = false
    }
}

/// How to give text mode back from a signal handler or after a fatal error:
/// plain numbers, and calls that are safe at any moment. It is good as long as
/// the console is open.
public struct ConsoleRestore: Sendable {
    let descriptor: CInt
    let isFollowed: Bool

    /// Gives switching and text mode back; a refusal changes nothing.
    public func restore() {
        systemRestoreConsole(descriptor, isFollowed: isFollowed)
    }
}
