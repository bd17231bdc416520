import CDRM

// Every call into C that this module makes is a function of this file or of
// one of its extensions, `SystemCalls+X.swift`, by subject.
// Nothing else in the module calls libc, libdrm or a picture library.

/// A call that failed, with its error number.
struct SystemFailure: Error {
    let call: StaticString
    let errno: CInt

    /// Whether a path leads to nothing.
    var meansNothingThere: Bool { errno == ENOENT || errno == ENOTDIR }
}

/// How often an interrupted call is tried again. A call that is interrupted
/// more often is not going to succeed.
private let interruptionLimit = 1000

/// Makes a call that answers a negative number on failure, again when a signal
/// interrupted it. Not inlined: nothing may run between the call and the look at errno.
@inline(never) @discardableResult
func systemCall(_ name: StaticString, _ body: () -> Int) throws(SystemFailure) -> Int {
    var interruptions = 0
    while true {
        cdrm_set_errno(0)
        let result = body()
        let code = cdrm_errno()
        if result >= 0 { return result }
        interruptions += 1
        if code == EINTR && interruptions < interruptionLimit { continue }
        throw SystemFailure(call: name, errno: code != 0 ? code : CInt(clamping: -result))
    }
}

/// The words of the C library for an error number.
func systemErrorText(_ code: CInt) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
}

/// The text of a character array inside a C record, up to its first zero.
func systemText<Characters>(_ characters: Characters) -> String {
    var bytes: [UInt8] = []
    unsafe withUnsafeBytes(of: characters) { content in
        for unsafe byte in unsafe content {
            if byte == 0 { break }
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// Nanoseconds of the clock that neither jumps nor counts suspended time.
func systemMonotonicNanoseconds() -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Waits some nanoseconds, less when a signal comes.
func systemSleep(_ nanoseconds: Int64) {
    var time = timespec()
    time.tv_sec = time_t(nanoseconds / 1_000_000_000)
    time.tv_nsec = CLong(nanoseconds % 1_000_000_000)
    _ = unsafe nanosleep(&time, nil)
}

/// The number of this process.
func systemProcessNumber() -> CInt { getpid() }

/// A variable of the environment, or nil when it is not set.
func systemEnvironment(_ name: String) -> String? {
    guard let text = unsafe getenv(name) else { return nil }
    return unsafe String(cString: text)
}

/// A write to a pipe whose reader left becomes an error, instead of the end of
/// the process.
func systemIgnoreBrokenPipes() {
    cdrm_ignore_signal(SIGPIPE)
}

// MARK: - Files

enum SystemFileAccess {
    case read, write, readWrite, readWriteNonBlocking
    /// A new file that only this program writes to.
    case create
}

func systemOpen(_ path: String, _ access: SystemFileAccess) throws(SystemFailure) -> CInt {
    let flags: CInt
    switch access {
    case .read: flags = O_RDONLY | O_NOCTTY
    case .write: flags = O_WRONLY | O_NOCTTY
    case .readWrite: flags = O_RDWR | O_NOCTTY
    case .readWriteNonBlocking: flags = O_RDWR | O_NOCTTY | O_NONBLOCK
    case .create: flags = O_WRONLY | O_CREAT | O_EXCL
    }
    return CInt(try systemCall("open") { Int(unsafe path.withCString { unsafe cdrm_open($0, flags, 0o666) }) })
}

func systemClose(_ descriptor: CInt) {
    _ = close(descriptor)
}

/// Closes a file that was written to, whose last bytes may only now be
/// refused. An interrupted close has closed all the same on Linux.
func systemCloseWritten(_ descriptor: CInt) throws(SystemFailure) {
    cdrm_set_errno(0)
    let result = close(descriptor)
    let code = cdrm_errno()
    if result != 0, code != EINTR { throw SystemFailure(call: "close", errno: code) }
}

/// Reads what is there into `bytes`; the number of bytes, 0 at the end.
func systemRead(_ descriptor: CInt, into bytes: inout [UInt8]) throws(SystemFailure) -> Int {
    try systemCall("read") {
        unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    }
}

/// Writes a part of `bytes` at a place of the file; the number of bytes taken.
func systemWrite(
    _ descriptor: CInt, _ bytes: [UInt8], _ range: Range<Int>, at offset: Int
) throws(SystemFailure) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    return try systemCall("pwrite") {
        unsafe bytes.withUnsafeBytes {
            guard let start = $0.baseAddress else { return 0 }
            return unsafe pwrite(descriptor, start + range.lowerBound, range.count, off_t(offset))
        }
    }
}

/// Writes some of the bytes, waiting as long as a descriptor that does not
/// block takes none; the number of bytes taken.
func systemWrite(_ descriptor: CInt, _ bytes: borrowing Span<UInt8>) throws(SystemFailure) -> Int {
    while true {
        do throws(SystemFailure) {
            return try systemCall("write") {
                unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            }
        } catch {
            guard error.errno == EAGAIN else { throw error }
            _ = try systemWait(descriptor, toWrite: true, milliseconds: -1)
        }
    }
}

/// Waits until a descriptor can be read from or written to, or was closed at
/// the other end; false when the time passed. Negative times never pass.
func systemWait(_ descriptor: CInt, toWrite: Bool, milliseconds: Int) throws(SystemFailure) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)
    return try systemCall("poll") { Int(unsafe poll(&entry, 1, CInt(clamping: milliseconds))) } > 0
}

/// What the kernel tells about a path.
struct SystemPathRecord {
    /// An ordinary file, which may be replaced by a rename.
    let isOrdinary: Bool
    let isFolder: Bool
    /// The permission bits.
    let permissions: mode_t
    /// The numbers of its owner and its group.
    let user: UInt32
    let group: UInt32
}

/// What a path leads to, through symbolic links.
func systemPathRecord(_ path: String) throws(SystemFailure) -> SystemPathRecord {
    var record = stat()
    try systemCall("stat") { Int(unsafe cdrm_stat(path, &record)) }
    return SystemPathRecord(
        isOrdinary: cdrm_is_regular(record.st_mode) != 0, isFolder: cdrm_is_directory(record.st_mode) != 0,
        permissions: record.st_mode & 0o7777, user: record.st_uid, group: record.st_gid)
}

/// The path without symbolic links, or nil.
func systemResolvedPath(_ path: String) -> String? {
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
}

func systemSetPermissions(_ descriptor: CInt, _ permissions: mode_t) throws(SystemFailure) {
    try systemCall("fchmod") { Int(fchmod(descriptor, permissions)) }
}

func systemRename(_ old: String, to new: String) throws(SystemFailure) {
    try systemCall("rename") { Int(unsafe rename(old, new)) }
}

func systemRemove(_ path: String) {
    _ = unsafe unlink(path)
}

/// The names in a folder, in no certain order.
func systemFolderNames(_ path: String) throws(SystemFailure) -> [String] {
    cdrm_set_errno(0)
    guard let folder = unsafe path.withCString({ unsafe opendir($0) }) else {
        throw SystemFailure(call: "opendir", errno: cdrm_errno())
    }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
        guard let name = unsafe cdrm_entry_name(entry) else { break }
        unsafe names.append(String(cString: name))
    }
    _ = unsafe closedir(folder)
    return names
}

// MARK: - Memory

@unsafe
func systemMap(
    _ descriptor: CInt, offset: Int64, byteCount: Int
) throws(SystemFailure) -> UnsafeMutableRawPointer {
    guard byteCount > 0, offset >= 0 else { throw SystemFailure(call: "mmap", errno: EINVAL) }
    cdrm_set_errno(0)
    guard let address = unsafe cdrm_map(descriptor, offset, byteCount) else {
        throw SystemFailure(call: "mmap", errno: cdrm_errno())
    }
    return unsafe address
}

@unsafe
func systemUnmap(_ address: UnsafeMutableRawPointer, byteCount: Int) {
    _ = unsafe munmap(address, byteCount)
}

/// The size of a memory page in bytes.
func systemPageSize() -> Int {
    max(1, Int(getpagesize()))
}
