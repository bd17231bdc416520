/// The options and operands a command was given.
struct CommandArguments: Sendable {
    private var given: [(option: String, value: String)] = []
    private(set) var operands: [String] = []

    /// Whether the option was given.
    func has(_ option: String) -> Bool {
        given.contains { $0.option.hasSameBytes(as: option) }
    }

    /// The value of the option, or nil when it was not given.
    func value(_ option: String) -> String? {
        values(option).last
    }

    /// All values of an option that may be repeated, in order.
    func values(_ option: String) -> [String] {
        var values: [String] = []
        for entry in given where entry.option.hasSameBytes(as: option) { values.append(entry.value) }
        return values
    }

    /// Sorts words into options and operands by the table of the command.
    ///
    /// Forms: `--name`, `--name VALUE`, `--name=VALUE`, `-n`, `-n VALUE`,
    /// `-nVALUE`; `--` ends the options; `-` alone is an operand.
    init(parsing words: some Collection<String>, of command: Command) throws(UsageError) {
        var index = words.startIndex
        var optionsEnded = false
        while index != words.endIndex {
            let word = words[index]
            words.formIndex(after: &index)
            if optionsEnded || !word.begins(with: "-") || word.hasSameBytes(as: "-") {
                operands.append(word)
                if command.endsOptionsAtOperand { optionsEnded = true }
                continue
            }
            if word.hasSameBytes(as: "--") {
                optionsEnded = true
                continue
            }
            let (option, attached) = try CommandArguments.option(word, of: command)
            if !option.repeats && has(option.name) {
                throw UsageError("--\(option.name) was given twice")
            }
            if let name = option.value {
                var value = attached
                if value == nil, index != words.endIndex {
                    value = words[index]
                    words.formIndex(after: &index)
                }
                guard let value, !value.utf8.isEmpty else {
                    throw UsageError("--\(option.name) needs a value: \(name)")
                }
                given.append((option.name, value))
            } else if attached != nil {
                throw UsageError("--\(option.name) takes no value")
            } else {
                given.append((option.name, ""))
            }
        }
        // Someone who asks for help need not give the operands.
        if has(CommandOption.help.name) || has(CommandOption.version.name) { return }
        if operands.count < command.operandCount.lowerBound {
            throw UsageError("\(command.operands) is missing")
        }
        if operands.count > command.operandCount.upperBound {
            let extra = operands[command.operandCount.upperBound]
            throw UsageError("unexpected word \(ByteText.quoted(extra.utf8))")
        }
    }

    /// The option a word names, and the value written in the same word.
    private static func option(
        _ word: String, of command: Command
    ) throws(UsageError) -> (CommandOption, attached: String?) {
        let bytes = Array(word.utf8)
        if word.begins(with: "--") {
            let equals = bytes.firstIndex(of: UInt8(ascii: "="))
            let name = String(bytes: bytes[2..<(equals ?? bytes.count)])
            for option in command.options where option.name.hasSameBytes(as: name) {
                return (option, equals.map { String(bytes: bytes[($0 + 1)...]) })
            }
        } else {
            for option in command.options where option.letter == bytes[1] {
                return (option, bytes.count > 2 ? String(bytes: bytes[2...]) : nil)
            }
        }
        throw UsageError("unknown option \(ByteText.quoted(word.utf8))")
    }
}
