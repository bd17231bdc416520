import Foundation

/// A machine that has booted, its display driver loaded, frozen in a file.
struct Snapshot {
    /// What QEMU must be started with: the same for saving and restoring.
    let machine: [String]
    let state: URL
}

/// The snapshots of this run, each taken when it is first asked for. Displays
/// of the same hardware and modules share one.
actor Snapshots {
    private var preparations: [Architecture: Task<(run: URL, world: World), any Error>] = [:]
    private var taken: [[String]: Task<Snapshot, any Error>] = [:]

    func snapshot(of display: Display) async throws -> Snapshot {
        let architecture = display.architecture
        let machine = [architecture.rawValue, display.machine, "\(display.boot)", "\(display.hasPeers)", "\(display.hasLibraries)", "\(display.loadsDriver)"]
            + display.hardware + display.consoles + display.kernelArguments + display.preparation + display.modules
        if let task = taken[machine] { return try await task.value }
        let preparation = preparations[architecture] ?? Task { try await Self.prepare(architecture) }
        preparations[architecture] = preparation
        let number = taken.count
        let task = Task {
            let (run, world) = try await preparation.value
            return try await Self.take(of: display, world: world, in: run, as: "snapshot-\(number)")
        }
        taken[machine] = task
        return try await task.value
    }

    /// Packs the program under test for all machines of this run.
    private static func prepare(_ architecture: Architecture) async throws -> (run: URL, world: World) {
        let world = try World.found(for: architecture)
        let run = try world.runFolder()
        try await world.writeInitialFiles(with: try await Program.found(for: architecture), to: run)
        return (run, world)
    }

    private static func take(
        of display: Display, world: World, in run: URL, as name: String
    ) async throws -> Snapshot {
        let quiet = ["quiet", "panic=-1", "vt.global_cursor_default=0", "consoleblank=0"]
        let words = quiet + display.consoles.map { "console=\($0)" } + display.kernelArguments
        let kernel = display.boot == .direct ? world.kernel : world.kernelWithEntries
        let files = display.hasPeers ? World.filesWithPeers : display.hasLibraries ? World.filesWithLibraries : World.files
        let arguments =
            display.architecture.emulator + [
                "-machine", display.machine, "-accel", "tcg", "-nodefaults", "-no-reboot",
                "-m", display.hasPeers ? "512" : "256", "-display", "none", "-kernel", kernel.path,
                "-initrd", run.appendingPathComponent(files).path, "-append", words.joined(separator: " "),
            ] + (display.boot == .efi ? ["-bios", World.firmware] : []) + display.hardware

        let state = run.appendingPathComponent(name)
        let machine = try await Machine(booting: display, with: arguments)
        try await machine.save(to: state)
        machine.end()
        return Snapshot(machine: arguments, state: state)
    }
}
