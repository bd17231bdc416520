import CDRM

/// A call of the system that failed: which, and the errno it left.
struct SystemError: Error, Sendable {
    var call: String
    var errno: CInt

    /// What the errno means, in the words of the C library.
    var text: String { SystemCalls.text(errno: errno) }
}

/// Every raw call of the program, one thin function each, here and in the
/// extensions `SystemCalls+X.swift`. Nothing else in this module names libc.
enum SystemCalls {
    /// How often an interrupted call is made again. Signals come one at a time:
    /// a call that says so for ever is a faulty one.
    private static let interruptionLimit = 100

    /// Calls until it is not interrupted, and reads errno at once.
    @inline(never)
    static func retrying<Value: SignedInteger>(
        _ call: String, _ body: () -> Value
    ) throws(SystemError) -> Value {
        var interruptions = 0
        while true {
            let value = body()
            if value >= 0 { return value }
            let errno = cdrm_errno()
            interruptions += 1
            if errno != EINTR || interruptions == interruptionLimit {
                throw SystemError(call: call, errno: errno)
            }
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

    /// How long this thread has been on a processor.
    static func processorNanoseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
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

    /// Ends the process at once; nothing more is given back.
    static func exit(_ code: CInt) -> Never { _exit(code) }

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

    static func openForReading(_ path: String, root: String = "") throws(SystemError) -> Descriptor {
        // Non-blocking, so that a FIFO under that name cannot hold the program up.
        Descriptor(try open(path, root: root, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY))
    }

    /// Opens a path as it is seen where `root` is the folder `/`, links
    /// included; empty for that of the machine.
    static func open(_ path: String, root: String, flags: CInt) throws(SystemError) -> CInt {
        if !root.isEmpty {
            do throws(SystemError) {
                return try retrying("open") { unsafe cdrm_open_in_root(root, path, flags) }
            } catch {
                // Kernels before 5.6 follow links only as the machine sees them.
                if error.errno != ENOSYS { throw error }
            }
        }
        return try retrying("open") { unsafe cdrm_open(root + path, flags, 0) }
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
}
