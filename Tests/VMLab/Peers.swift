/// Another program that drives the display of a machine.
public final class OtherProgram {
    private let machine: Machine
    public let processID: Int
    /// As the kernel names the owner of a picture.
    public let name: String

    init(_ machine: Machine, name: String, processID: Int) {
        (self.machine, self.name, self.processID) = (machine, name, processID)
    }

    /// Waits until a picture of this program is on the glass.
    public func waitUntilShown(within seconds: Double = 60) async throws {
        do {
            try await eventually("a picture of \(name)", within: seconds, every: .milliseconds(50)) {
                try await machine.shownBy().contains(name) ? () : nil
            }
        } catch {
            throw LabError("\(error); it said: \(try await machine.shell.call("tail -n 30 /run/\(name).log"))")
        }
    }

    /// Ends the program and waits for its end.
    public func end() async throws {
        try await machine.shell.call(
            """
            kill \(processID)
            while grep -q '^State:.[^Z]' /proc/\(processID)/status; do usleep 20000; done 2>/dev/null; :
            """)
    }
}

extension Machine {
    /// modetest of libdrm, which shows bars in the mode of that name.
    public func startModetest(
        driver: String = "virtio_gpu", mode: String, _ options: String...
    ) async throws -> OtherProgram {
        // It shows them until its input ends.
        try await start(
            "modetest",
            """
            connector=$(modetest -M \(driver) -c 2>/dev/null | awk '$3 == "connected" { print $1; exit }')
            mkfifo /run/forever 2>/dev/null
            exec modetest -M \(driver) -s $connector:\(mode) \(options.joined(separator: " ")) <>/run/forever
            """)
    }

    /// weston, with one client, in a machine `withPeers`.
    public func startWeston() async throws -> OtherProgram {
        try await start(
            "weston",
            """
            mkdir -p -m 700 /run/weston && export XDG_RUNTIME_DIR=/run/weston
            exec weston --tty=7 --backend=drm-backend.so --use-pixman --idle-time=0 --shell=kiosk-shell.so \\
                --continue-without-input
            """)
    }

    /// cage, with one client, in a machine `withPeers`.
    public func startCage() async throws -> OtherProgram {
        try await start(
            "cage",
            """
            mkdir -p -m 700 /run/guest && chown guest /run/guest
            chmod 1777 /tmp && mkdir -p -m 1777 /tmp/.X11-unix
            seatd -u guest &
            until [ -S /run/seatd.sock ]; do usleep 20000; done
            exec su guest -c 'cd && XDG_RUNTIME_DIR=/run/guest LIBSEAT_BACKEND=seatd WLR_RENDERER=pixman \\
                WLR_LIBINPUT_NO_DEVICES=1 exec cage -- weston-simple-shm'
            """)
    }

    /// plymouthd with the theme spinner, in a machine `withPeers` whose console
    /// is a terminal: before any other it shows text.
    public func startPlymouth() async throws -> OtherProgram {
        try await shell.call(
            """
            mkdir -p /run/udev /etc/plymouth /dev/pts && mount -t devpts devpts /dev/pts
            printf '[Daemon]\\nTheme=spinner\\nShowDelay=0\\n' >/etc/plymouth/plymouthd.conf
            ln -s /bin/udevadm /run/systemd-udevd && /run/systemd-udevd --daemon
            udevadm trigger --action=add && udevadm settle
            """)
        return try await start(
            "plymouthd",
            """
            (until plymouth --ping; do usleep 20000; done; plymouth show-splash) >/dev/null 2>&1 &
            exec plymouthd --no-daemon --mode=boot
            """)
    }

    private func start(_ name: String, _ script: String) async throws -> OtherProgram {
        let answer = try await shell.call(
            """
            ( export PATH=$PATH:/usr/sbin
            \(script)
            ) >/run/\(name).log 2>&1 &
            echo $!
            """)
        guard let processID = Int(answer) else { throw LabError("no process number: \(answer)") }
        return OtherProgram(self, name: name, processID: processID)
    }
}
