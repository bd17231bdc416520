import FieldFB

extension Command {
    /// `fieldfb restore-console`: the text console after a daemon that was killed.
    static let restoreConsole = Command(
        "restore-console",
        summary: "Give the text console back after a daemon that was killed.",
        options: [
            CommandOption("all", letter: UInt8(ascii: "a"),
                "Every terminal in graphics mode, whosever it is."),
            CommandOption("record", letter: UInt8(ascii: "r"), value: "FILE",
                "Where the daemon noted its terminal; \(ConsoleRescue.recordPath) when not given."),
        ],
        notes: {
            "Sets text mode, the kernel's own switching between terminals and the usual\n"
                + "keyboard on the terminal the dead daemon had. Without one there is nothing to\n"
                + "do, and a terminal that another program has by now is left alone; --all is\n"
                + "for a person at a machine whose screen stays dark, and takes the screen from\n"
                + "a program that is still running.\n"
                + "Exit codes: 0 done, or nothing to do, or a terminal refused, 64 wrong usage.\n"
        },
        run: { arguments throws(UsageError) in
            let record = arguments.value("record") ?? ConsoleRescue.recordPath
            let log: (String) -> Void = { StandardError.say("restore-console: \($0)") }
            if arguments.has("all") {
                ConsoleRescue.restoreAll(record: record, log: log)
            } else {
                ConsoleRescue.restore(record: record, log: log)
            }
            return .success
        })
}
