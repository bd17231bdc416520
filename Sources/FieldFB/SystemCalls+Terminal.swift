import CDRM

// The calls that showing pictures in a terminal needs.

func systemIsTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

/// The device file of an open terminal, or nil.
func systemTerminalPath(_ descriptor: CInt) -> String? {
    guard let text = unsafe ttyname(descriptor) else { return nil }
    return unsafe String(cString: text)
}

/// Reads from a descriptor that does not block: nil when nothing waits, 0 when
/// the other end has hung up.
func systemReadAvailable(_ descriptor: CInt, into bytes: inout [UInt8]) throws(SystemFailure) -> Int? {
    do throws(SystemFailure) {
        return try systemRead(descriptor, into: &bytes)
    } catch {
        if error.errno == EAGAIN { return nil }
        throw error
    }
}

/// Writes the bytes from `start` on to a descriptor that does not block: how
/// many were taken, 0 when it takes none now.
func systemWriteAvailable(
    _ descriptor: CInt, _ bytes: [UInt8], from start: Int
) throws(SystemFailure) -> Int {
    precondition(start >= 0 && start <= bytes.count)
    do throws(SystemFailure) {
        return try systemCall("write") {
            unsafe bytes.withUnsafeBytes {
                guard let first = $0.baseAddress else { return 0 }
                return unsafe write(descriptor, first + start, $0.count - start)
            }
        }
    } catch {
        if error.errno == EAGAIN { return 0 }
        throw error
    }
}

// MARK: - The line discipline

func systemTerminalState(_ descriptor: CInt) throws(SystemFailure) -> termios {
    var state = termios()
    try systemCall("tcgetattr") { Int(unsafe tcgetattr(descriptor, &state)) }
    return state
}

/// Sets the state at once: waiting for the output to drain could take for ever
/// on a terminal that has stopped reading.
func systemSetTerminalState(_ descriptor: CInt, _ state: termios) throws(SystemFailure) {
    var state = state
    try systemCall("tcsetattr") { Int(unsafe tcsetattr(descriptor, TCSANOW, &state)) }
}

/// The state with keys unbuffered and unechoed, and output as it is.
func systemRawTerminalState(_ state: termios) -> termios {
    var state = state
    unsafe cdrm_terminal_make_raw(&state)
    return state
}

/// Drops what was typed and not read yet.
func systemDropInput(_ descriptor: CInt) { _ = tcflush(descriptor, TCIFLUSH) }

/// Drops what was written and has not reached the terminal yet.
func systemDropOutput(_ descriptor: CInt) { _ = tcflush(descriptor, TCOFLUSH) }

/// Columns, rows, and the size in pixels, each 0 when unknown.
func systemTerminalSize(_ descriptor: CInt) -> winsize {
    var size = winsize()
    _ = unsafe cdrm_terminal_size(descriptor, &size)
    return size
}

// MARK: - Events

/// A queue of events that is itself a descriptor to wait on, watching a terminal.
func systemWatchTerminal(_ terminal: CInt) throws(SystemFailure) -> CInt {
    let queue = CInt(try systemCall("epoll_create1") { Int(epoll_create1(CInt(O_CLOEXEC))) })
    do throws(SystemFailure) {
        try systemCall("epoll_ctl") { Int(cdrm_terminal_watch(queue, terminal, 1, 0)) }
    } catch {
        systemClose(queue)
        throw error
    }
    return queue
}

/// A descriptor that is readable when the terminal has got another size,
/// watched by the same queue. It takes the signal SIGWINCH from now on.
func systemWatchTerminalSize(_ queue: CInt) throws(SystemFailure) -> CInt {
    var signal = SIGWINCH
    let descriptor = CInt(try systemCall("signalfd") { Int(unsafe cdrm_signal_descriptor(&signal, 1)) })
    do throws(SystemFailure) {
        try systemCall("epoll_ctl") { Int(cdrm_terminal_watch(queue, descriptor, 1, 0)) }
    } catch {
        systemClose(descriptor)
        throw error
    }
    return descriptor
}

/// Whether the queue also tells when a terminal takes output.
func systemWatchTerminalOutput(_ queue: CInt, _ terminal: CInt, _ wantsOutput: Bool) {
    _ = cdrm_terminal_watch(queue, terminal, 0, wantsOutput ? 1 : 0)
}
