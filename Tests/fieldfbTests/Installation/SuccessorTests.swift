import Foundation
import Testing

@testable import ProgramLab

/// `has-successor`, by which an initramfs decides whether its field may go on.
@Suite("A root file system")
struct SuccessorTests {
    private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("systemd/has-successor").path

    /// The links of a Debian on which the unit is enabled.
    private static let debian = [
        "sbin": "usr/sbin", "usr/sbin/init": "/lib/systemd/systemd",
        "etc/systemd/system/sysinit.target.wants/fieldfb.service": "/lib/systemd/system/fieldfb.service",
    ]

    private static func hasSuccessor(
        _ links: [String: String], files: [String] = [], first: String = "/sbin/init"
    ) throws -> Bool {
        let folder = try TemporaryFolder()
        let root = folder.file("root")
        for path in Array(links.keys) + files {
            let parent = URL(fileURLWithPath: "\(root)/\(path)").deletingLastPathComponent()
            if path != "sbin" {
                try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            }
        }
        for (path, target) in links {
            try FileManager.default.createSymbolicLink(atPath: "\(root)/\(path)", withDestinationPath: target)
        }
        for path in files { #expect(FileManager.default.createFile(atPath: "\(root)/\(path)", contents: nil)) }
        let outcome = try ProgramUnderTest.run([root, first], called: script)
        #expect(outcome.error == "")
        return outcome.code == 0
    }

    @Test("of which systemd starts the daemon has somebody who takes over")
    func enabled() throws {
        #expect(try Self.hasSuccessor(Self.debian))
        #expect(try Self.hasSuccessor(Self.debian, first: "/lib/systemd/systemd"))
        let alternative = ["usr/sbin/init": "/etc/alternatives/init", "etc/alternatives/init": "../../usr/lib/systemd/systemd"]
        #expect(try Self.hasSuccessor(Self.debian.merging(alternative) { $1 }))
    }

    @Test("has nobody when its first process is not systemd", arguments: ["/lib/sysvinit/init", "busybox", "init"])
    func otherInit(target: String) throws {
        #expect(try !Self.hasSuccessor(Self.debian.merging(["usr/sbin/init": target]) { $1 }))
    }

    @Test("has nobody when the kernel is told to start another program")
    func otherProgram() throws {
        #expect(try !Self.hasSuccessor(Self.debian, files: ["bin/bash"], first: "/bin/bash"))
    }

    @Test("has nobody when the unit is not there, or masked")
    func notEnabled() throws {
        let unit = "etc/systemd/system/fieldfb.service"
        #expect(try !Self.hasSuccessor(Self.debian.filter { !$0.key.contains("fieldfb") }))
        #expect(try !Self.hasSuccessor(Self.debian.merging([unit: "/dev/null"]) { $1 }))
        #expect(try !Self.hasSuccessor(Self.debian, files: [unit]))
    }
}
