import CDRM

/// The text console that lies under the picture: switched to graphics mode
/// while a picture is shown, so that the kernel draws no text over it.
///
/// Everything here is an extra. A machine without virtual terminals, or a user
/// without rights on them, gets a line of log and a picture all the same.
public struct Console: ~Copyable {
    /// The device file of the virtual terminal.
    public let path: String
    private let descriptor: CInt
    private var isGraphics = false

    /// Opens the virtual terminal that is shown, or else the terminal that
    /// controls the process; nil, with a line of log, when neither can be had.
    public static func open(log: (String) -> Void) -> Console? {
        var paths = ["/dev/tty"]
        if let current = currentTerminal() { paths.insert(current, at: 0) }
        return open(paths: paths, log: log)
    }

    /// Opens the first of some device files that is a virtual terminal.
    static func open(paths: [String], log: (String) -> Void) -> Console? {
        var reason = ""
        for path in paths {
            do throws(SystemFailure) {
                let descriptor = try systemOpen(path, .readWrite)
                do throws(SystemFailure) {
                    _ = try systemConsoleMode(descriptor)
                    return Console(path: path, descriptor: descriptor)
                } catch {
                    systemClose(descriptor)
                    throw error
                }
            } catch {
                if reason.isEmpty { reason = "\(path): \(error.call): \(systemErrorText(error.errno))" }
            }
        }
        log("no text console to switch off (\(reason)); the kernel may write over the picture")
        return nil
    }

    /// The path of the virtual terminal that is shown.
    private static func currentTerminal() -> String? {
        do throws(SystemFailure) {
            let descriptor = try systemOpen("/dev/tty0", .readWrite)
            defer { systemClose(descriptor) }
            let number = try systemActiveTerminal(descriptor)
            return number > 0 ? "/dev/tty\(number)" : nil
        } catch {
            return nil
        }
    }

    private init(path: String, descriptor: CInt) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        if isGraphics { ConsoleRestore(descriptor: descriptor).restore() }
        systemClose(descriptor)
    }

    /// Stops the kernel from drawing text. A refusal is one line of log.
    public mutating func enterGraphics(log: (String) -> Void) {
        guard !isGraphics else { return }
        do {
            try systemSetConsoleMode(descriptor, KD_GRAPHICS)
            isGraphics = true
        } catch {
            log("\(path): \(error.call): \(systemErrorText(error.errno)); "
                + "the kernel may write over the picture")
        }
    }

    /// Gives text mode back. May be called more than once.
    ///
    /// Text and not the mode found: after a program that died, the mode found
    /// is the one that it left.
    public mutating func restore() {
        guard isGraphics else { return }
        ConsoleRestore(descriptor: descriptor).restore()
        isGraphics = false
    }

    /// How to give text mode back on a way out that reaches no owner; nil
    /// outside graphics mode.
    public var emergencyRestore: ConsoleRestore? {
        isGraphics ? ConsoleRestore(descriptor: descriptor) : nil
    }

    /// Gives text mode back and closes the terminal.
    public consuming func close() {}
}

/// How to give text mode back from a signal handler or after a fatal error: a
/// plain number, and one call that is safe at any moment. It is good as long
/// as the console is open.
public struct ConsoleRestore: Sendable {
    let descriptor: CInt

    /// Gives text mode back; a refusal changes nothing.
    public func restore() {
        systemRestoreConsole(descriptor)
    }
}
