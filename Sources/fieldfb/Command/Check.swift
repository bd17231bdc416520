import FieldFB

extension Command {
    /// `fieldfb check`: validates settings.
    static let check = Command(
        "check", operands: "[FILE...]", operandCount: 0...1024,
        summary: "Check setting files: every fault with its line and what is allowed.",
        options: [
            CommandOption("root", letter: UInt8(ascii: "r"), value: "DIR",
                "Check the files of the system that has its root there."),
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
        let isSystem = arguments.operands.isEmpty
        for option in ["root", "show"] where !isSystem && arguments.has(option) {
            throw UsageError("--\(option) is about the files of the system: it goes without FILE")
        }
        var report = ""
        var code = ExitCode.success
        // Each file is checked by itself.
        for file in isSystem ? [nil] : arguments.operands.map({ $0 as String? }) {
            var sources = SettingSources(file: file)
            if file != nil { sources.kernelCommandLine = nil }
            if let root = arguments.value("root") { try enter(root, &sources) }
            let reading = sources.read()
            for message in reading.faults.messages { report += message + "\n" }
            if !reading.faults.isEmpty { code = .refused }
            if let warning = reading.settings.contrastWarning { report += warning + "\n" }
            for message in filesNotRead(reading.settings, root: sources.root) {
                report += message + "\n"
                code = .refused
            }
            if arguments.has("show") { report += text(reading) }
        }
        return StandardOutput.finish(report, code: code)
    }

    /// Has the files looked for under another root.
    private static func enter(_ root: String, _ sources: inout SettingSources) throws(UsageError) {
        guard SystemCalls.isDirectory(root) else {
            throw UsageError("--root: there is no folder \(ByteText.quoted(root.utf8))")
        }
        var bytes = Array(root.utf8)
        while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        sources.root = String(bytes: bytes)
        sources.kernelCommandLine = nil
    }

    /// What is wrong with the pictures and the font that are named, below a root.
    private static func filesNotRead(_ settings: Settings, root: String) -> [String] {
        var messages: [String] = []
        for path in [settings.poster, settings.logo] where !path.utf8.isEmpty {
            do throws(PictureReadError) {
                _ = try PictureReader.read(path: root + path, widest: 1, highest: 1)
            } catch {
                messages.append(error.message)
            }
        }
        if !settings.font.utf8.isEmpty {
            do throws(TextError) {
                messages += try Typeface(path: root + settings.font).warnings
            } catch {
                messages.append(error.message)
            }
        }
        return messages
    }

    /// Every setting, in the form of the faults: where it comes from, then what it is.
    private static func text(_ reading: SettingReading) -> String {
        var text = ""
        for (setting, origin) in zip(Setting.all, reading.origins) {
            text += "\(origin?.text ?? "default"): \(setting.key) = \(setting.read(reading.settings))\n"
        }
        return text
    }
}
