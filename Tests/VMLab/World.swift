import Foundation

/// The folder with the kernel and the initial file system, as `world/build`
/// makes it, and what one run of the tests adds to it.
struct World {
    let folder: URL

    var kernel: URL { folder.appendingPathComponent("vmlinux") }
    var kernelForBIOS: URL { folder.appendingPathComponent("vmlinuz") }

    /// The root of the package the tests belong to.
    static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The built world. Throws what to do when there is none.
    static func found() throws -> World {
        let named = ProcessInfo.processInfo.environment["FIELDFB_WORLD"].map { URL(fileURLWithPath: $0) }
        let world = World(folder: named ?? package.appendingPathComponent(".build/world"))
        guard FileManager.default.fileExists(atPath: world.folder.appendingPathComponent("recipe").path) else {
            throw LabError(
                "no world of virtual machines in \(world.folder.path): "
                    + "run Tests/VMLab/world/build (make test does), or set FIELDFB_WORLD")
        }
        return world
    }

    /// A folder of this run alone, which goes when the run ends. Those of runs
    /// that were killed are removed too.
    func runFolder() throws -> URL {
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: folder.path) where name.hasPrefix("run-") {
            if let owner = pid_t(name.dropFirst(4)), kill(owner, 0) == 0 || errno == EPERM { continue }
            try? files.removeItem(at: folder.appendingPathComponent(name))
        }
        try files.createDirectory(at: ownRunFolder, withIntermediateDirectories: true)
        atexit {
            guard let world = try? World.found() else { return }
            try? FileManager.default.removeItem(at: world.ownRunFolder)
        }
        return ownRunFolder
    }

    private var ownRunFolder: URL { folder.appendingPathComponent("run-\(getpid())") }

    /// Writes the initial file system of this run: the built one, and behind it
    /// an archive with the program and the libraries it loads. The kernel
    /// unpacks one after the other.
    func writeInitialFiles(with program: Program, to file: URL) async throws {
        let root = try TemporaryFolder()
        for (source, place) in try await program.files() {
            let target = root.url.appendingPathComponent(place)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: URL(fileURLWithPath: source).resolvingSymlinksInPath(), to: target)
        }
        let base = folder.appendingPathComponent("base.cpio.gz").path
        let packing = try await runOnHost([
            "sh", "-ec",
            """
            cp "$1" "$3"
            cd "$2"
            find . -mindepth 1 | cpio --quiet -o -H newc -R 0:0 | gzip -1 >>"$3"
            """, "sh", base, root.url.path, file.path,
        ])
        guard packing.status == 0 else {
            throw LabError("the program cannot be packed for the machines: \(packing.output)")
        }
    }
}
