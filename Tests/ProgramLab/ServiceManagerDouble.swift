import Foundation

/// Stands in for the service manager: takes the messages of sd_notify(3), and
/// keeps the descriptors that come with them.
final class ServiceManagerDouble {
    let name: String
    private let socket: Int32
    /// The messages so far, without those that only carry descriptors.
    private(set) var messages: [String] = []
    /// The descriptors that are kept now, by name.
    private(set) var store: [String: FileHandle] = [:]

    /// - Parameter name: the path of its socket, or an abstract name that begins with @.
    init(_ name: String) throws {
        self.name = name
        socket = try boundSocket(name, type: SOCK_DGRAM)
    }

    deinit { Glibc.close(socket) }

    private static let filling = "X_FILLING=1\n"

    /// Has no room for a message any more, until what there is was read.
    func fill() throws {
        var count: Int
        repeat {
            let sender = try SocketClient(path: name, type: SOCK_DGRAM)
            count = 0
            while sender.send(Array(ServiceManagerDouble.filling.utf8), waits: false) ?? 0 > 0 { count += 1 }
        } while count > 0
    }

    /// Takes one message and forgets it.
    func takeOne() { _ = next() }

    /// Takes every message that has come; all so far.
    @discardableResult
    func read() -> [String] {
        while let (text, descriptor) = next() {
            let lines = text.split(separator: "\n").map(String.init)
            let kept = lines.first { $0.hasPrefix("FDNAME=") }.map { String($0.dropFirst(7)) }
            if lines.contains("FDSTORE=1"), let kept, let descriptor {
                store[kept] = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            } else if lines.contains("FDSTOREREMOVE=1"), let kept {
                store[kept] = nil
            } else if text != ServiceManagerDouble.filling {
                messages.append(text)
            }
        }
        return messages
    }

    /// Waits until a message has come that begins so.
    func waitFor(_ beginning: String) throws {
        try eventually("the message \(beginning) among \(messages)") {
            read().contains { $0.hasPrefix(beginning) }
        }
    }

    /// Keeps something under a name, as a former run had it kept.
    func keep(_ name: String) { store[name] = .nullDevice }

    /// Closes a descriptor that was kept.
    func close(_ name: String) { store[name] = nil }

    func forgetMessages() {
        read()
        messages = []
    }

    private func next() -> (text: String, descriptor: Int32?)? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        // One control message with one descriptor: a header of 16 bytes and 4, filled up to 24.
        var control = [UInt8](repeating: 0, count: 24)
        return bytes.withUnsafeMutableBytes { bytes in
            control.withUnsafeMutableBytes { control in
                var piece = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
                return withUnsafeMutablePointer(to: &piece) { piece in
                    var header = msghdr()
                    header.msg_iov = piece
                    header.msg_iovlen = 1
                    header.msg_control = control.baseAddress
                    header.msg_controllen = control.count
                    let count = recvmsg(socket, &header, Int32(MSG_DONTWAIT))
                    guard count > 0 else { return nil }
                    let hasDescriptor = header.msg_controllen >= 20
                    return (
                        String(decoding: bytes.prefix(count), as: UTF8.self),
                        hasDescriptor ? control.load(fromByteOffset: 16, as: Int32.self) : nil
                    )
                }
            }
        }
    }
}
