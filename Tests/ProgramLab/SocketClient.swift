import Foundation

/// A client of a local socket, made of plain system calls: it can misbehave in
/// every way a client can.
final class SocketClient: Sendable {
    let descriptor: Int32

    struct Failure: Error {
        let call: String
        let errno: Int32
    }

    /// Connects. Reads give up after `patience`.
    init(path: String, type: __socket_type = SOCK_STREAM) throws {
        descriptor = localSocket(type)
        let result = withSocketAddress(path) { connect(descriptor, $0, $1) }
        // The descriptor belongs to the object already: deinit closes it.
        if result != 0 { throw Failure(call: "connect", errno: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Sends bytes; how many were taken, or nil when the other side is gone.
    @discardableResult
    func send(_ bytes: [UInt8], waits: Bool = true) -> Int? {
        let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
        let count = Glibc.send(descriptor, bytes, bytes.count, flags)
        if count < 0 { return errno == EAGAIN ? 0 : nil }
        return count
    }

    @discardableResult
    func send(_ text: String) -> Int? { send(Array(text.utf8)) }

    /// No more requests will come.
    func endRequests() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// What comes next, at most `count` bytes; empty at the end.
    func receive(_ count: Int = 65536) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let received = recv(descriptor, &buffer, count, 0)
        if received < 0 { throw Failure(call: "recv", errno: errno) }
        return Array(buffer[..<received])
    }

    /// Everything until the other side closes.
    func receiveAll() throws -> String {
        var all: [UInt8] = []
        while true {
            let piece: [UInt8]
            do {
                piece = try receive()
            } catch let failure as Failure where failure.errno == ECONNRESET {
                break
            }
            if piece.isEmpty { break }
            all += piece
        }
        return String(decoding: all, as: UTF8.self)
    }

    /// The next lines, without their newlines.
    func receiveLines(_ count: Int) throws -> [String] {
        var all: [UInt8] = []
        var newlines = 0
        while newlines < count {
            let piece = try receive()
            if piece.isEmpty { break }
            newlines += piece.count { $0 == 10 }
            all += piece
        }
        return String(decoding: all, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}

/// A sockaddr_un of a path, or of an abstract name when it begins with @.
func withSocketAddress<Result>(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    let isAbstract = bytes.first == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes.prefix($0.count - 1)) }
    let size = isAbstract
        ? MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + bytes.count : MemoryLayout<sockaddr_un>.size
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(size)) }
    }
}

/// A local socket that no child process gets, and whose reads give up after `patience`.
private func localSocket(_ type: __socket_type) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(type.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var limit = timeval(tv_sec: Int(patience), tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    return descriptor
}

/// A socket bound to a path or abstract name.
func boundSocket(_ path: String, type: __socket_type) throws -> Int32 {
    let descriptor = localSocket(type)
    guard withSocketAddress(path, { bind(descriptor, $0, $1) }) == 0 else {
        let failure = SocketClient.Failure(call: "bind", errno: errno)
        close(descriptor)
        throw failure
    }
    return descriptor
}
