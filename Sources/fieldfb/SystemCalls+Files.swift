import CDRM

// The calls about files and folders, and watching them.

extension SystemCalls {
    enum FileKind: Equatable { case regular, directory, socket, device, other }

    static func kind(_ mode: mode_t) -> FileKind {
        if cdrm_is_regular(mode) != 0 { return .regular }
        if cdrm_is_directory(mode) != 0 { return .directory }
        if cdrm_is_socket(mode) != 0 { return .socket }
        if cdrm_is_device(mode) != 0 { return .device }
        return .other
    }

    /// What kind of file a descriptor is.
    static func fileKind(_ descriptor: CInt) throws(SystemError) -> FileKind {
        var record = stat()
        _ = try retrying("fstat") { unsafe fstat(descriptor, &record) }
        return kind(record.st_mode)
    }

    /// What kind of file has this path; links are not followed.
    static func linkKind(_ path: String) throws(SystemError) -> FileKind {
        var record = stat()
        _ = try retrying("lstat") { unsafe lstat(path, &record) }
        return kind(record.st_mode)
    }

    /// What tells one file from any other.
    struct FileIdentity: Equatable {
        var device: UInt64
        var number: UInt64
    }

    /// The identity of what has this path, or nil; links are not followed.
    static func identity(_ path: String) -> FileIdentity? {
        var record = stat()
        guard unsafe lstat(path, &record) == 0 else { return nil }
        return FileIdentity(device: UInt64(record.st_dev), number: UInt64(record.st_ino))
    }

    /// The identity of what a descriptor is open on, or nil.
    static func identity(_ descriptor: CInt) -> FileIdentity? {
        var record = stat()
        guard unsafe fstat(descriptor, &record) == 0 else { return nil }
        return FileIdentity(device: UInt64(record.st_dev), number: UInt64(record.st_ino))
    }

    /// Whether there is a directory at this path; links are followed.
    static func isDirectory(_ path: String) -> Bool { kind(at: path) == .directory }

    /// Whether there is a device at this path; links are followed.
    static func isDevice(_ path: String) -> Bool { kind(at: path) == .device }

    private static func kind(at path: String) -> FileKind? {
        var record = stat()
        guard unsafe cdrm_stat(path, &record) == 0 else { return nil }
        return kind(record.st_mode)
    }

    /// The names in a folder, in no certain order, each as its bytes. More than
    /// `limit` are EFBIG.
    ///
    /// - Parameter root: the folder that is `/` on the way there; empty for that of the machine.
    static func names(in path: String, root: String, limit: Int) throws(SystemError) -> [[UInt8]] {
        let number = try open(path, root: root, flags: O_RDONLY | O_DIRECTORY)
        guard let folder = unsafe fdopendir(number) else {
            let error = SystemError(call: "fdopendir", errno: cdrm_errno())
            close(number)
            throw error
        }
        defer { _ = unsafe closedir(folder) }
        var names: [[UInt8]] = []
        while true {
            cdrm_set_errno(0)
            guard let entry = unsafe readdir(folder), let name = unsafe cdrm_entry_name(entry) else { break }
            guard names.count < limit else { throw SystemError(call: "readdir", errno: EFBIG) }
            names.append(unsafe bytes(ofText: name))
        }
        let errno = cdrm_errno()
        if errno != 0 { throw SystemError(call: "readdir", errno: errno) }
        return names
    }

    /// What a regular file holds. More than `limit` bytes are EFBIG, a
    /// directory is EISDIR, any other kind of file ENOTSUP.
    ///
    /// - Parameter root: the folder that is `/` on the way there; empty for that of the machine.
    static func contents(of path: String, root: String = "", limit: Int) throws(SystemError) -> [UInt8] {
        let descriptor = try openForReading(path, root: root)
        switch try fileKind(descriptor.number) {
        case .regular: break
        case .directory: throw SystemError(call: "read", errno: EISDIR)
        case .socket, .device, .other: throw SystemError(call: "read", errno: ENOTSUP)
        }
        var contents: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = try read(descriptor.number, into: &piece)
            if count == 0 { return contents }
            guard contents.count + count <= limit else { throw SystemError(call: "read", errno: EFBIG) }
            contents += piece[..<count]
        }
    }

    /// A file that lives in memory, without a path.
    static func memoryFile(_ name: String) throws(SystemError) -> Descriptor {
        Descriptor(try retrying("memfd_create") { unsafe cdrm_memory_file(name) })
    }

    /// Makes bytes all that a file holds.
    static func replaceContents(_ descriptor: CInt, _ bytes: [UInt8]) throws(SystemError) {
        let count = try retrying("pwrite") {
            unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        }
        _ = try retrying("ftruncate") { ftruncate(descriptor, off_t(count)) }
    }

    /// What a file holds from its beginning, so many bytes at most.
    static func contents(_ descriptor: CInt, limit: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = try retrying("pread") {
            unsafe bytes.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, $0.count, 0) }
        }
        return Array(bytes[..<count])
    }

    static func unlink(_ path: String) throws(SystemError) {
        _ = try retrying("unlink") { unsafe CDRM.unlink(path) }
    }

    // MARK: - Watching

    static func watchQueue() throws(SystemError) -> Descriptor {
        Descriptor(try retrying("inotify_init1") { cdrm_inotify() })
    }

    static func addWatch(
        _ queue: CInt, path: String, mask: UInt32
    ) throws(SystemError) -> CInt {
        try retrying("inotify_add_watch") { unsafe inotify_add_watch(queue, path, mask) }
    }

    static func removeWatch(_ queue: CInt, _ watch: CInt) {
        _ = inotify_rm_watch(queue, watch)
    }

    /// The folder that relative paths begin in; nil when it is gone.
    static func workingFolder() -> String? {
        guard let text = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }
}
