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

    // MARK: - Who is at the other end

    static func effectiveUser() -> UInt32 { geteuid() }

    static func peer(_ descriptor: CInt) throws(SystemError) -> (process: Int, user: UInt32, group: UInt32) {
        var peer = cdrm_peer()
        _ = try retrying("getsockopt") { unsafe cdrm_peer_of(descriptor, &peer) }
        return (Int(peer.process), peer.user, peer.group)
    }

    /// Whether a group is among the further groups of the peer. False when the
    /// kernel cannot tell.
    static func peer(_ descriptor: CInt, isMemberOf group: UInt32) -> Bool {
        var groups = [gid_t](repeating: 0, count: 32)
        // They are those of the moment in which the peer connected: their
        // number stays the same.
        for _ in 0..<2 {
            let capacity = groups.count
            let count = unsafe groups.withUnsafeMutableBufferPointer {
                unsafe cdrm_peer_groups(descriptor, $0.baseAddress, capacity)
            }
            guard count >= 0 else { return false }
            if count <= capacity { return groups[..<count].contains(group) }
            groups = [gid_t](repeating: 0, count: count)
        }
        return false
    }

    /// The group of the file a local socket is bound to; nil when there is none.
    static func socketGroup(_ descriptor: CInt) -> UInt32? {
        var bytes = [CChar](repeating: 0, count: socketPathLimit + 1)
        let capacity = socketPathLimit
        let count = unsafe bytes.withUnsafeMutableBufferPointer {
            unsafe cdrm_unix_name(descriptor, $0.baseAddress, capacity)
        }
        var record = stat()
        guard count > 0, unsafe cdrm_stat(bytes, &record) == 0, kind(record.st_mode) == .socket else { return nil }
        return record.st_gid
    }
}
