import FieldFB

/// Tells the service manager how the daemon is doing (sd_notify(3)), when
/// there is one that asked for it, and leaves descriptors with it across a
/// restart.
final class ServiceManager {
    private let socket: Descriptor?
    private var lastStatus = ""
    private var isReady = false
    /// How often a sign of life is due, in nanoseconds; nil when none is wanted.
    private let lifeSignPeriod: Int64?
    /// When the next sign of life is due.
    private(set) var lifeSignMoment: Int64?
    /// Whether the manager says that it keeps descriptors (FDSTORE, sd_notify(3)).
    let keepsDescriptors: Bool

    /// After a sign of life that the manager had no room for, in nanoseconds.
    private static let retryPause: Int64 = 500_000_000
    /// How much more time a start without a socket asks for, in microseconds.
    private static let startExtension = 60_000_000

    /// Connects to the socket named in the environment, and hides its name
    /// from child processes.
    init() {
        let name = SystemCalls.environment("NOTIFY_SOCKET")
        let period = ServiceManager.watchdogPeriod()
        let room = SystemCalls.environment("FDSTORE").flatMap(DecimalNumber.parseWhole) ?? 0
        for variable in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "FDSTORE"] {
            SystemCalls.removeFromEnvironment(variable)
        }
        var connected: Descriptor?
        if let name, name.begins(with: "/") || name.begins(with: "@") {
            do throws(SystemError) {
                let socket = try SystemCalls.localDatagram()
                try SystemCalls.connect(socket.number, path: name)
                connected = consume socket
            } catch {
                StandardError.say(.warning, "service manager: \(error.call): \(error.text)")
            }
        }
        let isPresent = connected != nil
        keepsDescriptors = isPresent && room > 0
        lifeSignPeriod = period
        if isPresent, period != nil { lifeSignMoment = SystemCalls.monotonicNanoseconds() }
        socket = connected
    }

    /// Half the time after which the manager takes a silent daemon for stuck.
    private static func watchdogPeriod() -> Int64? {
        if let process = SystemCalls.environment("WATCHDOG_PID").flatMap(DecimalNumber.parseWhole),
            process != SystemCalls.processIdentifier()
        {
            return nil
        }
        guard let time = SystemCalls.environment("WATCHDOG_USEC").flatMap(DecimalNumber.parse),
            (1...3_600_000_000).contains(time)
        else { return nil }
        return Int64(time) * 1000 / 2
    }

    // MARK: How the daemon is doing

    /// The socket answers and the first frame was tried.
    func ready() {
        guard !isReady else { return }
        isReady = true
        send("READY=1\n")
    }

    /// There is no socket yet: the start goes on.
    func notReady() {
        if !isReady { send("EXTEND_TIMEOUT_USEC=\(ServiceManager.startExtension)\n") }
    }

    /// The settings are read again; `reloaded` follows.
    func reloading(now: Int64) {
        if isReady { send("RELOADING=1\nMONOTONIC_USEC=\(now / 1000)\n") }
    }

    func reloaded() {
        if isReady { send("READY=1\n") }
    }

    func stopping() { send("STOPPING=1\n") }

    /// One line for people; sent when it is another one than before.
    func status(_ text: String) {
        if lastStatus.hasSameBytes(as: text) { return }
        if send("STATUS=\(text)\n") { lastStatus = text }
    }

    /// Tells that the event loop turns, when that is due.
    func giveLifeSign(now: Int64) {
        guard let period = lifeSignPeriod, let moment = lifeSignMoment, moment <= now else { return }
        lifeSignMoment = now + (send("WATCHDOG=1\n") ? period : min(period, ServiceManager.retryPause))
    }

    // MARK: What it keeps

    /// Who keeps the descriptors of cards; nil when nobody does.
    var displayKeeper: DescriptorKeeper? {
        guard keepsDescriptors else { return nil }
        return DescriptorKeeper(
            keep: { [self] number, name in keep(number, name: name) },
            forget: { [self] name in send("FDSTOREREMOVE=1\nFDNAME=\(name)\n") })
    }

    /// Leaves a copy of a descriptor with the manager until the daemon has
    /// ended for good. Lost in the worst case: then a restart begins anew.
    func keep(_ number: CInt, name: String) {
        guard keepsDescriptors else { return }
        switch socket {
        case .some(let socket):
            let message = Array("FDSTORE=1\nFDNAME=\(name)\n".utf8)
            try? SystemCalls.send(socket.number, message, descriptor: number)
        case .none: return
        }
    }

    /// Whether the manager took the message. Nobody is worse off when it did not.
    @discardableResult
    private func send(_ message: String) -> Bool {
        switch socket {
        case .some(let socket): (try? SystemCalls.send(socket.number, Array(message.utf8)[...])) != nil
        case .none: false
        }
    }
}
