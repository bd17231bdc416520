import Testing

@testable import fieldfb

@Suite("Options and operands")
struct CommandArgumentsTests {
    private static let command = Command(
        "try", operands: "WORD...", operandCount: 0...2, summary: "",
        options: [
            CommandOption("output", letter: UInt8(ascii: "o"), value: "KIND", ""),
            CommandOption("set", value: "KEY=VALUE", repeats: true, ""),
            CommandOption("json", letter: UInt8(ascii: "j"), ""),
        ],
        run: { _ throws(UsageError) in .success })

    private func parse(_ words: String...) throws -> CommandArguments {
        try CommandArguments(parsing: words, of: Self.command)
    }

    private func complaint(_ words: String...) -> String {
        do throws(UsageError) {
            _ = try CommandArguments(parsing: words, of: Self.command)
            return ""
        } catch {
            return error.message
        }
    }

    @Test("a value may follow, or be attached")
    func values() throws {
        #expect(try parse("--output", "drm").value("output") == "drm")
        #expect(try parse("--output=drm").value("output") == "drm")
        #expect(try parse("-o", "drm").value("output") == "drm")
        #expect(try parse("-odrm").value("output") == "drm")
        #expect(try parse("--set=Ink=#FFF", "--set", "Pitch=3").values("set") == ["Ink=#FFF", "Pitch=3"])
    }

    @Test("two dashes end the options, one dash is an operand")
    func operands() throws {
        let arguments = try parse("-j", "--", "--output")
        #expect(arguments.has("json"))
        #expect(arguments.operands == ["--output"])
        #expect(try parse("-").operands == ["-"])
    }

    @Test("wrong words are named")
    func wrong() {
        #expect(complaint("--nonsense") == "unknown option \"--nonsense\"")
        #expect(complaint("-x") == "unknown option \"-x\"")
        #expect(complaint("--outputs=drm") == "unknown option \"--outputs=drm\"")
        #expect(complaint("--output") == "--output needs a value: KIND")
        #expect(complaint("--output=") == "--output needs a value: KIND")
        #expect(complaint("--output", "") == "--output needs a value: KIND")
        #expect(complaint("--json=yes") == "--json takes no value")
        #expect(complaint("--output=a", "-o", "b") == "--output was given twice")
        #expect(complaint("a", "b", "c") == "unexpected word \"c\"")
    }

    @Test("every command of the program has its own help, which names each of its options")
    func help() {
        for command in Commands.all {
            let help = Help.command(command)
            #expect(help.hasPrefix("usage: fieldfb \(command.name)"))
            for option in command.options { #expect(help.contains("--\(option.name)"), "\(command.name)") }
        }
    }
}
