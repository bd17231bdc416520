import CDRM

/// A call of the system that failed: which, and the errno it left.
struct SystemError: Error, Sendable {
    var call: String
    var errno: CInt

    /// What the errno means, in the words of the C library.
    var text: String { SystemCalls.text(errno: errno) }
}

/// Every raw call of the program, one thin function each. Nothing else in this
/// module names libc.
enum SystemCalls {
    /// Calls until it is not interrupted, and reads errno at once.
    @inline(never)
    private static func retrying<Value: SignedInteger>(
        _ call: String, _ body: () -> Value
    ) throws(SystemError) -> Value {
        while true {
            let value = body()
            if value >= 0 { return value }
            let errno = cdrm_errno()
            if errno != EINTR { throw SystemError(call: call, errno: errno) }
        }
    }

    static func text(errno: CInt) -> String {
        guard let text = unsafe strerror(errno) else { return "error \(errno)" }
        return unsafe String(cString: text)
    }

    // MARK: Time and surroundings

    /// Nanoseconds of the monotonic clock.
    static func monotonicNanoseconds() -> Int64 {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
    }

    /// The value of an environment variable; nil when it is missing or empty.
    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
        return unsafe String(cString: value)
    }

    /// The bytes of a text of C, whatever they are.
    @unsafe static func bytes(ofText text: UnsafePointer<CChar>) -> [UInt8] {
        var bytes: [UInt8] = []
        var index = 0
        while unsafe text[index] != 0 {
            bytes.append(UInt8(bitPattern: unsafe text[index]))
            index += 1
        }
        return bytes
    }

    static func removeFromEnvironment(_ name: String) {
        unsafe unsetenv(name)
    }

    static func processIdentifier() -> Int { Int(getpid()) }

    static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

    /// Whether the system would give this much memory. Asked before a picture
    /// of a size from outside is made, since Swift ends the program where an
    /// array finds no room.
    static func hasMemory(_ byteCount: Int) -> Bool { cdrm_has_memory(byteCount) == 1 }

    // MARK: Descriptors

    static func close(_ descriptor: CInt) {
        // Never repeated after EINTR: Linux has freed the number by then.
        _ = CDRM.close(descriptor)
    }

    /// Fills the places of closed standard streams: else a device or a socket
    /// would get the number 2, and messages with it. Nothing can be written to
    /// a folder, so a closed output stays an error; `/` is always there.
    static func reserveStandardDescriptors() {
        while let number = try? retrying("open", { unsafe cdrm_open("/", O_RDONLY, 0) }) {
            if number > 2 { return close(number) }
        }
    }

    static func openForReading(_ path: String) throws(SystemError) -> Descriptor {
        // Non-blocking, so that a FIFO under that name cannot hold the program up.
        let number = try retrying("open") {
            unsafe cdrm_open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0)
        }
        return Descriptor(number)
    }

    static func openNull() throws(SystemError) -> Descriptor {
        Descriptor(try retrying("open") { unsafe cdrm_open("/dev/null", O_RDONLY, 0) })
    }

    static func read(_ descriptor: CInt, into buffer: inout [UInt8]) throws(SystemError) -> Int {
        try retrying("read") {
            unsafe buffer.withUnsafeMutableBytes { unsafe CDRM.read(descriptor, $0.baseAddress, $0.count) }
        }
    }

    static func write(_ descriptor: CInt, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        try retrying("write") {
            unsafe bytes.withUnsafeBytes { unsafe CDRM.write(descriptor, $0.baseAddress, $0.count) }
        }
    }

    static func setNonBlocking(_ descriptor: CInt) throws(SystemError) {
        _ = try retrying("fcntl") { cdrm_set_nonblocking(descriptor) }
    }

    static func setCloseOnExec(_ descriptor: CInt) throws(SystemError) {
        _ = try retrying("fcntl") { cdrm_set_close_on_exec(descriptor) }
    }

    // MARK: Files

    enum FileKind: Equatable { case regular, directory, socket, other }

    private static func kind(_ mode: mode_t) -> FileKind {
        if cdrm_is_regular(mode) != 0 { return .regular }
        if cdrm_is_directory(mode) != 0 { return .directory }
        if cdrm_is_socket(mode) != 0 { return .socket }
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

    /// Whether there is a directory at this path; links are followed.
    static func isDirectory(_ path: String) -> Bool {
        var record = stat()
        guard unsafe cdrm_stat(path, &record) == 0 else { return false }
        return kind(record.st_mode) == .directory
    }

    /// What a regular file holds. More than `limit` bytes are EFBIG, a
    /// directory is EISDIR, any other kind of file ENOTSUP.
    static func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let descriptor = try openForReading(path)
        switch try fileKind(descriptor.number) {
        case .regular: break
        case .directory: throw SystemError(call: "read", errno: EISDIR)
        case .socket, .other: throw SystemError(call: "read", errno: ENOTSUP)
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

    static func unlink(_ path: String) throws(SystemError) {
        _ = try retrying("unlink") { unsafe CDRM.unlink(path) }
    }

    // MARK: Sockets

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

    static func send(_ descriptor: CInt, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
        try retrying("send") {
            unsafe bytes.withUnsafeBytes { unsafe cdrm_send(descriptor, $0.baseAddress, $0.count) }
        }
    }

    // MARK: Waiting

    /// Waits some nanoseconds, less when a signal comes.
    static func sleep(_ nanoseconds: Int64) {
        var time = timespec()
        time.tv_sec = time_t(nanoseconds / 1_000_000_000)
        time.tv_nsec = CLong(nanoseconds % 1_000_000_000)
        _ = unsafe nanosleep(&time, nil)
    }

    /// Waits until a descriptor is ready; a negative limit waits without end.
    static func poll(_ entries: inout [pollfd], milliseconds: CInt) throws(SystemError) {
        let count = nfds_t(entries.count)
        _ = try retrying("poll") {
            unsafe entries.withUnsafeMutableBufferPointer {
                unsafe CDRM.poll($0.baseAddress, count, milliseconds)
            }
        }
    }

    /// Blocks these signals and gives a descriptor from which they are read.
    static func signalDescriptor(_ numbers: [CInt]) throws(SystemError) -> Descriptor {
        Descriptor(
            try retrying("signalfd") {
                unsafe numbers.withUnsafeBufferPointer {
                    unsafe cdrm_signal_descriptor($0.baseAddress, $0.count)
                }
            })
    }

    /// The next signal that waits on the descriptor, or nil.
    static func nextSignal(_ descriptor: CInt) -> CInt? {
        var record = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        let count = try? retrying("read") { unsafe CDRM.read(descriptor, &record, size) }
        return count == size ? CInt(bitPattern: record.ssi_signo) : nil
    }

    static func ignoreSignal(_ number: CInt) { cdrm_ignore_signal(number) }

    /// Has a handler called when a fault of the program's own, or a signal it
    /// does not expect, ends the program. It is
    /// called once; raised again, the signal ends the program.
    static func onCrash(_ handler: @convention(c) (CInt) -> Void) {
        cdrm_on_crash(handler)
    }

    static func raise(_ number: CInt) {
        _ = CDRM.raise(number)
    }

    static func monotonicTimer() throws(SystemError) -> Descriptor {
        Descriptor(try retrying("timerfd_create") { cdrm_monotonic_timer() })
    }

    /// Arms the timer for an absolute moment of the monotonic clock, or
    /// disarms it. Arming also forgets an earlier expiry.
    static func setTimer(_ descriptor: CInt, at nanoseconds: Int64?) {
        // Zero would disarm it, so the earliest moment is one nanosecond.
        _ = cdrm_set_timer(descriptor, nanoseconds.map { max(1, $0) } ?? 0)
    }

    // MARK: Watching the clock

    /// A timer that becomes readable when the wall clock is set, by a person, a
    /// time service, or the kernel after a suspend.
    static func clockWatch() throws(SystemError) -> Descriptor {
        Descriptor(try retrying("timerfd_settime") { cdrm_clock_watch() })
    }

    /// Takes the word of a clock watch, and makes it ready for the next one.
    static func takeClockChange(_ descriptor: CInt) {
        var count: UInt64 = 0
        // ECANCELED is the news, EAGAIN none: the clocks tell which.
        _ = try? retrying("read") { unsafe CDRM.read(descriptor, &count, MemoryLayout<UInt64>.size) }
    }

    /// Nanoseconds of the clock that goes on while the machine is suspended;
    /// nil on a kernel without it.
    static func bootNanoseconds() -> Int64? {
        var now = timespec()
        guard unsafe clock_gettime(CLOCK_BOOTTIME, &now) == 0 else { return nil }
        return Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec)
    }

    // MARK: Watching files

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
}
