/// Tells the service manager how the daemon is doing (sd_notify(3)), when
/// there is one that asked for it.
struct ServiceManager: ~Copyable {
    private let socket: Descriptor?
    private var lastStatus = ""

    /// Connects to the socket named in the environment, and hides its name
    /// from child processes.
    init() {
        let name = SystemCalls.environment("NOTIFY_SOCKET")
        SystemCalls.removeFromEnvironment("NOTIFY_SOCKET")
        guard let name, name.begins(with: "/") || name.begins(with: "@") else {
            socket = nil
            return
        }
        do throws(SystemError) {
            let socket = try SystemCalls.localDatagram()
            try SystemCalls.connect(socket.number, path: name)
            self.socket = consume socket
        } catch {
            StandardError.say("service manager: \(error.call): \(error.text)")
            socket = nil
        }
    }

    /// The socket answers and the first frame was tried.
    func ready() { send("READY=1\n") }
    func stopping() { send("STOPPING=1\n") }

    /// One line for people; sent when it is another one than before.
    mutating func status(_ text: String) {
        if lastStatus.hasSameBytes(as: text) { return }
        lastStatus = text
        send("STATUS=\(text)\n")
    }

    private func send(_ message: String) {
        switch socket {
        case .some(let socket):
            // Nobody is worse off when the service manager misses it.
            _ = try? SystemCalls.send(socket.number, Array(message.utf8)[...])
        case .none: return
        }
    }
}
