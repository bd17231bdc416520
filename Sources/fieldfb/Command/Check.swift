extension Command {
    /// `fieldfb check`: validates setting files.
    static let check = Command(
        "check", operands: "FILE...", operandCount: 1...1024,
        summary: "Check setting files: every fault with its line and what is allowed.",
        notes: { SettingHelp.text + "\nExit codes: 0 no fault, 1 at least one, 64 wrong usage.\n" },
        run: CheckCommand.run)
}

enum CheckCommand {
    static func run(_ arguments: CommandArguments) throws(UsageError) -> ExitCode {
        var report = ""
        for path in arguments.operands {
            let (_, faults) = SettingSources(file: path).read()
            for message in faults.messages { report += message + "\n" }
        }
        return StandardOutput.finish(report, code: report.isEmpty ? .success : .refused)
    }
}
