import CDRM

extension Command {
    /// `fieldfb ctl`, also called as `fieldctl`: sends one request to the daemon.
    static let control = Command(
        "ctl", operands: "REQUEST...", operandCount: 1...64, endsOptionsAtOperand: true,
        summary: "Send a request to the running daemon and print its reply.",
        options: [
            CommandOption("socket", letter: UInt8(ascii: "s"), value: "PATH",
                "The daemon's control socket; else that of FIELDFB_SOCKET, or of the settings."),
            CommandOption("timeout", letter: UInt8(ascii: "t"), value: "SECONDS",
                "How long to wait for the answer; else 5, and 65 for release and quit."),
            CommandOption("quiet", letter: UInt8(ascii: "q"),
                "Print no `ok`, and succeed without a word when no daemon is there."),
        ],
        notes: {
            var text = "Requests:\n"
            for form in ControlRequest.forms { text += "  \(form)\n" }
            text += "\n`subscribe` prints what happens, one line of JSON each, until the daemon ends.\n"
            text += "\nExit codes: 0 done, 1 refused by the daemon, 64 wrong usage, 69 no daemon,\n"
            text += "74 the connection broke or the daemon did not answer.\n"
            return text
        },
        run: ControlCommand.run)
}

enum ControlCommand {
    static func run(_ arguments: CommandArguments) throws(UsageError) -> ExitCode {
        var line = ""
        for word in arguments.operands {
            if !line.isEmpty { line += " " }
            line += word
        }
        guard !line.utf8.contains(UInt8(ascii: "\n")) else {
            throw UsageError("a request is one line")
        }
        let patience = try patience(arguments.value("timeout")) ?? DaemonConnection.patience(for: line)
        var sources = SettingSources()
        let path =
            arguments.value("socket") ?? SystemCalls.environment("FIELDFB_SOCKET")
            ?? sources.read().settings.socket
        do throws(ConnectionError) {
            var connection = try DaemonConnection(path: path, patience: patience)
            let reply = try connection.ask(line)
            if ControlRequest.isSubscription(line) && reply.hasSameBytes(as: "ok") { return try follow(&connection) }
            // A setting that is empty is an empty line.
            let isValue = arguments.operands.count == 2 && arguments.operands[0].hasSameBytes(as: "get")
            if isValue && reply.hasSameBytes(as: "ok") { return StandardOutput.finish("\n") }
            return finish(reply, isQuiet: arguments.has("quiet"))
        } catch {
            if case .noDaemon(_, let failure) = error, arguments.has("quiet"), failure.errno != EACCES {
                return .success
            }
            StandardError.say(error.message)
            return error.exitCode
        }
    }

    /// How long a person wants to wait, in nanoseconds; nil when nothing is said.
    private static func patience(_ word: String?) throws(UsageError) -> Int64? {
        guard let word else { return nil }
        guard let seconds = DecimalNumber.parse(word), seconds > 0, seconds <= 86_400 else {
            throw UsageError("--timeout is a number of seconds above 0, at most 86400, not \(ByteText.quoted(word.utf8))")
        }
        return Int64(seconds * 1e9)
    }

    /// Prints events as they come, until the daemon ends or nobody reads them
    /// any more: `fieldctl subscribe | grep -m 1 still` waits for one.
    private static func follow(_ connection: inout DaemonConnection) throws(ConnectionError) -> ExitCode {
        SystemCalls.ignoreSignal(SIGPIPE)
        while let event = try connection.nextEvent() {
            let line = event + "\n"
            do throws(SystemError) {
                try StandardOutput.write(line)
            } catch {
                if error.errno == EPIPE { return .success }
                StandardError.say("standard output: \(error.text)")
                return .inputOutput
            }
            if line.hasSameBytes(as: ControlEvent.ending.line) { return .success }
        }
        return .success
    }

    /// Prints the payload of a reply, or why the request was refused.
    private static func finish(_ reply: String, isQuiet: Bool) -> ExitCode {
        let bytes = Array(reply.utf8)
        if reply.hasSameBytes(as: "ok") { return isQuiet ? .success : StandardOutput.finish("ok\n") }
        if reply.begins(with: "ok ") { return StandardOutput.finish(String(bytes: bytes[3...]) + "\n") }
        if reply.begins(with: "error ") {
            let words = bytes[6...]
            let reason = words.prefix { !$0.isBlank }
            let text = ByteText.trimmed(words[reason.endIndex...])
            StandardError.say("\(String(bytes: reason)): \(String(bytes: text))")
            return .refused
        }
        StandardError.say("unexpected reply: \(ByteText.quoted(bytes))")
        return .inputOutput
    }
}
