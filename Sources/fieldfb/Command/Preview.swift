import CDRM
import FieldCore
import FieldFB

extension Command {
    /// `fieldfb preview`: the field in the terminal the program runs in.
    static let preview = Command(
        "preview", summary: "Show the field live in this terminal.",
        options: [
            CommandOption("mode", value: "MODE", "How to draw: auto, blocks, kitty or sixel; auto asks the terminal."),
            CommandOption("scale", value: "S", "Pixels in a point, 0.25 to 8; as the terminal needs by default."),
            .config, .set,
        ],
        notes: {
            SettingHelp.text + """

            Keys: space parks the field and lets it run again, s switches between dots and lines,
            q, Escape or Control-C ends. The terminal is given back as it was.
            Exit codes: 0 ended on request, 64 wrong usage or a terminal that cannot show
            pictures, 74 the terminal failed or went away.

            """
        },
        run: { arguments throws(UsageError) in
            var sources = try SettingSources(arguments)
            let scale = try ScaleChoice(option: arguments.value("scale"))
            let mode = try mode(arguments.value("mode"))
            var settings = sources.readAloud()
            if let scale { settings.scale = PerConnector(scale) }
            return Preview.run(settings, mode: mode)
        })

    private static func mode(_ word: String?) throws(UsageError) -> TerminalMode {
        guard let word else { return .auto }
        var words: [String] = []
        for mode in TerminalMode.allCases {
            if mode.word.hasSameBytes(as: word) { return mode }
            words.append(mode.word)
        }
        throw UsageError("--mode is one of \(ByteText.list(words)), not \(ByteText.quoted(word.utf8))")
    }
}

/// Starting and ending of the preview.
enum Preview {
    /// Shows the field until a person or a signal ends it.
    static func run(_ settings: Settings, mode: TerminalMode = .auto) -> ExitCode {
        // A message that nobody reads must not end it and keep the terminal.
        SystemCalls.ignoreSignal(SIGPIPE)
        do throws(SystemError) {
            // Taken before the terminal is, so that no signal can end the program
            // between the two and leave the terminal as it must not be left.
            let signals = try SystemCalls.signalDescriptor(
                [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCONT])
            return show(settings, mode, signals)
        } catch {
            StandardError.say("preview: \(error.call): \(error.text)")
            return .system
        }
    }

    private static func show(
        _ settings: Settings, _ mode: TerminalMode, _ signals: consuming Descriptor
    ) -> ExitCode {
        var reduced = ReducedMotion()
        reduced.follow(settings)
        do throws(OutputError) {
            var loop = PreviewLoop(
                output: try TerminalOutput.open(1, mode: mode), signals: signals, reduced: reduced,
                settings: settings)
            do throws(OutputError) {
                try loop.run()
                loop.close()
                return .success
            } catch {
                loop.close()
                StandardError.say("preview: \(error.message)")
                return .inputOutput
            }
        } catch {
            // Without an error number the terminal was refused, not failed.
            StandardError.say("preview: \(error.message)")
            return error.errno == 0 ? .usage : .inputOutput
        }
    }
}
