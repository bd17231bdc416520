import Foundation

/// The disks and the snapshots of this run's Debian machines, each made when it
/// is first asked for.
actor Installations {
    private var disks: [Bool: Task<URL, any Error>] = [:]
    private var stages: Task<Void, any Error>?
    private var started: [Installation: Task<[String], any Error>] = [:]
    private var taken: [Installation: Task<Snapshot, any Error>] = [:]

    /// What QEMU must be started with to boot it.
    func arguments(for installation: Installation) async throws -> [String] {
        if let task = started[installation] { return try await task.value }
        let hasPackage = installation.hasPackage
        let disk = disks[hasPackage] ?? Task { try await Self.makeDisk(withPackage: hasPackage) }
        disks[hasPackage] = disk
        var stages = self.stages
        if installation.stage != .lab, stages == nil {
            stages = Task { try await Self.asRoot("initramfs", disk.value.path) }
            self.stages = stages
        }
        let number = started.count
        let task = Task { [stages] in
            if installation.stage != .lab { try await stages?.value }
            return try await Self.arguments(for: installation, folder: disk.value, number: number)
        }
        started[installation] = task
        return try await task.value
    }

    /// The machine at the end of its boot.
    func snapshot(of installation: Installation) async throws -> Snapshot {
        if let task = taken[installation] { return try await task.value }
        let number = taken.count
        let task = Task {
            let arguments = try await self.arguments(for: installation)
            let state = try World.found().runFolder().appendingPathComponent("booted-\(number)")
            let machine = try await Machine(starting: installation, with: arguments)
            try await machine.waitUntilBooted()
            try await machine.save(to: state)
            machine.end()
            return Snapshot(machine: arguments, state: state)
        }
        taken[installation] = task
        return try await task.value
    }

    /// Installs the package as an image builder does: the folder of the result.
    private static func makeDisk(withPackage hasPackage: Bool) async throws -> URL {
        let folder = try World.found().runFolder().appendingPathComponent(hasPackage ? "installed" : "bare")
        try await asRoot("system", folder.path, Package.found().path, hasPackage ? "yes" : "no")
        return folder
    }

    /// Runs a script of the world with root's rights, whose files it makes.
    private static func asRoot(_ script: String, _ words: String...) async throws {
        let path = World.package.appendingPathComponent("Tests/VMLab/world/\(script)").path
        let command = geteuid() == 0 ? [path] : ["sudo", "-n", "--preserve-env=FIELDFB_WORLD", path]
        let result = try await runOnHost(command + words)
        guard result.status == 0 else { throw LabError("\(path) ended with \(result.status): \(result.output)") }
    }

    private static func arguments(
        for installation: Installation, folder: URL, number: Int
    ) async throws -> [String] {
        let world = try World.found()
        let stage = installation.stage
        let files = stage == .lab
            ? try world.runFolder().appendingPathComponent("system-\(number).cpio")
            : folder.appendingPathComponent(stage.rawValue)
        if stage == .lab { try await writeInitialFiles(of: installation, world: world, to: files) }
        // The lab's disk is read only; one that Debian mounts is written to, in memory.
        let disk = stage == .lab ? "disk,readonly=on" : "rootdisk,snapshot=on"
        let words = ["quiet", "panic=-1", "vt.global_cursor_default=0", "consoleblank=0"]
        return [
            "qemu-system-x86_64", "-machine", "pc", "-accel", "tcg", "-nodefaults", "-no-reboot", "-no-shutdown",
            "-m", "512", "-display", "none", "-kernel", world.kernel.path, "-initrd", files.path,
            "-append", (words + installation.kernelArguments).joined(separator: " "),
            "-drive", "format=raw,if=virtio,file=\(folder.path)/\(disk)",
        ] + installation.display.hardware
    }

    /// The files that mount the disk, and behind them what is laid over it.
    private static func writeInitialFiles(
        of installation: Installation, world: World, to file: URL
    ) async throws {
        let root = try TemporaryFolder()
        let files = FileManager.default
        for (path, entry) in installation.entries {
            let place = root.url.appendingPathComponent("inject\(path)")
            try files.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            switch entry {
            case .text(let text): try Data(text.utf8).write(to: place)
            case .link(let target):
                try files.createSymbolicLink(atPath: place.path, withDestinationPath: target)
            }
        }
        if installation.hasWords {
            // The Debian of the machine has one folder for all libraries.
            let wanted = try await Program.found().optionalFiles()
            try World.copy(
                wanted.map { ($0.source, $0.place.hasPrefix("/lib") ? "/usr\($0.place)" : $0.place) },
                to: root.url.appendingPathComponent("inject"))
        }
        let packing = try await runOnHost([
            "sh", "-ec",
            """
            (cd "$1" && find . -mindepth 1 | cpio --quiet -o -H newc -R 0:0 | gzip -1) >"$3.part"
            cat "$2/stage.cpio.gz" "$3.part" >"$3"
            rm "$3.part"
            """, "sh", root.url.path, world.folder.path, file.path,
        ])
        guard packing.status == 0 else {
            throw LabError("what is laid over a disk cannot be packed: \(packing.output)")
        }
    }
}
