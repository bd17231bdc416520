/// A Debian with systemd, and with the package under test installed by dpkg.
///
/// It boots from a disk that all tests share and none writes to; what a test
/// adds (`with(file:)`, `with(kernel:)`) lies over that in memory.
public struct Installation: Hashable, Sendable {
    enum Entry: Hashable, Sendable {
        case text(String)
        case link(to: String)
    }

    /// What mounts the root and starts its systemd.
    enum Stage: String, Hashable, Sendable {
        /// The lab's own few lines, which lay files over the disk.
        case lab
        /// What Debian's programs make, with the hooks of the package.
        case initramfsTools = "initramfs-tools"
        case dracut
    }

    var name: String
    var stage = Stage.lab
    /// Whether the package is installed.
    var hasPackage = true
    /// Whether the packages that it recommends are there.
    var hasWords = false
    /// The size of its only screen; without one there is no display device.
    var screen: [Int]? = [640, 480]
    var kernelArguments: [String] = []
    /// What is laid over the disk, by path.
    var entries: [String: Entry] = [:]

    /// The setting file that stops both clocks, so that the running field is one
    /// known picture: `Moment.frozen`.
    static let frozen = "[Field]\nDriftSpeed = 0\nFoldSpeed = 0\n[Motion]\nStartTime = 12\nEaseTime = 0\n"

    /// A machine as the package finds it on any Debian: a prompt on the first
    /// terminal. The display's driver is in the kernel, as on a board, and all
    /// that kernel and systemd say goes to the screen, where the field is to hide it.
    public static let debian = Installation(
        name: "a Debian",
        kernelArguments: ["console=ttyS0", "console=tty0", "systemd.show_status=yes", "lab.display=early"],
        entries: ["/etc/fieldfb/fieldfb.conf": .text(frozen)])

    /// The same without a prompt on the screen.
    public static let kiosk = debian.named("a kiosk").masking("getty@tty1.service")

    /// A kiosk that boots through an initial file system made by
    /// `initramfs-tools` or `dracut`. Nothing can be laid over its disk.
    public static func kiosk(with maker: String) -> Installation {
        Installation(
            name: "a kiosk with \(maker)", stage: maker == "dracut" ? .dracut : .initramfsTools,
            kernelArguments: [
                "console=ttyS0", "console=tty0", "root=/dev/vda", "rw", "systemd.mask=getty@tty1.service",
                "fieldfb.drift_speed=0", "fieldfb.fold_speed=0", "fieldfb.start_time=12", "fieldfb.ease_time=0",
            ])
    }
}

extension Moment {
    /// What the field of an `Installation` shows while it is active.
    public static let frozen = Moment.running(seconds: 12)
}

extension Installation {
    public func named(_ name: String) -> Installation { changed { $0.name = name } }

    /// The same with more on the kernel's command line.
    public func with(kernel arguments: String...) -> Installation {
        changed { $0.kernelArguments += arguments }
    }

    /// The same with a file, whatever was there.
    public func with(file path: String, _ text: String) -> Installation {
        changed { $0.entries[path] = .text(text) }
    }

    /// The same with a unit that `target` wants.
    public func with(unit name: String, wantedBy target: String? = nil, _ text: String) -> Installation {
        let units = "/etc/systemd/system"
        let there = with(file: "\(units)/\(name)", text)
        guard let target else { return there }
        return there.changed { $0.entries["\(units)/\(target).wants/\(name)"] = .link(to: "\(units)/\(name)") }
    }

    /// The same where these units do not exist.
    public func masking(_ units: String...) -> Installation {
        changed { for unit in units { $0.entries["/etc/systemd/system/\(unit)"] = .link(to: "/dev/null") } }
    }

    /// The same where the display's driver is a module that udev loads.
    public func withLateDriver() -> Installation {
        changed { $0.kernelArguments.removeAll { $0 == "lab.display=early" } }
    }

    /// The same without any display.
    public func withoutDisplay() -> Installation { changed { $0.screen = nil } }

    /// The same with the libraries and the font that the package recommends.
    public func withWords() -> Installation { changed { $0.hasWords = true } }

    /// The same before the package came.
    public func withoutPackage() -> Installation {
        changed { $0.hasPackage = false }
    }

    private func changed(_ change: (inout Installation) -> Void) -> Installation {
        var installation = self
        change(&installation)
        return installation
    }

    /// The display of such a machine, as the rest of the lab knows it.
    var display: Display {
        let row = screen.map { Display.virtio($0[0], $0[1]) } ?? .none
        return Display(name: name, hardware: row.hardware, eyes: row.eyes)
    }
}
