/// What the next run has to know, kept by the service manager while the daemon
/// is restarted: what clients asked for, as requests, one a line, and a line for
/// the virtual terminal under the picture, in a file that lives in memory.
struct KeptState: ~Copyable {
    /// More than this was not written by this program, in bytes.
    private static let longest = 64 * 1024

    private let file: Descriptor
    private var written: String

    /// What the run before left: its requests in order.
    private(set) var requests: [ControlRequest] = []
    /// The number of the terminal under its picture; nil when it had none that
    /// can be left for another one.
    private(set) var terminal: Int?

    /// Takes over the file of the run before.
    init(inherited file: consuming Descriptor) {
        let bytes = (try? SystemCalls.contents(file.number, limit: KeptState.longest)) ?? []
        requests = KeptState.requests(in: bytes)
        terminal = KeptState.terminal(in: bytes)
        self.file = file
        written = isValidUTF8(bytes[...]) ? String(bytes: bytes) : ""
    }

    /// An empty file, left with the service manager; nil when nobody keeps it.
    init?(keptBy service: ServiceManager) {
        guard service.keepsDescriptors,
            let file = try? SystemCalls.memoryFile(InheritedDescriptors.stateName)
        else { return nil }
        service.keep(file.number, name: InheritedDescriptors.stateName)
        self.file = file
        written = ""
    }

    /// The requests in what was kept. A line that is none, or cut short, is
    /// passed over.
    static func requests(in bytes: [UInt8]) -> [ControlRequest] {
        lines(of: bytes).compactMap { try? ControlRequest(parsing: $0) }
    }

    /// The terminal in what was kept, 1 to 63; nil when none is named.
    static func terminal(in bytes: [UInt8]) -> Int? {
        for line in lines(of: bytes) where line.starts(with: terminalWord.utf8) {
            let number = DecimalNumber.parseWhole(String(bytes: line.dropFirst(terminalWord.utf8.count)))
            if let number, (1...63).contains(number) { return number }
        }
        return nil
    }

    /// The line for a terminal.
    static func line(terminal number: Int) -> String { "\(terminalWord)\(number)\n" }

    private static let terminalWord = "terminal "

    private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            lines.append(rest[..<end])
            rest = rest[(end + 1)...]
        }
        return lines
    }

    /// Writes down what holds now, when it is something else than before.
    mutating func save(_ lines: String) {
        guard !written.hasSameBytes(as: lines) else { return }
        written = lines
        // Lost in the worst case: then a restart means the defaults.
        try? SystemCalls.replaceContents(file.number, Array(lines.utf8))
    }
}
