/// What clients asked of the daemon, kept by the service manager while the
/// daemon is restarted: requests, one a line, in a file that lives in memory.
struct KeptState: ~Copyable {
    /// More than this was not written by this program, in bytes.
    private static let longest = 64 * 1024

    private let file: Descriptor
    private var written: String

    /// What the run before left: its requests in order.
    private(set) var requests: [ControlRequest] = []

    /// Takes over the file of the run before.
    init(inherited file: consuming Descriptor) {
        let bytes = (try? SystemCalls.contents(file.number, limit: KeptState.longest)) ?? []
        requests = KeptState.requests(in: bytes)
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
        var requests: [ControlRequest] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if let request = try? ControlRequest(parsing: rest[..<end]) { requests.append(request) }
            rest = rest[(end + 1)...]
        }
        return requests
    }

    /// Writes down what holds now, when it is something else than before.
    mutating func save(_ requests: String) {
        guard !written.hasSameBytes(as: requests) else { return }
        written = requests
        // Lost in the worst case: then a restart means the defaults.
        try? SystemCalls.replaceContents(file.number, Array(requests.utf8))
    }
}
