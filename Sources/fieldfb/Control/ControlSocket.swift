import CDRM

/// Why there is no control socket.
enum ControlSocketError: Error {
    /// Another instance answers at this path.
    case alreadyRunning(path: String)
    /// Something that is no socket has this path; it is left alone.
    case notASocket(path: String)
    case failed(path: String, SystemError)

    /// What happened, why, and what to do.
    var message: String {
        switch self {
        case .alreadyRunning(let path):
            return "\(path): another instance is running; `fieldfb ctl --socket \(path) quit` ends it"
        case .notASocket(let path):
            return "\(path): exists and is no socket; remove it or choose another Socket"
        case .failed(let path, let error):
            let advice: String
            switch error.errno {
            case ENOENT, ENOTDIR: advice = "; create its folder"
            case EACCES, EPERM, EROFS: advice = "; its folder cannot be written to"
            case ENAMETOOLONG: advice = "; at most \(SystemCalls.socketPathLimit) bytes"
            default: advice = ""
            }
            return "\(path): \(error.call): \(error.text)\(advice)"
        }
    }
}

/// The owner of the listening control socket.
struct ControlSocket: ~Copyable {
    let descriptor: Descriptor
    /// The path it was bound to; nil when the service manager owns the socket.
    private let path: String?
    private let identity: SystemCalls.FileIdentity?

    private init(_ descriptor: consuming Descriptor, path: String?) {
        self.descriptor = descriptor
        self.path = path
        identity = path.flatMap { SystemCalls.identity($0) }
    }

    /// The group of its file, whose members may be allowed more than others;
    /// nil when the file is gone. Asked anew each time: a person may give the
    /// file to another group.
    var group: UInt32? { SystemCalls.socketGroup(descriptor.number) }

    /// Binds and listens. A stale file of an instance that died is replaced; a
    /// socket that answers and a file that is no socket are left alone.
    static func bind(path: String) throws(ControlSocketError) -> ControlSocket {
        do throws(SystemError) {
            return try listening(path)
        } catch {
            guard error.errno == EADDRINUSE else { throw .failed(path: path, error) }
        }
        try removeStale(path)
        do throws(SystemError) {
            return try listening(path)
        } catch {
            throw .failed(path: path, error)
        }
    }

    private static func listening(_ path: String) throws(SystemError) -> ControlSocket {
        let descriptor = try SystemCalls.localStream()
        try SystemCalls.bind(descriptor.number, path: path)
        try SystemCalls.listen(descriptor.number)
        return ControlSocket(descriptor, path: path)
    }

    /// Removes the socket of an instance that died.
    private static func removeStale(_ path: String) throws(ControlSocketError) {
        guard let kind = try? SystemCalls.linkKind(path) else { return }
        guard kind == .socket else { throw .notASocket(path: path) }
        do throws(SystemError) {
            let probe = try SystemCalls.localStream()
            try SystemCalls.connect(probe.number, path: path)
        } catch {
            switch error.errno {
            case ECONNREFUSED: return try remove(path)
            case ENOENT: return
            // The queue of connections is full: somebody lives there.
            case EAGAIN: throw .alreadyRunning(path: path)
            default: throw .failed(path: path, error)
            }
        }
        throw .alreadyRunning(path: path)
    }

    private static func remove(_ path: String) throws(ControlSocketError) {
        do throws(SystemError) {
            try SystemCalls.unlink(path)
        } catch {
            throw .failed(path: path, error)
        }
    }

    /// The socket that the service manager handed over. Whoever bound it
    /// removes its file.
    init(inherited descriptor: consuming Descriptor) {
        self.init(descriptor, path: nil)
    }

    /// Stops listening and removes the file, if it is still the one bound here.
    consuming func close() {
        if let path, let identity, SystemCalls.identity(path) == identity {
            do throws(SystemError) {
                try SystemCalls.unlink(path)
            } catch {
                StandardError.say(.warning, "\(path): unlink: \(error.text)")
            }
        }
    }
}
