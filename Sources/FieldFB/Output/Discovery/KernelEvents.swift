/// The socket on which the kernel tells what happens to devices.
@usableFromInline
struct KernelEvents: ~Copyable {
    let descriptor: CInt
    private var bytes: [UInt8]
    /// Failures in a row, without a message between.
    private var failures = 0

    /// The kernel's messages are at most as long.
    private static let longest = 8192
    /// A socket that fails so often in a row is broken.
    private static let failureLimit = 16
    /// Messages in one go at most; a storm of them cannot keep the program here.
    private static let readLimit = 256

    /// What was found on the socket.
    enum Found {
        case event(KernelEvent)
        /// Messages were lost or cut off: anything may have happened.
        case anything
    }

    /// Nil where the kernel gives no such socket.
    init?() {
        guard let descriptor = try? systemOpenKernelEvents() else { return nil }
        self.descriptor = descriptor
        bytes = [UInt8](repeating: 0, count: KernelEvents.longest)
    }

    deinit {
        systemClose(descriptor)
    }

    /// Takes the messages that wait. Only those of the kernel itself count: any
    /// process may send to this socket.
    ///
    /// - Returns: false when the socket is broken and has to be given up.
    mutating func read(_ found: (Found) -> Void) -> Bool {
        for _ in 0..<KernelEvents.readLimit {
            do throws(SystemFailure) {
                let message = try systemReceiveKernelEvent(descriptor, into: &bytes)
                failures = 0
                guard message.isFromKernel else { continue }
                if !message.isWhole {
                    found(.anything)
                } else if let event = KernelEvent(bytes, count: message.count) {
                    found(.event(event))
                }
            } catch {
                switch error.meaning {
                case .nothing:
                    failures = 0
                    return true
                case .overflow: found(.anything)
                case .passing: break
                case .broken: return false
                }
                failures += 1
                return failures < KernelEvents.failureLimit
            }
        }
        return true
    }
}
