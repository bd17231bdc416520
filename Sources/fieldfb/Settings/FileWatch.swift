import CDRM

/// Notices when a file appears, changes, is replaced or goes, and when its
/// folder does.
///
/// It watches the nearest folder that exists on the way to the file, and the
/// file itself for what is reached through a link. When a folder nearer to the
/// file appears, the watch moves there. What is written counts when the writer
/// closes the file, so that nobody reads half of it. A folder that is renamed
/// farther up than the watched one is not noticed.
struct FileWatch: ~Copyable {
    /// The descriptor that is readable when something may have changed.
    var descriptor: CInt { queue.number }

    private let queue: Descriptor
    private let path: String
    private var folderWatch: CInt?
    private var fileWatch: CInt?
    private var folder: String?
    private var buffer = [UInt8](repeating: 0, count: 4096)

    private static let folderEvents =
        UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
        | UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF)
        | UInt32(IN_ONLYDIR)
    private static let fileEvents = UInt32(IN_CLOSE_WRITE) | UInt32(IN_ATTRIB) | UInt32(IN_MASK_ADD)

    /// Watches an absolute path.
    init(path: String) throws(SystemError) {
        queue = try SystemCalls.watchQueue()
        self.path = path
        follow()
    }

    /// Takes what waits on the descriptor; whether the file may have changed.
    ///
    /// Events about other files of the folder are passed over: their names
    /// are compared with the next part of the way.
    mutating func takeEvents() -> Bool {
        var isConcerned = false
        // A busy folder must not hold the loop up; what is left wakes it again.
        for _ in 0..<8 {
            guard let count = try? SystemCalls.read(queue.number, into: &buffer), count > 0 else { break }
            if concerns(buffer[..<count]) { isConcerned = true }
        }
        if isConcerned { follow() }
        return isConcerned
    }

    /// Whether one of these records of inotify(7) is about the file or the way to it.
    private func concerns(_ records: ArraySlice<UInt8>) -> Bool {
        let headerSize = 16
        let expected = nextName
        var rest = records
        while rest.count >= headerSize {
            let start = rest.startIndex
            let watch = CInt(bitPattern: FileWatch.word(rest, at: start))
            let mask = FileWatch.word(rest, at: start + 4)
            let length = Int(FileWatch.word(rest, at: start + 12))
            guard length <= rest.count - headerSize else { return true }
            let name = rest[(start + headerSize)...].prefix(length).prefix { $0 != 0 }
            let isQueueFull = mask & UInt32(IN_Q_OVERFLOW) != 0
            if isQueueFull || watch != folderWatch || name.isEmpty || name.elementsEqual(expected) {
                return true
            }
            rest = rest.dropFirst(headerSize + length)
        }
        return false
    }

    private static func word(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt32 {
        var bits: UInt32 = 0
        unsafe withUnsafeMutableBytes(of: &bits) { target in
            for offset in 0..<4 { unsafe target[offset] = bytes[index + offset] }
        }
        return bits
    }

    /// The part of the path after the watched folder.
    private var nextName: ArraySlice<UInt8> {
        guard let folder else { return [] }
        let rest = Array(path.utf8).dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }
        return rest.prefix { $0 != UInt8(ascii: "/") }
    }

    /// Moves the watches to the nearest folder there is. A folder that appears
    /// between looking and watching is found by looking again; the depth of
    /// the path bounds how often.
    private mutating func follow() {
        for _ in 0..<64 {
            let nearest = nearestFolder()
            if let folder, folder.hasSameBytes(as: nearest), folderWatch != nil, isSameWatch(nearest) { break }
            if let folderWatch { SystemCalls.removeWatch(queue.number, folderWatch) }
            folder = nearest
            folderWatch = try? SystemCalls.addWatch(queue.number, path: nearest, mask: FileWatch.folderEvents)
        }
        let former = fileWatch
        fileWatch = try? SystemCalls.addWatch(queue.number, path: path, mask: FileWatch.fileEvents)
        if let former, former != fileWatch, former != folderWatch {
            SystemCalls.removeWatch(queue.number, former)
        }
    }

    /// Whether the folder with this name is still the one that is watched:
    /// watching the same folder again gives the same number.
    private func isSameWatch(_ folder: String) -> Bool {
        let again = try? SystemCalls.addWatch(queue.number, path: folder, mask: FileWatch.folderEvents)
        guard let again else { return false }
        if again != folderWatch { SystemCalls.removeWatch(queue.number, again) }
        return again == folderWatch
    }

    private func nearestFolder() -> String {
        var bytes = Array(path.utf8)
        while let slash = bytes.lastIndex(of: UInt8(ascii: "/")), slash > 0 {
            bytes.removeSubrange(slash...)
            let candidate = String(bytes: bytes)
            if SystemCalls.isDirectory(candidate) { return candidate }
        }
        return "/"
    }
}
