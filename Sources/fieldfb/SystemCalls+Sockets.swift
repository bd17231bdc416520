import CDRM

// The calls of local sockets.

extension SystemCalls {
    /// The longest path a local socket can have, in bytes.
    static var socketPathLimit: Int { Int(cdrm_unix_name_limit) }

    static func localStream() throws(SystemError) -> Descriptor {
        Descriptor(try retrying("socket") { cdrm_unix_stream() })
    }

    static func localDatagram() throws(SystemError) -> Descriptor {
        Descriptor(try retrying("socket") { cdrm_unix_datagram() })
    }

    /// Binds under a umask that leaves exactly mode 0660, so that there is no
    /// moment in which others could connect.
    static func bind(_ descriptor: CInt, path: String) throws(SystemError) {
        let former = umask(0o117)
        defer { umask(former) }
        _ = try retrying("bind") { unsafe cdrm_unix_bind(descriptor, path) }
    }

    static func connect(_ descriptor: CInt, path: String) throws(SystemError) {
        _ = try retrying("connect") { unsafe cdrm_unix_connect(descriptor, path) }
    }

    static func listen(_ descriptor: CInt) throws(SystemError) {
        _ = try retrying("listen") { CDRM.listen(descriptor, 64) }
    }

    static func accept(_ listener: CInt) throws(SystemError) -> Descriptor {
        Descriptor(try retrying("accept") { cdrm_accept(listener) })
    }

    static func isLocalListener(_ descriptor: CInt) -> Bool {
        cdrm_is_unix_listener(descriptor) == 1
    }

    /// Sends bytes together with a copy of a descriptor.
    static func send(_ socket: CInt, _ bytes: [UInt8], descriptor: CInt) throws(SystemError) {
        _ = try retrying("sendmsg") {
            unsafe bytes.withUnsafeBytes {
                unsafe cdrm_send_descriptor(socket, $0.baseAddress, $0.count, descriptor)
            }
        }
    }

    static func send(_ descriptor: CInt, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        try retrying("send") {
            unsafe bytes.withUnsafeBytes { unsafe cdrm_send(descriptor, $0.baseAddress, $0.count) }
        }
    }
}
