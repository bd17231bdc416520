import Foundation
import Testing

@testable import ProgramLab

@Suite("The systemd units")
struct ServiceUnitTests {
    private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let folder = package.appendingPathComponent("systemd")

    private static func files(_ ends: [String]) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { name in
            ends.contains { name.hasSuffix($0) }
        }.sorted()
    }

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    /// The values of a key, as words.
    private static func words(_ key: String, in text: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.hasPrefix("\(key)=") }
            .flatMap { $0.dropFirst(key.count + 1).split(separator: " ") }
    }

    private static func run(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws
        -> ProgramUnderTest.Outcome
    {
        try ProgramUnderTest.run(arguments, called: program, environment: environment)
    }

    @Test("systemd finds nothing to complain about")
    func verifies() throws {
        // Nothing is installed here: the units are checked with what was built.
        let folder = try TemporaryFolder()
        let control = folder.file("fieldctl")
        try FileManager.default.createSymbolicLink(atPath: control, withDestinationPath: ProgramUnderTest.path)
        let copies = try Self.files([".service", ".socket", ".target", ".path"]).map { name in
            try folder.write(
                try Self.text(name).replacingOccurrences(of: "/usr/bin/fieldfb", with: ProgramUnderTest.path)
                    .replacingOccurrences(of: "/usr/bin/fieldctl", with: control)
                    .replacingOccurrences(of: "/usr/lib/fieldfb/", with: "\(Self.folder.path)/"),
                to: name)
        }
        #expect(copies.count > 10)
        let outcome = try Self.run("/usr/bin/systemd-analyze", ["verify", "--man=no"] + copies)
        #expect(outcome.error == "")
        #expect(outcome.code == 0)
    }

    @Test("the daemon's exposure is 2.0 at most")
    func exposure() throws {
        let outcome = try Self.run(
            "/usr/bin/systemd-analyze",
            ["security", "--offline=true", "--threshold=20", "--no-pager", "\(Self.folder.path)/fieldfb.service"])
        #expect(outcome.code == 0, "\(outcome.output)")
        #expect(outcome.output.contains("Overall exposure level for fieldfb.service"))
    }

    @Test("nothing of the boot waits for any of them")
    func nothingWaits() throws {
        // Shells and questions come after the field has left; the ends of a shutdown after its message.
        let allowed = [
            "emergency.service", "rescue.service", "dracut-emergency.service",
            "systemd-ask-password-console.service", "shutdown.target", "systemd-poweroff.service",
            "systemd-halt.service", "systemd-reboot.service", "systemd-kexec.service", "soft-reboot.target",
        ]
        for name in try Self.files([".service", ".socket", ".target", ".path"]) {
            let text = try Self.text(name)
            #expect(Self.words("DefaultDependencies", in: text) == ["no"], "\(name)")
            for word in Self.words("Before", in: text) {
                #expect(allowed.contains(String(word)), "\(name): Before=\(word)")
            }
            #expect(Self.words("RequiredBy", in: text).isEmpty, "\(name)")
        }
    }

    @Test("none waits for a file system")
    func noFileSystems() throws {
        for name in try Self.files([".service", ".socket"]) {
            let text = try Self.text(name)
            for key in ["RequiresMountsFor", "PrivateTmp", "StateDirectory", "CacheDirectory", "LogsDirectory"] {
                #expect(Self.words(key, in: text).isEmpty, "\(name): \(key)")
            }
            for word in Self.words("After", in: text) {
                #expect(!word.hasSuffix(".mount") && !word.hasSuffix("-fs.target"), "\(name): After=\(word)")
            }
        }
    }

    @Test("the name that systemd spares at shutdown is one the program answers to")
    func sparedName() throws {
        #expect(try Self.text("fieldfb.service").contains("ExecStart=@/usr/bin/fieldfb @fieldfb run\n"))
        let outcome = try Self.run(
            "/bin/bash", ["-c", "exec -a @fieldfb \"$0\" --version", ProgramUnderTest.path])
        #expect(outcome.code == 0)
        #expect(outcome.output.hasPrefix("fieldfb "))
    }

    @Test(
        "a request is sent only to a daemon that runs or is about to",
        arguments: [
            ("active", true), ("activating", true), ("reloading", true),
            ("inactive", false), ("failed", false), ("deactivating", false),
        ])
    func whenRunning(state: String, sent: Bool) throws {
        let folder = try TemporaryFolder()
        for (name, text) in [
            ("systemctl", "#!/bin/sh\necho \(state)\n"),
            ("fieldctl", "#!/bin/sh\necho \"$@\"\n"),
            (
                "when-running",
                try Self.text("when-running").replacingOccurrences(
                    of: "/usr/bin/fieldctl", with: folder.file("fieldctl"))
            ),
        ] {
            let path = try folder.write(text, to: name)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }
        let outcome = try Self.run(
            folder.file("when-running"), ["quit", "keep"],
            environment: ["PATH": "\(folder.path):/usr/bin:/bin"])
        #expect(outcome.code == 0)
        #expect(outcome.output == (sent ? "quit keep\n" : ""))
    }
}
