extension Command {
    /// `fieldfb check`: validates settings.
    static let check = Command(
        "check", operands: "[FILE...]", operandCount: 0...1024,
        summary: "Check setting files: every fault with its line and what is allowed.",
        options: [
            CommandOption("root", letter: UInt8(ascii: "r"), value: "DIR",
                "Read the files of the system that has its root there."),
            CommandOption("show", letter: UInt8(ascii: "s"), "Show every setting and where it comes from."),
        ],
        notes: {
            "Without FILE it checks all that `run` reads: setting files and, without --root, the\n"
                + "kernel's command line.\n\n"
                + SettingHelp.text + "\nExit codes: 0 no fault, 1 at least one, 64 wrong usage.\n"
        },
        run: CheckCommand.run)
}

enum CheckCommand {
    static func run(_ arguments: CommandArguments) throws(UsageError) -> ExitCode {
        let report = arguments.operands.isEmpty ? try system(arguments) : try files(arguments)
        return StandardOutput.finish(report.text, code: report.isFaulty ? .refused : .success)
    }

    /// Checks each file by itself.
    private static func files(
        _ arguments: CommandArguments
    ) throws(UsageError) -> (text: String, isFaulty: Bool) {
        for option in ["root", "show"] where arguments.has(option) {
            throw UsageError("--\(option) is about the files of the system: it goes without FILE")
        }
        var text = ""
        for path in arguments.operands {
            var sources = SettingSources(file: path)
            sources.kernelCommandLine = nil
            for message in sources.read().faults.messages { text += message + "\n" }
        }
        return (text, !text.isEmpty)
    }

    /// Checks what `run` would read.
    private static func system(
        _ arguments: CommandArguments
    ) throws(UsageError) -> (text: String, isFaulty: Bool) {
        var sources = SettingSources()
        if let root = arguments.value("root") {
            guard SystemCalls.isDirectory(root) else {
                throw UsageError("--root: there is no folder \(ByteText.quoted(root.utf8))")
            }
            var bytes = Array(root.utf8)
            while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
            sources.root = String(bytes: bytes)
            sources.kernelCommandLine = nil
        }
        let reading = sources.read()
        var text = ""
        for message in reading.faults.messages { text += message + "\n" }
        if arguments.has("show") {
            for (setting, origin) in zip(Setting.all, reading.origins) {
                text += "\(origin?.text ?? "default"): \(setting.key) = \(setting.read(reading.settings))\n"
            }
        }
        return (text, !reading.faults.isEmpty)
    }
}
