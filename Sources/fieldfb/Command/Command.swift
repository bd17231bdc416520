/// An option of a command.
struct CommandOption: Sendable {
    /// The long name without its dashes.
    let name: String
    /// The letter of the short form, if it has one.
    let letter: UInt8?
    /// What its value is called in the help; nil for an option without a value.
    let value: String?
    /// Whether it may be given more than once.
    let repeats: Bool
    let summary: String

    init(
        _ name: String, letter: UInt8? = nil, value: String? = nil, repeats: Bool = false,
        _ summary: String
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.repeats = repeats
        self.summary = summary
    }

    static let help = CommandOption("help", letter: UInt8(ascii: "h"), "Show this help.")
    static let version = CommandOption("version", letter: UInt8(ascii: "V"), "Show the version.")
}

/// A command of the program: what it takes, what its help says, what it does.
struct Command: Sendable {
    let name: String
    /// The operands as the help names them, such as `FILE...`; empty for none.
    let operands: String
    let operandCount: ClosedRange<Int>
    /// Whether everything after the first operand is an operand too, even when
    /// it begins with a dash.
    let endsOptionsAtOperand: Bool
    let summary: String
    let options: [CommandOption]
    /// What the help says after the options.
    let notes: @Sendable () -> String
    let run: @Sendable (CommandArguments) throws(UsageError) -> ExitCode

    init(
        _ name: String, operands: String = "", operandCount: ClosedRange<Int> = 0...0,
        endsOptionsAtOperand: Bool = false, summary: String, options: [CommandOption] = [],
        notes: @escaping @Sendable () -> String = { "" },
        run: @escaping @Sendable (CommandArguments) throws(UsageError) -> ExitCode
    ) {
        self.name = name
        self.operands = operands
        self.operandCount = operandCount
        self.endsOptionsAtOperand = endsOptionsAtOperand
        self.summary = summary
        self.options = options + [.help, .version]
        self.notes = notes
        self.run = run
    }
}

/// The command was used wrongly: what is wrong with it, for a person.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
