/// The texts of `--help`.
enum Help {
    /// What the program as a whole can do.
    static func program(_ commands: [Command]) -> String {
        var text = "usage: fieldfb COMMAND [OPTIONS]\n\n"
        text += "A living progress field on the screen of a Linux device, without a desktop.\n\n"
        text += "Commands:\n"
        let width = 2 + commands.reduce(0) { max($0, $1.name.utf8.count) }
        for command in commands {
            text += "  \(command.name.padded(to: width))\(command.summary)\n"
        }
        text += "\n`fieldfb COMMAND --help` tells more about one of them; `fieldctl` is short for\n"
        text += "`fieldfb ctl`. Every command ends with 74 when its output cannot be written.\n"
        return text
    }

    /// What one command can do.
    static func command(_ command: Command) -> String {
        var text = "usage: fieldfb \(command.name) [OPTIONS]"
        if !command.operands.isEmpty { text += " \(command.operands)" }
        text += "\n\n\(command.summary)\n\nOptions:\n"
        var forms: [String] = []
        for option in command.options { forms.append(form(option)) }
        let width = 2 + forms.reduce(0) { max($0, $1.utf8.count) }
        for (index, option) in command.options.enumerated() {
            text += "  \(forms[index].padded(to: width))\(option.summary)\n"
        }
        let notes = command.notes()
        return notes.isEmpty ? text : text + "\n" + notes
    }

    private static func form(_ option: CommandOption) -> String {
        var text = "    "
        if let letter = option.letter { text = "-\(String(bytes: [letter])), " }
        text += "--\(option.name)"
        if let value = option.value { text += " \(value)" }
        return text
    }
}
