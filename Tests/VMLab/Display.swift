/// The displays of a machine: what QEMU plugs in, what the kernel drives it
/// with, and how the lab sees what it shows.
///
/// The rows are in `DisplayList.swift`. What a row lacks, a test adds in its
/// own line: `Display.virtio.with(kernel: "video=Virtual-1:d")`.
public struct Display: Sendable {
    /// What brings the kernel up, and what screen it finds then.
    enum Boot {
        /// The kernel alone: no firmware, no screen.
        case direct
        /// The BIOS, which sets up the mode that the kernel asks for.
        case bios
        /// EFI, which leaves its own screen behind.
        case efi
    }

    public var name: String
    /// QEMU's arguments that plug the hardware in.
    var hardware: [String] = []
    var architecture = Architecture.amd64
    /// QEMU's type of machine; cards can be plugged into a `pc` while it runs.
    var machine = "pc"
    var boot = Boot.direct
    var kernelArguments: [String] = []
    /// Where the kernel writes its messages; the last one is its main console.
    var consoles = ["ttyS0"]
    /// Commands before the modules are loaded.
    var preparation: [String] = []
    /// Modules loaded after the boot, as modprobe takes them.
    var modules: [String] = []
    /// Whether they are, or left to `Machine.loadDriver`.
    var loadsDriver = true
    /// Outputs that a viewer is attached to, which says their size: QEMU's names
    /// of the card and the number of its output.
    var viewers: [(card: String, head: Int)] = []
    /// Whether other programs that drive displays are there: weston, cage.
    var hasPeers = false
    /// Whether the libraries for words and pictures are there, a font and pictures.
    var hasLibraries = false
    /// Its screens, and how the lab sees each.
    var eyes = [Eye()]
    /// What this driver is made to refuse, in the words of `world/refuse.c`.
    var refusals: [String] = []

    /// The layout of what the program must bring to the first screen.
    public var format: PixelFormat { eyes[0].format }

    /// How many screens it has.
    public var screens: Int { eyes.count }
}

extension Display {
    /// The same display, whose driver refuses more.
    public func refusing(_ words: [String]) -> Display {
        changed { $0.refusals += words }
    }

    /// The same display, with more on the kernel's command line.
    public func with(kernel arguments: String...) -> Display {
        changed { $0.kernelArguments += arguments }
    }

    /// The same display, with the kernel's messages elsewhere.
    public func with(consoles: [String]) -> Display {
        changed { $0.consoles = consoles }
    }

    /// The same display, with weston and cage beside it.
    public func withPeers() -> Display {
        changed { $0.hasPeers = true }
    }

    /// The same display, with what sets words and reads pictures.
    public func withLibraries() -> Display {
        changed { $0.hasLibraries = true }
    }

    /// The path of a golden picture in a machine `withLibraries`, and outside.
    public static func picture(_ name: String) -> String { World.picture(name) }

    /// The same display before its driver is loaded: `Machine.loadDriver` does.
    public func withoutDriver() -> Display {
        changed { $0.loadsDriver = false }
    }

    func changed(_ change: (inout Display) -> Void) -> Display {
        var display = self
        change(&display)
        return display
    }
}

extension Display: CustomStringConvertible {
    public var description: String {
        let words = [loadsDriver ? name : "\(name) without driver"] + kernelArguments
        return (words + (refusals.isEmpty ? [] : ["refusing \(refusals)"])).joined(separator: ", ")
    }
}
