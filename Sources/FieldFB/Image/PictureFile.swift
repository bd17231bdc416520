import CDRM

/// Where the bytes of a picture go: a file that appears whole or not at all, or
/// a stream.
///
/// An ordinary file is written under a hidden temporary name in its own folder
/// and renamed when it is complete; a file that was there keeps its permissions,
/// and a symbolic link keeps leading to it. A device or a pipe is written to
/// directly. Bytes are gathered, so that small pieces cost no system call each.
@usableFromInline
struct PictureFile: ~Copyable {
    /// How messages call it.
    let place: String
    private var descriptor: CInt
    private let ownsDescriptor: Bool
    private let temporaryPath: String?
    private let finalPath: String
    private var gathered: [UInt8] = []

    private static let gatherLimit = 65536

    private init(place: String, descriptor: CInt, owns: Bool, temporary: String?, final: String) {
        self.place = place
        self.descriptor = descriptor
        ownsDescriptor = owns
        temporaryPath = temporary
        finalPath = final
    }

    /// A stream that is open, such as standard output, which `-` means.
    /// - Throws: `terminal` when a person would see the bytes.
    static func stream(_ descriptor: CInt) throws(PictureError) -> PictureFile {
        if systemIsTerminal(descriptor) { throw .terminal }
        return PictureFile(
            place: descriptor == 1 ? "standard output" : "descriptor \(descriptor)",
            descriptor: descriptor, owns: false, temporary: nil, final: "")
    }

    /// A file that will be at `path`, or the device or pipe that is there.
    static func at(_ path: String) throws(PictureError) -> PictureFile {
        let present = try? systemPathRecord(path)
        if let present, present.isFolder {
            throw .system(call: "open", errno: EISDIR, place: path)
        }
        do throws(SystemFailure) {
            if let present, !present.isOrdinary { return try existing(path) }
            let final = (present == nil ? nil : systemResolvedPath(path)) ?? path
            let (descriptor, temporary) = try createTemporary(beside: final)
            if let present { try? systemSetPermissions(descriptor, present.permissions) }
            return PictureFile(
                place: path, descriptor: descriptor, owns: true, temporary: temporary, final: final)
        } catch {
            throw error.errno == ENOTTY ? .terminal : PictureError(error, place: path)
        }
    }

    private static func existing(_ path: String) throws(SystemFailure) -> PictureFile {
        let file = PictureFile(
            place: path, descriptor: try systemOpen(path, .write), owns: true,
            temporary: nil, final: path)
        if systemIsTerminal(file.descriptor) { throw SystemFailure(call: "isatty", errno: ENOTTY) }
        return file
    }

    deinit {
        guard descriptor >= 0, ownsDescriptor else { return }
        systemClose(descriptor)
        if let temporaryPath { systemRemove(temporaryPath) }
    }

    /// How many names are tried: in containers each program has the same
    /// number, and one that was killed leaves its file behind.
    private static let nameLimit = 100

    private static func createTemporary(
        beside path: String
    ) throws(SystemFailure) -> (descriptor: CInt, path: String) {
        var attempt = 0
        while true {
            let name = temporaryName(beside: path, attempt)
            do throws(SystemFailure) {
                return (try systemOpen(name, .create), name)
            } catch {
                attempt += 1
                guard error.errno == EEXIST, attempt < nameLimit else { throw error }
            }
        }
    }

    /// `folder/name.png` becomes `folder/.name.png.PID-0.part`.
    private static func temporaryName(beside path: String, _ attempt: Int) -> String {
        var folder: [UInt8] = []
        var name: [UInt8] = []
        for byte in path.utf8 {
            name.append(byte)
            if byte == UInt8(ascii: "/") {
                folder += name
                name.removeAll()
            }
        }
        // A name may have 255 bytes; what is added here must fit as well.
        let kept = name.prefix(200)
        return String(decoding: folder, as: UTF8.self) + "."
            + String(decoding: kept, as: UTF8.self) + ".\(systemProcessNumber())-\(attempt).part"
    }

    /// Adds bytes to the end.
    mutating func append(_ bytes: borrowing Span<UInt8>) throws(PictureError) {
        if gathered.count + bytes.count > PictureFile.gatherLimit { try flush() }
        if bytes.count > PictureFile.gatherLimit {
            try writeAll(bytes)
        } else {
            unsafe bytes.withUnsafeBufferPointer { unsafe gathered.append(contentsOf: $0) }
        }
    }

    mutating func append(_ bytes: [UInt8]) throws(PictureError) {
        try append(bytes.span)
    }

    private mutating func flush() throws(PictureError) {
        try writeAll(gathered.span)
        gathered.removeAll(keepingCapacity: true)
    }

    private func writeAll(_ bytes: borrowing Span<UInt8>) throws(PictureError) {
        var done = 0
        while done < bytes.count {
            let taken: Int
            do throws(SystemFailure) {
                taken = try systemWrite(descriptor, bytes.extracting(droppingFirst: done))
            } catch {
                throw PictureError(error, place: place)
            }
            if taken == 0 { throw .shortWrite(place: place) }
            done += taken
        }
    }

    /// Writes what is left and lets the file appear under its name.
    consuming func commit() throws(PictureError) {
        try flush()
        guard ownsDescriptor else { return }
        let open = descriptor
        descriptor = -1
        do throws(SystemFailure) {
            try systemCloseWritten(open)
            if let temporaryPath { try systemRename(temporaryPath, to: finalPath) }
        } catch {
            if let temporaryPath { systemRemove(temporaryPath) }
            throw PictureError(error, place: place)
        }
    }
}

extension PictureError {
    init(_ failure: SystemFailure, place: String) {
        self = .system(call: "\(failure.call)", errno: failure.errno, place: place)
    }
}
