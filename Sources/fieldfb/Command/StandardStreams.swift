/// Standard error: one line a message, `fieldfb: what: why`.
enum StandardError {
    static func say(_ message: String) {
        _ = try? writeAll(message: "fieldfb: \(message)\n", to: 2)
    }
}

/// Standard output.
enum StandardOutput {
    static func write(_ text: String) throws(SystemError) {
        try writeAll(message: text, to: 1)
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

private func writeAll(message: String, to descriptor: CInt) throws(SystemError) {
    let bytes = Array(message.utf8)
    var start = 0
    while start < bytes.count {
        start += try SystemCalls.write(descriptor, bytes[start...])
    }
}
