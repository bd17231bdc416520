import CDRM

/// Gives the text console back that a killed program left in graphics mode:
/// from outside, where no handler and no owner of that program was reached.
public enum ConsoleRescue {
    /// Where the daemon notes down the terminal it took.
    public static let recordPath = "/run/fieldfb/console"

    /// Gives back what a record names, and removes the record. Without a record
    /// there is nothing to do; a terminal whose program is alive, or that
    /// another program has taken over, is left alone.
    ///
    /// - Parameter log: takes one line for what was done or could not be done.
    public static func restore(record path: String = recordPath, log: (String) -> Void) {
        guard let record = ConsoleRecord.read(path) else { return }
        if record.isOwnerAlive { return }
        withTerminal(record.terminal, log: log) { descriptor, name in
            guard mayTake(descriptor, from: record) else {
                log("\(name): another program has it now; it is left alone")
                return
            }
            giveBack(descriptor, name: name, showsCursor: record.hidesCursor, log: log)
            wakeShownTerminal(descriptor, log: log)
        }
        systemRemove(path)
    }

    /// Gives every virtual terminal back that is in graphics mode, whosever it
    /// is, and wakes the one that is shown.
    public static func restoreAll(record path: String = recordPath, log: (String) -> Void) {
        for number in terminals() {
            withTerminal(number, log: log) { descriptor, name in
                giveBack(descriptor, name: name, showsCursor: true, log: log)
            }
        }
        if let shown = try? systemOpen("/dev/tty0", .readWriteNonBlocking) {
            wakeShownTerminal(shown, log: log)
            systemClose(shown)
        }
        if let record = ConsoleRecord.read(path), !record.isOwnerAlive { systemRemove(path) }
    }

    /// The numbers of the virtual terminals that exist. Opening any other
    /// number would make one.
    private static func terminals() -> [Int] {
        var numbers: [Int] = []
        for name in (try? systemFolderNames("/sys/class/vc")) ?? [] {
            guard name.utf8.starts(with: "vcs".utf8) else { continue }
            if let number = ConsoleSearch.activeTerminal(named: Array("tty".utf8) + name.utf8.dropFirst(3)) {
                numbers.append(number)
            }
        }
        return numbers.sorted()
    }

    private static func withTerminal(
        _ number: Int, log: (String) -> Void, _ body: (_ descriptor: CInt, _ name: String) -> Void
    ) {
        let name = "/dev/tty\(number)"
        do throws(SystemFailure) {
            let descriptor = try systemOpen(name, .readWriteNonBlocking)
            // No virtual terminal, no word to it: a serial line under that name keeps its peace.
            if (try? systemConsoleMode(descriptor)) != nil { body(descriptor, name) }
            systemClose(descriptor)
        } catch {
            log("\(name): \(error.call): \(systemErrorText(error.errno))")
        }
    }

    /// Whether the terminal still is as the dead program left it.
    private static func mayTake(_ descriptor: CInt, from record: ConsoleRecord) -> Bool {
        guard let switching = try? systemTerminalSwitching(descriptor),
            let mode = try? systemConsoleMode(descriptor)
        else { return true }
        return record.isLeft(switching: switching, isGraphics: mode == KD_GRAPHICS)
    }

    /// Switching, keyboard, text, cursor, each whatever became of the others.
    private static func giveBack(
        _ descriptor: CInt, name: String, showsCursor: Bool, log: (String) -> Void
    ) {
        let mode = try? systemConsoleMode(descriptor)
        attempt(name, log) { () throws(SystemFailure) in
            if try systemTerminalSwitching(descriptor) != .automatic {
                try systemSetTerminalSwitching(descriptor, .automatic)
            }
        }
        attempt(name, log) { () throws(SystemFailure) in
            let keyboard = try systemKeyboardMode(descriptor)
            if keyboard != K_XLATE && keyboard != K_UNICODE {
                try systemSetKeyboardMode(descriptor, isUnicodeUsual ? K_UNICODE : K_XLATE)
            }
        }
        attempt(name, log) { () throws(SystemFailure) in
            if mode == KD_GRAPHICS {
                try systemSetConsoleMode(descriptor, KD_TEXT)
                log("\(name): in text mode again")
            }
        }
        if showsCursor { _ = try? systemWriteAvailable(descriptor, Array("\u{1B}[?25h".utf8), from: 0) }
    }

    private static func attempt(
        _ name: String, _ log: (String) -> Void, _ body: () throws(SystemFailure) -> Void
    ) {
        do throws(SystemFailure) {
            try body()
        } catch {
            log("\(name): \(error.call): \(systemErrorText(error.errno))")
        }
    }

    /// Whether keyboards speak UTF-8 here unless told otherwise.
    private static var isUnicodeUsual: Bool {
        smallFile("/sys/module/vt/parameters/default_utf8").first != UInt8(ascii: "0")
    }

    /// Brings the shown terminal's text back when somebody switched to it from
    /// the dead program's. The kernel then gives the dead terminal text mode
    /// without waking its console, and only another change from graphics to
    /// text wakes it.
    private static func wakeShownTerminal(_ descriptor: CInt, log: (String) -> Void) {
        guard let shown = try? systemActiveTerminal(descriptor), shown > 0 else { return }
        withTerminal(shown, log: log) { descriptor, name in
            guard (try? systemConsoleMode(descriptor)) == KD_TEXT,
                (try? systemIsConsoleBlanked(descriptor)) == true
            else { return }
            attempt(name, log) { () throws(SystemFailure) in
                try systemSetConsoleMode(descriptor, KD_GRAPHICS)
                try systemSetConsoleMode(descriptor, KD_TEXT)
                log("\(name): its text is shown again")
            }
        }
    }
}
