import CDRM

// The calls into libc that writing a file needs, and the opening of the picture
// libraries. The libraries' own functions are called by the encoders, through
// the tables made here.

/// What the kernel tells about a path, as far as writing a picture needs it.
struct PathFacts {
    /// An ordinary file, which may be replaced by a rename.
    let isOrdinary: Bool
    let isFolder: Bool
    /// The permission bits.
    let permissions: mode_t
}

enum PictureCalls {
    /// Repeats a call that a signal interrupted, and turns -1 into its error.
    private static func value(
        _ call: StaticString, _ body: () -> Int
    ) throws(SystemFailure) -> Int {
        while true {
            let result = body()
            if result >= 0 { return result }
            let code = cdrm_errno()
            if code != EINTR { throw SystemFailure(call: call, errno: code) }
        }
    }

    /// Facts about what a path leads to, through symbolic links.
    static func facts(_ path: String) throws(SystemFailure) -> PathFacts {
        var record = stat()
        _ = try value("stat") { unsafe Int(stat(path, &record)) }
        return facts(record)
    }

    private static func facts(_ record: stat) -> PathFacts {
        PathFacts(
            isOrdinary: record.st_mode & mode_t(S_IFMT) == mode_t(S_IFREG),
            isFolder: record.st_mode & mode_t(S_IFMT) == mode_t(S_IFDIR),
            permissions: record.st_mode & 0o7777)
    }

    /// The path without symbolic links, or nil.
    static func resolve(_ path: String) -> String? {
        guard let text = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(text) }
        return unsafe String(cString: text)
    }

    static func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }

    /// A new file that only this program writes to.
    static func create(_ path: String) throws(SystemFailure) -> CInt {
        CInt(try value("open") {
            unsafe Int(cdrm_open(path, O_WRONLY | O_CREAT | O_EXCL, 0o666))
        })
    }

    /// Something that exists and is no ordinary file: a device or a pipe.
    static func openExisting(_ path: String) throws(SystemFailure) -> CInt {
        CInt(try value("open") { unsafe Int(cdrm_open(path, O_WRONLY | O_NOCTTY, 0)) })
    }

    static func setPermissions(_ descriptor: CInt, _ permissions: mode_t) throws(SystemFailure) {
        _ = try value("fchmod") { Int(fchmod(descriptor, permissions)) }
    }

    /// Writes some of the bytes, waiting as long as a non-blocking descriptor
    /// takes none, and returns how many it took.
    static func write(
        _ descriptor: CInt, _ bytes: borrowing Span<UInt8>
    ) throws(SystemFailure) -> Int {
        while true {
            let taken = unsafe bytes.withUnsafeBytes { buffer in
                unsafe CDRM.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if taken >= 0 { return taken }
            let code = cdrm_errno()
            if code == EAGAIN {
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wanted, 1, -1)
            } else if code != EINTR {
                throw SystemFailure(call: "write", errno: code)
            }
        }
    }

    /// Closes. An interrupted close has closed all the same on Linux.
    static func close(_ descriptor: CInt) throws(SystemFailure) {
        if CDRM.close(descriptor) != 0, cdrm_errno() != EINTR {
            throw SystemFailure(call: "close", errno: cdrm_errno())
        }
    }

    static func rename(_ old: String, to new: String) throws(SystemFailure) {
        _ = try value("rename") { unsafe Int(CDRM.rename(old, new)) }
    }

    static func remove(_ path: String) { _ = unsafe unlink(path) }

    static var processNumber: CInt { getpid() }

    /// A write to a pipe whose reader left becomes an error instead of the end
    /// of the process.
    static func ignoreBrokenPipes() { cdrm_ignore_broken_pipes() }
}

/// The picture libraries, each opened when it is asked for.
enum PictureLibraries {
    static func png() throws(PictureError) -> cdrm_png_library {
        var table = cdrm_png_library()
        unsafe try check(cdrm_png_open(&table), package: "libpng16-16")
        return table
    }

    static func zlib() throws(PictureError) -> cdrm_zlib_library {
        var table = cdrm_zlib_library()
        unsafe try check(cdrm_zlib_open(&table), package: "zlib1g")
        return table
    }

    static func gif() throws(PictureError) -> cdrm_gif_library {
        var table = cdrm_gif_library()
        unsafe try check(cdrm_gif_open(&table), package: "libgif7")
        return table
    }

    static func webp() throws(PictureError) -> cdrm_webp_library {
        var table = cdrm_webp_library()
        unsafe try check(cdrm_webp_open(&table), package: "libwebp7 and libwebpmux3")
        return table
    }

    private static func check(
        _ missing: UnsafePointer<CChar>?, package: String
    ) throws(PictureError) {
        guard let name = unsafe missing else { return }
        throw .missingLibrary(name: unsafe String(cString: name), package: package)
    }
}
