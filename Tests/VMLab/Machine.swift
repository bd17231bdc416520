import Foundation

/// One running virtual machine. It ends with its owner.
public final class Machine {
    public let display: Display
    public let shell: GuestShell
    private let monitor: Monitor
    private let process: HostProcess
    private let folder: TemporaryFolder

    /// Boots a machine and loads its display driver.
    convenience init(booting display: Display, with arguments: [String]) async throws {
        try await self.init(display, arguments: arguments)
        try await shell.call("true", within: 120)
        for module in display.modules { try await shell.call("modprobe \(module)") }
        try await shell.call("echo 'The console of a virtual machine' >/dev/tty1")
    }

    /// Starts a machine from where its snapshot was taken.
    convenience init(restoring snapshot: Snapshot, with display: Display) async throws {
        let incoming = ["-incoming", "exec:cat '\(snapshot.state.path)'"]
        try await self.init(display, arguments: snapshot.machine + incoming)
        try await monitor.waitUntilRunning()
        try await shell.call("true")
    }

    private init(_ display: Display, arguments: [String]) async throws {
        folder = try TemporaryFolder()
        let path = folder.url.path
        let ports = [
            "-serial", "file:\(path)/console.log", "-qmp", "unix:\(path)/monitor,server=on,wait=off",
            "-device", "virtio-serial-pci", "-chardev", "socket,id=shell,path=\(path)/shell,server=on,wait=off",
            "-device", "virtserialport,chardev=shell",
        ]
        process = try HostProcess(arguments + ports, errors: folder.url.appendingPathComponent("errors"))
        shell = GuestShell(channel: try await Channel(path: "\(path)/shell", of: process))
        monitor = try await Monitor(channel: try await Channel(path: "\(path)/monitor", of: process))
        self.display = display
    }

    func save(to file: URL) async throws { try await monitor.save(to: file) }

    /// Ends the machine at once.
    func end() { process.end() }

    /// The kernel's messages and QEMU's, for the artefacts of a failure.
    func logs() async -> String {
        let kernel = try? await shell.call("dmesg | tail -n 40", within: 10)
        return "kernel: \(kernel ?? "silent")\nQEMU: \(process.complaints)"
    }

    /// What the display shows now.
    public func look() async throws -> Sight {
        switch display.view {
        case .screendump: .picture(try await monitor.screen().reduced(to: display.format))
        case .memory: .picture(try await framebufferMemory().reduced(to: display.format))
        case .checksum: .checksum(try await frameChecksums(1)[0].value)
        }
    }

    /// How many pixels the display has across and down.
    public func size() async throws -> (width: Int, height: Int) {
        switch display.view {
        case .screendump:
            let screen = try await monitor.screen()
            return (screen.width, screen.height)
        case .memory:
            let geometry = try await framebufferGeometry()
            return (geometry.width, geometry.height)
        case .checksum:
            let mode = try await shell.call("head -n 1 /sys/class/drm/card*-Virtual-1/modes")
            let numbers = mode.split(separator: "x").compactMap { Int($0) }
            guard numbers.count == 2 else { throw LabError("no size of a mode: \(mode)") }
            return (numbers[0], numbers[1])
        }
    }
}
