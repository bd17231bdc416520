import FieldFB

extension Command {
    /// `fieldfb run`: the daemon, in the foreground.
    static let runDaemon = Command(
        "run",
        summary: "Show the field on the display, and listen on the control socket.",
        options: [
            CommandOption("output", letter: UInt8(ascii: "o"), value: "KIND", RunCommand.outputSummary),
            .config,
            CommandOption("socket", letter: UInt8(ascii: "s"), value: "PATH", "The path of the control socket."),
            .set,
        ],
        notes: {
            SettingHelp.text
                + "\nOn a machine without any display device, started in a terminal, it shows the preview\n"
                + "instead of the daemon.\n"
                + "\nSignals: TERM, INT and QUIT end the daemon and give the display back; HUP reads the\n"
                + "settings again.\n"
                + "Exit codes: 0 ended on request, 64 wrong usage, 71 the kernel lacks something needed,\n"
                + "73 another instance has the socket.\n"
        },
        run: RunCommand.run)
}

enum RunCommand {
    static var outputSummary: String {
        var words: [String] = []
        for choice in OutputChoice.allCases { words.append(choice.rawValue) }
        return "Where to show it: \(ByteText.list(words))."
    }

    static func run(_ arguments: CommandArguments) throws(UsageError) -> ExitCode {
        var sources = try SettingSources(arguments)
        if let output = arguments.value("output") { try sources.add(key: "Output", value: output) }
        if let socket = arguments.value("socket") { try sources.add(key: "Socket", value: socket) }
        StandardError.limit()
        let settings = sources.readAloud()
        StandardError.isDebugging = settings.debug == .yes
        switch settings.output {
        // Asked for in a file it is no reason to end: the daemon says what is
        // missing and answers on its socket.
        case .terminal where sources.sets("Output") && !StandardOutput.isTerminal:
            StandardError.say(
                "run: standard output is to be the display, but it is no terminal; "
                    + "`--output headless` needs none")
            return .usage
        case .auto where StandardOutput.isTerminal:
            // A person at a terminal of a machine without a display sees the
            // field all the same.
            let report = OutputProbe.report()
            if report.choice == nil {
                StandardError.say(report.refusal)
                StandardError.say("showing the field in this terminal instead")
                return Preview.run(settings)
            }
        case .auto, .drm, .framebuffer, .headless, .terminal:
            break
        }
        return Daemon.run(sources: sources, settings: settings)
    }
}

extension SettingSources {
    /// What `--config` and `--set` say.
    init(_ arguments: CommandArguments) throws(UsageError) {
        self.init(file: arguments.value(CommandOption.config.name))
        for assignment in arguments.values(CommandOption.set.name) { try add(assignment: assignment) }
    }

    /// Reads the settings and says what is wrong with them.
    mutating func readAloud() -> Settings {
        let reading = read()
        for message in reading.faults.messages { StandardError.say(.warning, message) }
        if let warning = reading.settings.contrastWarning { StandardError.say(.warning, warning) }
        return reading.settings
    }
}

extension CommandOption {
    /// `--config`, as every command takes it that reads setting files.
    static let config = CommandOption(
        "config", letter: UInt8(ascii: "c"), value: "FILE",
        "The setting file to read instead of those of the system.")
    /// `--set`, as every command takes it that works from the settings.
    static let set = CommandOption("set", value: "KEY=VALUE", repeats: true, "A setting; may be repeated.")
}
