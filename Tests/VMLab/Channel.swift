import Foundation

/// A connection to a local socket, read by lines and by counts, never for ever.
final class Channel {
    private let descriptor: Int32
    private let name: String
    private var received: [UInt8] = []
    private var start = 0

    /// Connects to a socket that QEMU, just started, is about to make.
    init(path: String, of process: HostProcess) async throws {
        name = path
        descriptor = try await eventually("the socket \(path) of QEMU", every: .milliseconds(5)) {
            guard process.isRunning else {
                throw LabError("QEMU ended at once: \(process.complaints)")
            }
            return Channel.connected(to: path)
        }
    }

    /// Connects to a socket that is there.
    init(path: String) throws {
        guard let descriptor = Channel.connected(to: path) else {
            throw LabError("\(path) cannot be connected to")
        }
        name = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    private static func connected(to path: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            precondition(path.utf8.count < bytes.count, "a socket path of at most 107 bytes")
            bytes.copyBytes(from: path.utf8)
        }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) async throws {
        var bytes = bytes[...]
        while !bytes.isEmpty {
            let sent = bytes.withUnsafeBytes {
                Foundation.send(
                    descriptor, $0.baseAddress, $0.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            if sent > 0 {
                bytes = bytes.dropFirst(sent)
            } else if errno == EAGAIN || errno == EINTR {
                try await Task.sleep(for: .milliseconds(2))
            } else {
                throw LabError("\(name): \(String(cString: strerror(errno)))")
            }
        }
    }

    /// The next line, without its end.
    func line(within seconds: Double) async throws -> String {
        var searched = start
        let end = try await eventually("a line from \(name)", within: seconds, every: .milliseconds(2)) {
            try fill()
            let found = received[searched...].firstIndex(of: UInt8(ascii: "\n"))
            searched = received.count
            return found
        }
        defer { drop(upTo: end + 1) }
        return String(decoding: received[start..<end], as: UTF8.self)
    }

    /// The next `count` bytes.
    func bytes(_ count: Int, within seconds: Double) async throws -> [UInt8] {
        let end = start + count
        try await eventually("\(count) bytes from \(name)", within: seconds, every: .milliseconds(2)) {
            try fill()
            return received.count >= end ? () : nil
        }
        defer { drop(upTo: end) }
        return Array(received[start..<end])
    }

    private func drop(upTo end: Int) {
        start = end
        if start == received.count {
            received.removeAll(keepingCapacity: true)
            start = 0
        }
    }

    /// Takes all that has arrived.
    private func fill() throws {
        while true {
            var chunk = [UInt8](repeating: 0, count: 65536)
            let count = chunk.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
            }
            if count > 0 {
                received += chunk[..<count]
            } else if count == 0 {
                throw LabError("\(name): the machine closed it")
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                throw LabError("\(name): \(String(cString: strerror(errno)))")
            }
        }
    }
}
