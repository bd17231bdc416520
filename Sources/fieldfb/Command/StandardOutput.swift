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
