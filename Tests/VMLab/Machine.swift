import Foundation

/// One running virtual machine. It ends with its owner.
public final class Machine {
    public let display: Display
    public let shell: GuestShell
    let monitor: Monitor
    private let process: HostProcess
    let folder: TemporaryFolder
    /// The viewers of `Plugging.swift`, by output.
    var viewers: [Int: RemoteViewer] = [:]
    /// What prints in the machine what the program said so far.
    var programLogCommand = "cat /run/fieldfb.log"

    /// Boots a machine and loads its display driver.
    convenience init(booting display: Display, with arguments: [String]) async throws {
        try await self.init(display, arguments: arguments)
        try await shell.call("true", within: 120)
        for command in display.preparation { try await shell.call(command) }
        if display.loadsDriver { try await loadDriver() }
        try await shell.call("echo 'The console of a virtual machine' >/dev/tty1")
    }

    /// Starts a machine from where its snapshot was taken.
    convenience init(restoring snapshot: Snapshot, with display: Display) async throws {
        let incoming = ["-incoming", "exec:cat '\(snapshot.state.path)'"]
        try await self.init(display, arguments: snapshot.machine + incoming)
        try await monitor.waitUntilRunning()
        try await shell.call("true")
    }

    /// Loads the modules that drive the display, in a machine without them.
    public func loadDriver() async throws {
        for module in display.modules { try await shell.call("modprobe \(module)") }
    }

    /// Starts a machine, which may take a while until its shell answers.
    init(_ display: Display, arguments: [String]) async throws {
        folder = try TemporaryFolder()
        let path = folder.url.path
        let ports = [
            "-serial", "file:\(path)/console.log", "-qmp", "unix:\(path)/monitor,server=on,wait=off",
            "-qmp", "unix:\(path)/recorder,server=on,wait=off",
            "-device", "virtio-serial-pci", "-chardev", "socket,id=shell,path=\(path)/shell,server=on,wait=off",
            "-device", "virtserialport,chardev=shell",
        ] + display.viewers.enumerated().flatMap {
            ["-vnc", "unix:\(path)/viewer\($0),display=\($1.card),head=\($1.head)"]
        }
        process = try HostProcess(arguments + ports, errors: folder.url.appendingPathComponent("errors"))
        shell = GuestShell(channel: try await Channel(path: "\(path)/shell", of: process))
        monitor = try await Monitor(channel: try await Channel(path: "\(path)/monitor", of: process))
        self.display = display
    }

    func save(to file: URL) async throws { try await monitor.save(to: file) }

    /// Ends the machine at once.
    func end() { process.end() }

    /// The kernel's messages and QEMU's, for the artefacts of a failure.
    public func logs() async -> String {
        let kernel = try? await shell.call("dmesg | tail -n 40", within: 10)
        return "kernel: \(kernel ?? "silent")\nQEMU: \(process.complaints)"
    }

    /// Seconds since the machine's kernel started.
    public func uptime() async throws -> Double {
        let text = try await shell.call("cut -d ' ' -f 1 /proc/uptime")
        guard let seconds = Double(text) else { throw LabError("no uptime: \(text)") }
        return seconds
    }

    /// What `fieldfb run` said, and what the kernel and QEMU did, in a folder
    /// of the failed test's own.
    func reportFolder() async -> URL {
        let name = String(display.description.map { $0.isLetter || $0.isNumber ? $0 : "-" }.prefix(60))
        let folder = World.package.appendingPathComponent(
            ".build/vm-failures/\(name)-\(UUID().uuidString.prefix(8))")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let report = "the program: \(await programLog())\n\(await logs())"
        try? report.write(to: folder.appendingPathComponent("log"), atomically: true, encoding: .utf8)
        return folder
    }

    /// What `fieldfb run` said so far, for the report of a failure.
    public func programLog() async -> String {
        (try? await shell.call(programLogCommand, within: 10)) ?? "nothing"
    }
}
