import Foundation
import Testing

/// What is made for boards: static programs, archives of them, and the example
/// of an initial file system.
@Suite("Programs for boards", .serialized)
struct BoardTests {
    struct Limit: Sendable, CustomTestStringConvertible {
        let architecture: String
        let bytes: Int
        var testDescription: String { "\(architecture): \(bytes)" }
    }

    @Test("a static program is within its size", arguments: [
        Limit(architecture: "amd64", bytes: 1_200_000), Limit(architecture: "arm64", bytes: 1_100_000),
        Limit(architecture: "armhf", bytes: 950_000),
    ])
    func size(_ limit: Limit) throws {
        let flavour = try #require(Flavour.all.first { $0.name == "static \(limit.architecture)" })
        try flavour.make()
        let bytes = try Data(contentsOf: GoldenFrame.package.appendingPathComponent(flavour.program)).count
        #expect(bytes <= limit.bytes)
    }

    @Test("a static program opens no file but the one it is told to write")
    func opensNothing() throws {
        let folder = try Folder()
        let picture = folder.path("picture.ppm")
        let log = folder.path("log")
        let words = ["render", "-o", picture, "--size", "64x48"]
        let outcome = try run(["strace", "-f", "-o", log, "-e", "trace=%file"] + [try staticProgram()] + words)
        #expect(outcome.status == 0)
        let opened = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
            .filter { $0.contains("open") && !$0.contains("picture.ppm") && !$0.contains("\"/\"") }
        #expect(opened.isEmpty)
        #expect(FileManager.default.fileExists(atPath: picture))
    }

    @Test("a static program says that it writes no other pictures than portable pixmaps",
        arguments: ["png", "apng", "gif", "webp"])
    func noLibraries(_ format: String) throws {
        let folder = try Folder()
        let outcome = try run([try staticProgram(), "render", "-o", folder.path("picture.\(format)")])
        #expect(outcome.status == 74)
        #expect(outcome.error.contains("static") && outcome.error.contains(".ppm"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test("the example of an initial file system is small, and the same each time")
    func initramfs() throws {
        let folder = try Folder()
        var images: [Data] = []
        for name in ["first", "second"] {
            let outcome = try run(["examples/initramfs/build", "amd64", "", folder.path(name)])
            #expect(outcome.status == 0, "\(outcome.error)")
            images.append(try Data(contentsOf: URL(fileURLWithPath: folder.path(name))))
        }
        #expect(images[0] == images[1])
        #expect(images[0].count <= 420_000)
    }

    @Test("an archive has all that a device needs, with sums, and is the same each time")
    func archive() throws {
        var sums: [String] = []
        for _ in 0..<2 {
            let outcome = try run(["scripts/dist", "amd64"])
            #expect(outcome.status == 0, "\(outcome.error)")
            sums.append(String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? "")
        }
        #expect(sums[0] == sums[1])
        let name = try #require(sums[0].split(separator: " ").last.map(String.init))
        let folder = try Folder()
        #expect(try run(["tar", "-xf", "out/\(name)", "--strip-components=1", "-C", folder.url.path]).status == 0)
        for file in [
            "root/usr/bin/fieldfb", "root/usr/bin/fieldctl", "root/usr/lib/systemd/system/fieldfb.service",
            "root/usr/share/man/man1/fieldfb.1", "root/usr/share/bash-completion/completions/fieldfb",
            "licences/musl", "licences/libdrm", "licences/freetype", "licences/swift", "licences/libgcc", "licences/fieldfb", "README",
        ] {
            #expect(FileManager.default.fileExists(atPath: folder.path(file)), "\(file)")
        }
        let check = try run(["sh", "-c", "cd \(folder.url.path) && sha256sum --quiet -c SHA256SUMS"])
        #expect(check.status == 0)
    }

    private func staticProgram() throws -> String {
        let flavour = try #require(Flavour.all.first { $0.name == "static amd64" })
        try flavour.make()
        return flavour.program
    }
}

/// A folder that goes with its owner.
final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("fieldfb-\(UUID().uuidString)")
    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }
    func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
