/// Displays that come and go while a machine runs.
extension Machine {
    // MARK: Cables

    /// Plugs a display of that size into an output that has a viewer; none at
    /// all when the size is 0x0.
    public func resize(output: Int, width: Int, height: Int) async throws {
        let viewer = if let known = viewers[output] { known } else {
            try await RemoteViewer(path: folder.url.appendingPathComponent("viewer\(output)").path)
        }
        viewers[output] = viewer
        try await viewer.ask(width: width, height: height)
        let name = width > 0 ? "connected" : "disconnected"
        try await eventually("output \(output) \(name)") {
            let status = try await shell.call("cat /sys/class/drm/card*-Virtual-\(output + 1)/status")
            return status == name ? () : nil
        }
    }

    /// Makes the kernel believe a connector `on`, `off`, or what it can `detect`.
    /// That alone is no event; an event of some change follows when it is asked for.
    public func force(connector: String, _ state: String, event: Bool = true) async throws {
        try await shell.call(
            """
            set -- /sys/class/drm/card*-\(connector)
            echo \(state) >$1/status\(event ? " && echo change >${1%-\(connector)}/uevent" : "")
            """)
    }

    // MARK: Cards

    /// Plugs a card in, on machines of type pc. Once a machine: QEMU 7.2 breaks
    /// down when one is plugged in after another was pulled out.
    public func plugIn(_ device: String, named name: String, _ settings: [String: Int] = [:]) async throws {
        try await monitor.plugIn(device, named: name, settings)
    }

    public func pullOut(_ name: String) async throws { try await monitor.pullOut(name) }

    /// Takes a driver off its devices, as its full name in /sys/bus has it, and
    /// returns their names: `virtio/drivers/virtio_gpu`.
    @discardableResult
    public func unbind(_ driver: String) async throws -> [String] {
        try await shell.call(
            """
            cd /sys/bus/\(driver)
            for device in *; do
                [ -e $device/driver ] && echo $device >unbind && echo $device
            done; :
            """
        ).split(whereSeparator: \.isNewline).map(String.init)
    }

    /// Gives a driver devices again.
    public func bind(_ driver: String, _ devices: [String]) async throws {
        for device in devices { try await shell.call("echo \(device) >/sys/bus/\(driver)/bind") }
    }

    // MARK: What the kernel holds

    /// Who made the pictures that the cards show now, by the kernel's own word.
    public func shownBy() async throws -> [String] {
        try await shell.call("sed -n 's/.*allocated by = //p' /sys/kernel/debug/dri/*/state | sort -u")
            .split(whereSeparator: \.isNewline).map(String.init)
    }

    /// How many framebuffers a program has, descriptors it holds open, and
    /// clients the cards have.
    public func holdings(of program: RunningProgram) async throws -> String {
        try await shell.call(
            """
            cat /sys/kernel/debug/dri/*/framebuffer | grep -c 'allocated by = fieldfb'
            ls /proc/\(program.processID)/fd | wc -l
            cat /sys/kernel/debug/dri/*/clients | grep -c fieldfb
            """)
    }
}
