import FieldFB
import Foundation
import Testing

@testable import ProgramLab
@testable import fieldfb

@Suite("Completion in the shell")
struct CompletionTests {
    enum Shell: CaseIterable {
        case bash, zsh

        /// What completes the last of these words.
        func complete(_ words: String...) throws -> Set<String> {
            let found = self == .bash ? try Self.askBash(words) : try Self.askZsh(words)
            return Set(found.split(separator: "\n").map(String.init))
        }

        private static func askBash(_ words: [String]) throws -> String {
            let script = """
                source "$0"
                compopt() { :; }    # only while readline completes there is one
                COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
                _fieldfb
                printf '%s\\n' "${COMPREPLY[@]}"
                """
            // Bash parts the words of a line at =.
            var parts: [String] = []
            for word in words {
                let pieces = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
                parts.append(pieces[0])
                for piece in pieces.dropFirst() { parts += piece.isEmpty ? ["="] : ["=", piece] }
            }
            let outcome = try ProgramUnderTest.run(
                ["--norc", "-c", script, PackageFile.path("completions/fieldfb.bash")] + parts, called: "/bin/bash")
            #expect(outcome.error == "")
            return outcome.output
        }

        /// Zsh completes only at a prompt: one is made in a terminal, and what
        /// is offered there is written down.
        private static func askZsh(_ words: [String]) throws -> String {
            let folder = try TemporaryFolder()
            try folder.write("""
                PROMPT=
                fpath=($COMPLETIONS $fpath)
                autoload -Uz compinit && compinit -D -u
                compadd() {
                    local -a found
                    if (( ! ${@[(I)-[OAD]]} )); then
                        builtin compadd -O found "$@"
                        print -rl -- $found >>$FOUND
                    fi
                    builtin compadd "$@"
                }
                offer() { _main_complete }
                zle -C offer list-choices offer
                zle-line-init() { BUFFER=$LINE; CURSOR=$#BUFFER; zle offer; exit }
                zle -N zle-line-init
                """, to: ".zshrc")
            try folder.write("", to: "found")
            _ = try ProgramUnderTest.run(
                ["-f", "-c", "zmodload zsh/zpty; zpty prompt zsh -i; while zpty -r prompt line; do :; done"],
                called: "/usr/bin/zsh",
                environment: [
                    "COMPLETIONS": PackageFile.path("completions"), "FOUND": folder.file("found"),
                    "LINE": words.joined(separator: " "), "ZDOTDIR": folder.path, "TERM": "xterm",
                ])
            return try String(contentsOfFile: folder.file("found"), encoding: .utf8)
        }
    }

    private static let keys = Set(Setting.all.map(\.key))

    /// The words of settings that are one of a few.
    private static let choices: [String: Set<String>] = {
        var choices: [String: Set<String>] = [:]
        for setting in Setting.all where setting.allowed.hasPrefix("one of ") {
            choices[setting.key] = Set(setting.allowed.dropFirst(7).components(separatedBy: ", "))
        }
        return choices
    }()

    @Test("knows every command", arguments: Shell.allCases)
    func commands(_ shell: Shell) throws {
        let found = try shell.complete("fieldfb", "")
        #expect(found.filter { !$0.hasPrefix("-") } == Set(Commands.all.map(\.name)))
        #expect(try shell.complete("fieldfb", "restore") == ["restore-console"])
    }

    @Test("knows the options of each command", arguments: Shell.allCases, Commands.all.map(\.name))
    func options(_ shell: Shell, _ name: String) throws {
        let command = try #require(Commands.all.first { $0.name == name })
        #expect(try shell.complete("fieldfb", name, "--") == Set(command.options.map { "--\($0.name)" }))
    }

    @Test("knows every request", arguments: Shell.allCases)
    func requests(_ shell: Shell) throws {
        let requests = Set(ControlRequest.forms.map { String($0.split(separator: " ")[0]) })
        #expect(try shell.complete("fieldctl", "") == requests)
        #expect(try shell.complete("fieldctl", "--quiet", "") == requests)
        #expect(try shell.complete("fieldfb", "ctl", "-s", "/run/x", "") == requests)
        #expect(try shell.complete("fieldctl", "--") == Set(Command.control.options.map { "--\($0.name)" }))
    }

    @Test("knows every setting", arguments: Shell.allCases)
    func settings(_ shell: Shell) throws {
        #expect(try shell.complete("fieldctl", "get", "") == Self.keys)
        #expect(try shell.complete("fieldctl", "set", "") == Self.keys)
        // Bash writes the sign behind the key by itself, zsh adds it as it is chosen.
        let assignments = try shell.complete("fieldfb", "run", "--set", "")
        #expect(Set(assignments.map { $0.hasSuffix("=") ? String($0.dropLast()) : $0 }) == Self.keys)
    }

    @Test("knows the words a setting may be", arguments: Shell.allCases, choices.keys.sorted())
    func values(_ shell: Shell, _ key: String) throws {
        let words = try #require(Self.choices[key])
        #expect(try shell.complete("fieldctl", "set", key, "") == words)
        #expect(try shell.complete("fieldctl", "set", key.lowercased(), "") == words)
        #expect(try shell.complete("fieldfb", "run", "--set", "Pitch=20", "--set", "\(key)=") == words)
        #expect(try shell.complete("fieldfb", "preview", "--set=\(key)=") == words)
    }

    @Test("knows the words an option may be", arguments: Shell.allCases)
    func optionValues(_ shell: Shell) throws {
        #expect(try shell.complete("fieldfb", "run", "--output", "") == Self.choices["Output"])
        #expect(try shell.complete("fieldfb", "run", "--output=h") == ["headless"])
        #expect(try shell.complete("fieldfb", "run", "-o", "t") == ["terminal"])
        #expect(try shell.complete("fieldfb", "render", "--type", "") == Set(PictureFormat.allCases.map(\.name)))
        #expect(try shell.complete("fieldfb", "preview", "--mode", "") == Set(TerminalMode.allCases.map(\.word)))
    }

    @Test("knows what may stand behind a request", arguments: Shell.allCases)
    func arguments(_ shell: Shell) throws {
        #expect(try shell.complete("fieldctl", "quit", "") == ["keep", "clear"])
        #expect(try shell.complete("fieldctl", "release", "k") == ["keep"])
        #expect(try shell.complete("fieldctl", "progress", "") == ["none", "unknown"])
        #expect(try shell.complete("fieldctl", "panel", "") == ["show", "hide", "clear", "cancel"])
        #expect(try shell.complete("fieldctl", "park", "") == [])
    }

    @Test("offers files and folders where they belong", arguments: Shell.allCases)
    func files(_ shell: Shell) throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "some.conf")
        try folder.makeFolder("somewhere")
        func names(_ words: Set<String>) -> Set<String> { Set(words.map { ($0 as NSString).lastPathComponent }) }
        let start = folder.file("some")
        #expect(names(try shell.complete("fieldfb", "check", start)) == ["some.conf", "somewhere"])
        #expect(names(try shell.complete("fieldfb", "run", "-c", start)) == ["some.conf", "somewhere"])
        #expect(names(try shell.complete("fieldfb", "check", "--root", start)) == ["somewhere"])
        #expect(try shell.complete("fieldfb", "probe", start) == [])
    }

    @Test("puts the rest of the word on the line of a bash that somebody types at", arguments: [
        ("fieldctl par", "park"), ("fieldfb run --output=head", "run --output=headless"),
        ("fieldfb run --set Style=li", "run --set Style=lines"), ("fieldfb run --set=LineN\tell", "run --set=LineNormal=ellipse"),
    ])
    func typed(_ typed: String, _ line: String) throws {
        let folder = try TemporaryFolder()
        let keys = try folder.write("""
            source '\(PackageFile.path("completions/fieldfb.bash"))'
            fieldfb() { printf 'was %s\\n' "$*"; }; fieldctl() { fieldfb "$@"; }
            \(typed)\t

            """, to: "keys")
        let outcome = try ProgramUnderTest.run(
            ["-c", "exec script -qec 'bash --norc --noprofile -i' /dev/null <'\(keys)'"], called: "/bin/sh",
            environment: ["TERM": "dumb", "HISTFILE": "", "INPUTRC": "/dev/null"])
        #expect(outcome.output.contains("was \(line)\r\n"))
    }

    @Test("is free of faults to the shells that read it")
    func syntax() throws {
        for (shell, file) in [("/bin/bash", "fieldfb.bash"), ("/usr/bin/zsh", "_fieldfb")] {
            let outcome = try ProgramUnderTest.run(["-n", PackageFile.path("completions/\(file)")], called: shell)
            #expect(outcome.code == 0)
            #expect(outcome.error == "")
        }
    }
}
