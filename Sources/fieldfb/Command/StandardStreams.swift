import CDRM

/// Standard error: one line a message, `fieldfb: what: why`.
enum StandardError {
    /// How long a message may wait for a reader that stalls, in milliseconds.
    static let patience: CInt = 200
    /// Whether the last message found no reader: then the next ones do not
    /// wait. The program has one thread.
    nonisolated(unsafe) private static var isStalled = false
    /// What a pipe takes at once when it takes anything (PIPE_BUF), in bytes.
    private static let pieceSize = 4096

    /// Says it, unless nobody takes it: a journal or terminal that stalls must
    /// not hold up the display.
    static func say(_ message: String) {
        var rest = Array("fieldfb: \(message)\n".utf8)[...]
        while !rest.isEmpty {
            var entries = [pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)]
            try? SystemCalls.poll(&entries, milliseconds: unsafe isStalled ? 0 : patience)
            unsafe isStalled = entries[0].revents == 0
            guard entries[0].revents != 0,
                let count = try? SystemCalls.write(2, rest.prefix(pieceSize)), count > 0
            else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// Standard output.
enum StandardOutput {
    static func write(_ text: String) throws(SystemError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty { rest = rest.dropFirst(try SystemCalls.write(1, rest)) }
    }

    /// Writes a text and turns the outcome into an exit code, with a message
    /// when the text could not be written.
    static func finish(_ text: String, code: ExitCode = .success) -> ExitCode {
        do throws(SystemError) {
            try write(text)
            return code
        } catch {
            StandardError.say("standard output: \(error.text)")
            return .inputOutput
        }
    }

    static var isTerminal: Bool { SystemCalls.isTerminal(1) }
}
