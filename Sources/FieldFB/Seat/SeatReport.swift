import CDRM

/// What a support engineer needs to know about a machine beside its displays:
/// the kernel, its text console, the device files and the backlights, in plain
/// values. Gathering it changes nothing and waits for nobody.
public struct SeatReport: Sendable {
    /// Such as `6.1.0-57-amd64`.
    public var kernelRelease: String
    /// Such as `aarch64`.
    public var architecture: String
    /// The words of the kernel's command line that matter for displays.
    public var kernelWords: [String]
    /// The number of the user whose rights count.
    public var user: Int
    public var console: ConsoleReport
    /// What is in /dev/dri, and the framebuffer devices, by name.
    public var devices: [DeviceFileReport]
    public var backlights: [Backlight.Report]

    /// Looks at the machine.
    public static func gather() -> SeatReport {
        let kernel = systemKernel()
        return SeatReport(
            kernelRelease: kernel.release, architecture: kernel.architecture,
            kernelWords: kernelWords(of: smallFile("/proc/cmdline", limit: 8192)),
            user: Int(systemUserNumber()), console: ConsoleReport.gather(),
            devices: DeviceFileReport.gather(), backlights: Backlight.reports())
    }

    /// The words that say something about displays and consoles.
    static func kernelWords(of line: [UInt8]) -> [String] {
        let whole = ["quiet", "splash", "nomodeset"]
        let beginnings = [
            "video=", "fbcon=", "console=", "consoleblank=", "drm.", "drm_kms_helper.", "vt.", "vga=",
            "loglevel=", "logo", "fb=", "simpledrm", "initcall_blacklist=", "modprobe.blacklist=",
        ]
        var words: [String] = []
        for bytes in line.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }) {
            if whole.contains(where: { bytes.elementsEqual($0.utf8) })
                || beginnings.contains(where: { bytes.starts(with: $0.utf8) })
            {
                words.append(String(decoding: bytes, as: UTF8.self))
            }
        }
        return words
    }
}

/// The state of the text console.
public struct ConsoleReport: Sendable {
    /// The number of the terminal that is shown; 0 when there is none.
    public var shownTerminal = 0
    /// `text` or `graphics`; empty when nobody tells.
    public var mode = ""
    /// Who decides about switching: `kernel` or `program`; empty when nobody tells.
    public var switching = ""
    /// Whether the console is dark; nil when it may not be asked.
    public var isBlanked: Bool?
    /// After how many seconds without a key the console goes dark; 0 never, nil unknown.
    public var blankAfter: Int?
    /// The consoles of kernel messages, such as `ttyS0` and `tty0`, the preferred one first.
    public var messageConsoles: [String] = []
    /// The terminal a daemon noted down as taken, and its process; 0 for none.
    public var takenTerminal = 0
    public var takenBy = 0
    /// Whether that process is alive. A dead one has left the console dark.
    public var isTakerAlive = false
    /// Why the console could not be examined; empty when it could.
    public var refusal = ""

    static func gather(record path: String = ConsoleRescue.recordPath) -> ConsoleReport {
        var report = ConsoleReport()
        report.blankAfter = Int(word(smallFile("/sys/module/kernel/parameters/consoleblank")))
        report.messageConsoles = messageConsoles(smallFile("/sys/class/tty/console/active"))
        if let record = ConsoleRecord.read(path) {
            report.takenTerminal = record.terminal
            report.takenBy = record.process
            report.isTakerAlive = record.isOwnerAlive
        }
        report.shownTerminal =
            ConsoleSearch.activeTerminal(named: smallFile("/sys/class/tty/tty0/active")) ?? 0
        switch ConsoleSearch(places: ConsoleSearch.Places()).open() {
        case .failure(let failure): report.refusal = failure.reason
        case .success(let found):
            report.shownTerminal = found.number
            report.examine(found.descriptor)
            systemClose(found.descriptor)
        }
        return report
    }

    private mutating func examine(_ descriptor: CInt) {
        if let mode = try? systemConsoleMode(descriptor) { self.mode = mode == KD_TEXT ? "text" : "graphics" }
        if let switching = try? systemTerminalSwitching(descriptor) {
            self.switching = switching == .automatic ? "kernel" : "program"
        }
        isBlanked = try? systemIsConsoleBlanked(descriptor)
    }

    /// The kernel lists the preferred one last.
    static func messageConsoles(_ line: [UInt8]) -> [String] {
        line.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") })
            .reversed().map { String(decoding: $0, as: UTF8.self) }
    }

    private static func word(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
