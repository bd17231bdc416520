import Foundation

/// The program under test, as it was built on the host.
public struct Program: Sendable {
    /// Where it is inside the machines.
    static let place = "/usr/bin/fieldfb"

    let path: String

    /// The program for a machine: for arm64 the static one, which is built when
    /// it is not there.
    static func found(for architecture: Architecture) async throws -> Program {
        guard architecture == .arm64 else { return try found() }
        let path = World.package.appendingPathComponent("out/linux-arm64/fieldfb").path
        if !FileManager.default.isExecutableFile(atPath: path) {
            let script = World.package.appendingPathComponent("scripts/cross").path
            let (status, output) = try await runOnHost([script, "arm64"])
            guard status == 0 else { throw LabError("scripts/cross arm64 ended with \(status): \(output)") }
        }
        return Program(path: path)
    }

    /// FIELDFB_PROGRAM when it is set, else the newest build that ships, else
    /// the development build. Throws what to do when there is none.
    public static func found() throws -> Program {
        if let named = ProcessInfo.processInfo.environment["FIELDFB_PROGRAM"] {
            guard FileManager.default.isExecutableFile(atPath: named) else {
                throw LabError("FIELDFB_PROGRAM is \(named), which is no program")
            }
            return Program(path: named)
        }
        let builds = [".build-embedded/release/fieldfb", ".build/release/fieldfb", ".build/debug/fieldfb"]
        for build in builds {
            let path = World.package.appendingPathComponent(build).path
            if FileManager.default.isExecutableFile(atPath: path) { return Program(path: path) }
        }
        throw LabError(
            "no program to test: run make embedded or swift build, or set FIELDFB_PROGRAM "
                + "(looked for \(builds.joined(separator: ", ")))")
    }

    /// What a machine needs to run it: files of the host and their places.
    func files() async throws -> [(source: String, place: String)] {
        let (status, listing) = try await runOnHost(["ldd", path])
        if listing.contains("not a dynamic executable") { return [(path, Program.place)] }
        guard status == 0 else {
            throw LabError("ldd cannot say which libraries \(path) loads: \(listing)")
        }
        var files = [(path, Program.place)]
        for line in listing.split(separator: "\n") {
            guard !line.contains("not found") else {
                throw LabError("\(path) loads a library that is not here: \(line)")
            }
            if let library = line.split(whereSeparator: \.isWhitespace).first(where: { $0.hasPrefix("/") }) {
                files.append((String(library), String(library)))
            }
        }
        return files
    }

    /// What it opens when it has words and pictures to show: libraries, a font,
    /// and the golden pictures, where they are on this machine.
    func optionalFiles() async throws -> [(source: String, place: String)] {
        let names = ["libraqm.so.0", "libfreetype.so.6", "libpng16.so.16", "libturbojpeg.so.0"]
        var files: [(String, String)] = []
        for name in names {
            let (status, listing) = try await runOnHost(["sh", "-c", "ldd /usr/lib/x86_64-linux-gnu/\(name)"])
            guard status == 0 else { throw LabError("\(name) is not here: \(listing)") }
            let folder = "/usr/lib/x86_64-linux-gnu/\(name)"
            files.append((folder, folder))
            for line in listing.split(separator: "\n") {
                if let library = line.split(whereSeparator: \.isWhitespace).first(where: { $0.hasPrefix("/") && $0.contains(".so") }) {
                    files.append((String(library), String(library)))
                }
            }
        }
        for path in ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", World.picture("poster.png"), World.picture("poster.jpg")] {
            files.append((path, path))
        }
        return files
    }

    /// One exact picture, as `fieldfb render` writes it.
    public func render(
        _ moment: Moment, width: Int, height: Int, format: PixelFormat
    ) async throws -> Screen {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("picture.ppm")
        let command =
            [path, "render", "-o", file.path, "--size", "\(width)x\(height)", "--time", moment.time]
            + ["--format", format.rawValue] + moment.settings.flatMap { ["--set", $0] }
        let (status, output) = try await runOnHost(command)
        guard status == 0, FileManager.default.fileExists(atPath: file.path) else {
            throw LabError(
                "\(command.joined(separator: " ")) ended with \(status) and no picture: \(output)")
        }
        return try Screen(picture: file)
    }
}

/// A moment of the field that `fieldfb render` can draw.
public struct Moment: Sendable {
    let time: String
    let settings: [String]

    /// The field `seconds` after its start, running.
    public static func running(seconds: Int, settings: String...) -> Moment {
        Moment(time: "\(seconds)", settings: settings)
    }

    /// The scene when the field has run for `seconds`.
    public static func running(seconds: Int, settings: [String]) -> Moment {
        Moment(time: "\(seconds)", settings: settings)
    }

    /// The still frame, which a parked display and reduced motion show.
    public static let still = still()

    /// The still frame of a scene.
    public static func still(settings: String...) -> Moment {
        Moment(time: "still", settings: settings)
    }
}
