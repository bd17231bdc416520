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
        if PictureCalls.isTerminal(descriptor) { throw .terminal }
        return PictureFile(
            place: descriptor == 1 ? "standard output" : "descriptor \(descriptor)",
            descriptor: descriptor, owns: false, temporary: nil, final: "")
    }

    /// A file that will be at `path`, or the device or pipe that is there.
    static func at(_ path: String) throws(PictureError) -> PictureFile {
        let present = try? PictureCalls.facts(path)
        if let present, present.isFolder {
            throw .system(call: "open", errno: EISDIR, place: path)
        }
        do throws(SystemFailure) {
            if let present, !present.isOrdinary { return try existing(path) }
            let final = (present == nil ? nil : PictureCalls.resolve(path)) ?? path
            let temporary = temporaryName(beside: final)
            let descriptor = try PictureCalls.create(temporary)
            if let present { try? PictureCalls.setPermissions(descriptor, present.permissions) }
            return PictureFile(
                place: path, descriptor: descriptor, owns: true, temporary: temporary, final: final)
        } catch {
            throw error.errno == ENOTTY ? .terminal : PictureError(error, place: path)
        }
    }

    private static func existing(_ path: String) throws(SystemFailure) -> PictureFile {
        let file = PictureFile(
            place: path, descriptor: try PictureCalls.openExisting(path), owns: true,
            temporary: nil, final: path)
        if PictureCalls.isTerminal(file.descriptor) { throw SystemFailure(call: "isatty", errno: ENOTTY) }
        return file
    }

    deinit {
        guard descriptor >= 0, ownsDescriptor else { return }
        try? PictureCalls.close(descriptor)
        if let temporaryPath { PictureCalls.remove(temporaryPath) }
    }

    /// `folder/name.png` becomes `folder/.name.png.PID.part`.
    private static func temporaryName(beside path: String) -> String {
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
            + String(decoding: kept, as: UTF8.self) + ".\(PictureCalls.processNumber).part"
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
                taken = try PictureCalls.write(descriptor, bytes.extracting(droppingFirst: done))
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
            try PictureCalls.close(open)
            if let temporaryPath { try PictureCalls.rename(temporaryPath, to: finalPath) }
        } catch {
            if let temporaryPath { PictureCalls.remove(temporaryPath) }
            throw PictureError(error, place: place)
        }
    }
}

extension PictureError {
    init(_ failure: SystemFailure, place: String) {
        self = .system(call: "\(failure.call)", errno: failure.errno, place: place)
    }
}
