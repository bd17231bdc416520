import CDRM

// Every call into C that this module makes is a function of this file or of
// DisplayCalls.swift. Nothing else in the module names libc or libdrm.

/// A call that failed, with its error number.
struct SystemFailure: Error {
    let call: StaticString
    let errno: CInt
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

// MARK: - Files

enum SystemFileAccess {
    case read, readWrite, readWriteNonBlocking
}

func systemOpen(_ path: String, _ access: SystemFileAccess) throws(SystemFailure) -> CInt {
    let flags: CInt
    switch access {
    case .read: flags = O_RDONLY | O_NOCTTY
    case .readWrite: flags = O_RDWR | O_NOCTTY
    case .readWriteNonBlocking: flags = O_RDWR | O_NOCTTY | O_NONBLOCK
    }
    return CInt(try systemCall("open") { Int(unsafe path.withCString { unsafe cdrm_open($0, flags, 0) }) })
}

func systemClose(_ descriptor: CInt) {
    _ = close(descriptor)
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

// MARK: - Framebuffer device

func systemFramebufferFixed(_ descriptor: CInt) throws(SystemFailure) -> fb_fix_screeninfo {
    var record = fb_fix_screeninfo()
    try systemCall("FBIOGET_FSCREENINFO") { Int(unsafe cdrm_framebuffer_fixed(descriptor, &record)) }
    return record
}

func systemFramebufferVariable(_ descriptor: CInt) throws(SystemFailure) -> fb_var_screeninfo {
    var record = fb_var_screeninfo()
    try systemCall("FBIOGET_VSCREENINFO") { Int(unsafe cdrm_framebuffer_variable(descriptor, &record)) }
    return record
}

/// Shows the part of the memory that the record's offsets name.
func systemFramebufferPan(_ descriptor: CInt, _ record: fb_var_screeninfo) throws(SystemFailure) {
    var record = record
    try systemCall("FBIOPAN_DISPLAY") { Int(unsafe cdrm_framebuffer_pan(descriptor, &record)) }
}

// MARK: - Console

/// KD_TEXT or KD_GRAPHICS.
func systemConsoleMode(_ descriptor: CInt) throws(SystemFailure) -> CInt {
    var mode: CInt = 0
    try systemCall("KDGETMODE") { Int(unsafe cdrm_console_mode(descriptor, &mode)) }
    return mode
}

func systemSetConsoleMode(_ descriptor: CInt, _ mode: CInt) throws(SystemFailure) {
    try systemCall("KDSETMODE") { Int(cdrm_console_set_mode(descriptor, mode)) }
}

/// The number of the virtual terminal that is shown.
func systemActiveTerminal(_ descriptor: CInt) throws(SystemFailure) -> Int {
    var state = vt_stat()
    try systemCall("VT_GETSTATE") { Int(unsafe cdrm_terminal_state(descriptor, &state)) }
    return Int(state.v_active)
}

/// Sets KD_TEXT and ignores a refusal. Safe in a signal handler.
func systemRestoreConsole(_ descriptor: CInt) {
    _ = cdrm_console_set_mode(descriptor, KD_TEXT)
}
