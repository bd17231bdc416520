import CDRM
import FieldFB

/// Tells the service manager how the daemon is doing (sd_notify(3)), when
/// there is one that asked for it, and leaves descriptors with it across a
/// restart.
final class ServiceManager {
    private let socket: Descriptor?
    private var lastStatus = ""
    private var readiness = Readiness.starting
    /// How often a sign of life is due, in nanoseconds; nil when none is wanted.
    private let lifeSignPeriod: Int64?
    /// When the next sign of life is due.
    private(set) var lifeSignMoment: Int64?
    /// Whether the manager says that it keeps descriptors (FDSTORE, sd_notify(3)).
    let keepsDescriptors: Bool

    /// When what the manager had no room for is told again; nil when it knows all.
    private(set) var retryMoment: Int64?

    private enum Readiness { case starting, told, reloading }

    /// After a message that the manager had no room for, in nanoseconds.
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

    /// Tells what is new: that the daemon is up, for the first time or after
    /// `reloading`, and one line for people. What the manager has no room for is
    /// due again at `retryMoment`.
    func tell(isReady: Bool, status: String, now: Int64) {
        var hasRoom = true
        if isReady && readiness != .told {
            hasRoom = send("READY=1\n") != .full
            if hasRoom { readiness = .told }
        }
        if hasRoom && !lastStatus.hasSameBytes(as: status) {
            hasRoom = send("STATUS=\(status)\n") != .full
            if hasRoom { lastStatus = status }
        }
        retryMoment = hasRoom ? nil : now + ServiceManager.retryPause
    }

    /// There is no socket yet: the start goes on.
    func notReady() {
        if readiness == .starting { send("EXTEND_TIMEOUT_USEC=\(ServiceManager.startExtension)\n") }
    }

    /// The settings are read again. When that is done, the daemon is up once more.
    func reloading(now: Int64) {
        guard readiness == .told, send("RELOADING=1\nMONOTONIC_USEC=\(now / 1000)\n") == .taken else { return }
        readiness = .reloading
    }

    func stopping() { send("STOPPING=1\n") }

    /// Tells that the event loop turns, when that is due.
    func giveLifeSign(now: Int64) {
        guard let period = lifeSignPeriod, let moment = lifeSignMoment, moment <= now else { return }
        lifeSignMoment = now + (send("WATCHDOG=1\n") == .taken ? period : min(period, ServiceManager.retryPause))
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

    /// What became of a message.
    private enum Sending {
        case taken
        /// The manager has not read those before it yet.
        case full
        /// There is no manager, or none that listens.
        case lost
    }

    @discardableResult
    private func send(_ message: String) -> Sending {
        switch socket {
        case .some(let socket):
            do throws(SystemError) {
                _ = try SystemCalls.send(socket.number, Array(message.utf8)[...])
                return .taken
            } catch {
                return [EAGAIN, ENOBUFS, ENOMEM].contains(error.errno) ? .full : .lost
            }
        case .none: return .lost
        }
    }
}
