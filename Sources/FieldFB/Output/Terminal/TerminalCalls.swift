import CDRM

/// Every call into C that showing pictures in a terminal needs.
enum TerminalCalls {
    /// Repeats a call that a signal interrupted, and turns -1 into its error.
    private static func value(
        _ call: StaticString, _ body: () -> Int
    ) throws(SystemFailure) -> Int {
        while true {
            let result = body()
            if result >= 0 { return result }
            let code = cdrm_errno()
            if code != EINTR { throw SystemFailure(call: call, errno: code) }
        }
    }

    static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

    static func environment(_ name: String) -> String? {
        guard let text = unsafe getenv(name) else { return nil }
        return unsafe String(cString: text)
    }

    /// The device file of an open terminal, or nil.
    static func path(_ descriptor: CInt) -> String? {
        guard let text = unsafe ttyname(descriptor) else { return nil }
        return unsafe String(cString: text)
    }

    /// Opens a terminal once more. The new descriptor has flags of its own:
    /// making it non-blocking does not make the shell's standard input so.
    static func open(_ path: String) throws(SystemFailure) -> CInt {
        CInt(try value("open") {
            unsafe Int(cdrm_open(path, O_RDWR | O_NOCTTY | O_NONBLOCK, 0))
        })
    }

    static func close(_ descriptor: CInt) { _ = CDRM.close(descriptor) }

    /// What was read; nil when nothing waits. An empty answer is a hang-up.
    static func read(_ descriptor: CInt, into buffer: inout [UInt8]) throws(SystemFailure) -> Int? {
        do throws(SystemFailure) {
            return try value("read") {
                unsafe buffer.withUnsafeMutableBytes {
                    unsafe CDRM.read(descriptor, $0.baseAddress, $0.count)
                }
            }
        } catch {
            if error.errno == EAGAIN { return nil }
            throw error
        }
    }

    /// How many of the bytes from `start` on were taken; 0 when the terminal takes none now.
    static func write(
        _ descriptor: CInt, _ bytes: [UInt8], from start: Int
    ) throws(SystemFailure) -> Int {
        do throws(SystemFailure) {
            return try value("write") {
                unsafe bytes.withUnsafeBytes {
                    unsafe CDRM.write(descriptor, $0.baseAddress! + start, $0.count - start)
                }
            }
        } catch {
            if error.errno == EAGAIN { return 0 }
            throw error
        }
    }

    /// Waits until the terminal can be read from or written to, at most so long.
    static func wait(_ descriptor: CInt, toWrite: Bool, milliseconds: Int) -> Bool {
        var entry = pollfd(
            fd: descriptor, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)
        return unsafe poll(&entry, 1, CInt(clamping: milliseconds)) > 0
    }

    static func monotonicMilliseconds() -> Int {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        return Int(now.tv_sec) * 1000 + Int(now.tv_nsec) / 1_000_000
    }

    static func attributes(_ descriptor: CInt) throws(SystemFailure) -> termios {
        var state = termios()
        _ = try value("tcgetattr") { unsafe Int(tcgetattr(descriptor, &state)) }
        return state
    }

    /// Sets the state at once: waiting for the output to drain could take for
    /// ever on a terminal that has stopped reading.
    static func setAttributes(_ descriptor: CInt, _ state: termios) throws(SystemFailure) {
        var state = state
        _ = try value("tcsetattr") { unsafe Int(tcsetattr(descriptor, TCSANOW, &state)) }
    }

    /// The state with keys unbuffered and unechoed, and output as it is.
    static func raw(_ state: termios) -> termios {
        var state = state
        unsafe cdrm_terminal_make_raw(&state)
        return state
    }

    /// Drops what was typed and not read yet.
    static func dropInput(_ descriptor: CInt) { _ = tcflush(descriptor, TCIFLUSH) }

    /// Drops what was written and has not reached the terminal yet.
    static func dropOutput(_ descriptor: CInt) { _ = tcflush(descriptor, TCOFLUSH) }

    /// Columns, rows, and the size in pixels, each 0 when unknown.
    static func size(_ descriptor: CInt) -> winsize {
        var size = winsize()
        _ = unsafe cdrm_terminal_size(descriptor, &size)
        return size
    }

    /// A queue of events that is itself a descriptor to wait on, watching a terminal.
    static func watchQueue(_ terminal: CInt) throws(SystemFailure) -> CInt {
        let queue = CInt(try value("epoll_create1") { Int(epoll_create1(CInt(O_CLOEXEC))) })
        do throws(SystemFailure) {
            _ = try value("epoll_ctl") { Int(cdrm_terminal_watch(queue, terminal, 1, 0)) }
        } catch {
            close(queue)
            throw error
        }
        return queue
    }

    /// A descriptor that is readable when the terminal has got another size,
    /// watched by the same queue. It takes the signal SIGWINCH from now on.
    static func watchSize(_ queue: CInt) throws(SystemFailure) -> CInt {
        var signal = SIGWINCH
        let descriptor = CInt(try value("signalfd") { unsafe Int(cdrm_signal_descriptor(&signal, 1)) })
        do throws(SystemFailure) {
            _ = try value("epoll_ctl") { Int(cdrm_terminal_watch(queue, descriptor, 1, 0)) }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    static func watch(_ queue: CInt, _ terminal: CInt, wantsOutput: Bool) {
        _ = cdrm_terminal_watch(queue, terminal, 0, wantsOutput ? 1 : 0)
    }
}
