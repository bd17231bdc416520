import Foundation

/// The folder with the kernel and the initial file system, as `world/build`
/// makes it, and what one run of the tests adds to it.
struct World {
    let folder: URL

    var kernel: URL { folder.appendingPathComponent("vmlinux") }
    /// The kernel with its entries for the BIOS and for EFI.
    var kernelWithEntries: URL { folder.appendingPathComponent("vmlinuz") }

    /// The EFI firmware, as Debian's package ovmf has it.
    static let firmware = "/usr/share/ovmf/OVMF.fd"

    /// The initial file systems in the folder of a run.
    static let files = "initrd"
    static let filesWithPeers = "initrd-with-peers"
    static let filesWithLibraries = "initrd-with-libraries"

    /// A picture of the golden ones, at the same place inside and outside.
    static func picture(_ name: String) -> String { package.appendingPathComponent("Tests/Golden/\(name)").path }

    /// The root of the package the tests belong to.
    static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The built world of an architecture. Throws what to do when there is none.
    static func found(for architecture: Architecture = .amd64) throws -> World {
        let named = ProcessInfo.processInfo.environment["FIELDFB_WORLD"].map { URL(fileURLWithPath: $0) }
        let world = World(folder: named ?? package.appendingPathComponent(".build/world"))
        guard FileManager.default.fileExists(atPath: world.folder.appendingPathComponent("recipe").path) else {
            throw LabError(
                "no world of virtual machines in \(world.folder.path): "
                    + "run Tests/VMLab/world/build (make test does), or set FIELDFB_WORLD")
        }
        return architecture == .amd64
            ? world : World(folder: world.folder.appendingPathComponent(architecture.rawValue))
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
            for architecture in [Architecture.amd64, .arm64] {
                guard let world = try? World.found(for: architecture) else { continue }
                try? FileManager.default.removeItem(at: world.ownRunFolder)
            }
        }
        return ownRunFolder
    }

    private var ownRunFolder: URL { folder.appendingPathComponent("run-\(getpid())") }

    /// Writes the initial file systems of this run: the built one, and behind it
    /// an archive with the program and the libraries it loads; and the same with
    /// the other programs. The kernel unpacks one archive after the other.
    func writeInitialFiles(with program: Program, to folder: URL) async throws {
        let root = try TemporaryFolder()
        try World.copy(try await program.files(), to: root.url)
        // What sets words and reads pictures, as it lies on this machine.
        let libraries = try TemporaryFolder()
        try World.copy(try await program.optionalFiles(), to: libraries.url)
        let packing = try await runOnHost([
            "sh", "-ec",
            """
            (cd "$4" && find . -mindepth 1 | cpio --quiet -o -H newc -R 0:0 | gzip -1) >"$2/program"
            cat "$1/base.cpio.gz" "$2/program" >"$2/$5"
            (cd "$6" && find . -mindepth 1 | cpio --quiet -o -H newc -R 0:0 | gzip -1) >"$2/libraries"
            cat "$1/base.cpio.gz" "$2/program" "$2/libraries" >"$2/$7"
            [ ! -f "$1/peers.cpio.gz" ] || cat "$1/base.cpio.gz" "$1/peers.cpio.gz" "$2/program" >"$2/$3"
            """, "sh", self.folder.path, folder.path, World.filesWithPeers, root.url.path, World.files,
            libraries.url.path, World.filesWithLibraries,
        ])
        guard packing.status == 0 else {
            throw LabError("the program cannot be packed for the machines: \(packing.output)")
        }
    }

    static func copy(_ files: [(source: String, place: String)], to root: URL) throws {
        for (source, place) in files {
            let target = root.appendingPathComponent(place)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            if FileManager.default.fileExists(atPath: target.path) { continue }
            try FileManager.default.copyItem(at: URL(fileURLWithPath: source).resolvingSymlinksInPath(), to: target)
        }
    }
}
