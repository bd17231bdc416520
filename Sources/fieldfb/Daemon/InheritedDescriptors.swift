import FieldFB

/// The descriptors that the service manager handed over at the start
/// (sd_listen_fds(3)): of a socket unit, and those it kept while the daemon
/// was restarted.
struct InheritedDescriptors: ~Copyable {
    static let controlName = "control"
    static let stateName = "state"
    private static let displayPrefix = "display-"
    private static let limit = 256

    /// A socket that listens.
    var control: Descriptor?
    /// What the clients of the run before had asked for.
    var state: Descriptor?
    /// Cards with the picture of the run before.
    var displays: [KeptDescriptor] = []

    /// Takes them over and forgets their names; what is of no use is closed.
    init() {
        defer {
            for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] {
                SystemCalls.removeFromEnvironment(name)
            }
        }
        guard let process = SystemCalls.environment("LISTEN_PID").flatMap(DecimalNumber.parseWhole),
            process == SystemCalls.processIdentifier(),
            let count = SystemCalls.environment("LISTEN_FDS").flatMap(DecimalNumber.parseWhole),
            (1...InheritedDescriptors.limit).contains(count)
        else { return }
        let names = Array((SystemCalls.environment("LISTEN_FDNAMES") ?? "").utf8)
            .split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        for index in 0..<count {
            let number = CInt(3 + index)
            // What is not open is refused here, and left alone.
            guard (try? SystemCalls.setCloseOnExec(number)) != nil else { continue }
            take(number, name: index < names.count ? String(bytes: names[index]) : "")
        }
    }

    private mutating func take(_ number: CInt, name: String) {
        if name.begins(with: InheritedDescriptors.displayPrefix) {
            return displays.append(KeptDescriptor(number, name: name))
        }
        let descriptor = Descriptor(number)
        switch true {
        case name.hasSameBytes(as: InheritedDescriptors.controlName) && control == nil:
            guard SystemCalls.isLocalListener(descriptor.number),
                (try? SystemCalls.setNonBlocking(descriptor.number)) != nil
            else { return }
            control = consume descriptor
        case name.hasSameBytes(as: InheritedDescriptors.stateName):
            state = consume descriptor
        default:
            break
        }
    }
}
