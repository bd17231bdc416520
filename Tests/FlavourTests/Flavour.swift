import Foundation
import Testing

/// A program that draws frames: one of the ways in which the sources are built.
struct Flavour: Sendable, CustomTestStringConvertible {
    let name: String
    /// The program, below the root of the package.
    let program: String
    /// What makes it, when it is not there.
    let making: [String]
    /// The words before the program: what runs it on this machine.
    var runner: [String] = []
    /// Whether it is not a program but a module with a function that gives hashes.
    var isModule = false

    var testDescription: String { name }

    static let all = [
        Flavour(
            name: "ordinary Swift", program: ".build/debug/fieldfb",
            making: ["swift", "build", "--product", "fieldfb"]),
        Flavour(name: "Embedded Swift", program: ".build-embedded/release/fieldfb", making: ["make", "embedded"]),
        cross("amd64", runner: []),
        cross("arm64", runner: ["qemu-aarch64"]),
        cross("armhf", runner: ["qemu-arm"]),
        Flavour(
            name: "WebAssembly", program: "out/wasm32/frames.wasm", making: ["scripts/wasm"],
            runner: ["wasmkit", "run"], isModule: true),
    ]

    private static func cross(_ architecture: String, runner: [String]) -> Flavour {
        Flavour(
            name: "static \(architecture)", program: "out/linux-\(architecture)/fieldfb",
            making: ["scripts/cross", architecture], runner: runner)
    }

    /// Makes the program unless it is there. `make test` makes all of them anew.
    func make() throws {
        try Flavour.lock.withLock {
            guard !FileManager.default.fileExists(atPath: path) else { return }
            let outcome = try run(making)
            guard outcome.status == 0 else { throw FlavourError("\(making) failed", outcome) }
        }
    }

    private static let lock = NSLock()
    var path: String { GoldenFrame.package.appendingPathComponent(program).path }

    /// The hash of a frame as this flavour draws it.
    func hash(of frame: GoldenFrame) throws -> String {
        let words = isModule ? try moduleWords(frame) : frame.renderWords
        let outcome = try run(runner + [path] + words)
        let hash = isModule
            ? moduleHash(outcome.output)
            : pixelHash(pixmap: outcome.output, width: frame.width, height: frame.height)
        guard outcome.status == 0, let hash else { throw FlavourError("\(name): no picture", outcome) }
        return hash
    }
}

struct FlavourError: Error, CustomStringConvertible {
    let description: String

    init(_ what: String, _ outcome: Outcome) {
        description = "\(what): status \(outcome.status), \(outcome.output.count) bytes; \(outcome.error)"
    }
}

struct Outcome {
    let status: Int32
    let output: Data
    let error: String
}

/// Runs words in the root of the package to their end.
func run(_ words: [String]) throws -> Outcome {
    let folder = try Folder()
    func newFile(_ name: String) throws -> (URL, FileHandle) {
        let file = folder.url.appendingPathComponent(name)
        try Data().write(to: file)
        return (file, try FileHandle(forWritingTo: file))
    }
    let (output, outputHandle) = try newFile("output")
    let (errors, errorHandle) = try newFile("errors")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = GoldenFrame.package
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = outputHandle
    process.standardError = errorHandle
    try process.run()
    process.waitUntilExit()
    return Outcome(
        status: process.terminationStatus, output: try Data(contentsOf: output),
        error: (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
}
