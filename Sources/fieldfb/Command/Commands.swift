/// All commands, and the way from the words of a person to one of them.
enum Commands {
    static var all: [Command] {
        [.runDaemon, .control, .render, .preview, .probe, .check, .restoreConsole]
    }

    /// Runs what the words ask for. The first word is the name under which the
    /// program was called.
    static func run(_ words: [String]) -> ExitCode {
        let called = lastComponent(words.first ?? "fieldfb")
        if called.hasSameBytes(as: "fieldctl") {
            return run("ctl", words.dropFirst())
        }
        guard words.count > 1 else {
            StandardError.say("no command given; `fieldfb --help` lists them")
            return .usage
        }
        let first = words[1]
        if first.hasSameBytes(as: "--help") || first.hasSameBytes(as: "-h") || first.hasSameBytes(as: "help") {
            return StandardOutput.finish(Help.program(all))
        }
        if first.hasSameBytes(as: "--version") || first.hasSameBytes(as: "-V") {
            return StandardOutput.finish("fieldfb \(Version.text)\n")
        }
        return run(first, words.dropFirst(2))
    }

    private static func run(_ name: String, _ words: ArraySlice<String>) -> ExitCode {
        guard let command = all.first(where: { $0.name.hasSameBytes(as: name) }) else {
            let what = name.begins(with: "-") ? "option" : "command"
            StandardError.say(
                "unknown \(what) \(ByteText.quoted(name.utf8)); `fieldfb --help` lists the commands")
            return .usage
        }
        do throws(UsageError) {
            let arguments = try CommandArguments(parsing: words, of: command)
            if arguments.has(CommandOption.help.name) {
                return StandardOutput.finish(Help.command(command))
            }
            if arguments.has(CommandOption.version.name) {
                return StandardOutput.finish("fieldfb \(Version.text)\n")
            }
            return try command.run(arguments)
        } catch {
            StandardError.say("\(name): \(error.message); see `fieldfb \(name) --help`")
            return .usage
        }
    }

    private static func lastComponent(_ path: String) -> String {
        let bytes = Array(path.utf8)
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return String(bytes: bytes[(slash + 1)...])
    }
}
