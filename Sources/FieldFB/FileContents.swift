/// Why a file was not read.
struct FileRefusal: Error {
    /// What is wrong, without the path.
    let reason: String
}

/// The bytes of an ordinary file, read whole: what is decoded afterwards cannot
/// go away with the medium it lies on.
///
/// - Parameter limit: the most bytes, in MiB.
func fileContents(_ path: String, limitMebibytes limit: Int) throws(FileRefusal) -> [UInt8] {
    let isOrdinary: Bool
    var bytes: [UInt8]?
    do throws(SystemFailure) {
        isOrdinary = try systemPathRecord(path).isOrdinary
        if isOrdinary { bytes = try contents(path, limit: limit << 20) }
    } catch {
        throw FileRefusal(reason: systemErrorText(error.errno))
    }
    guard isOrdinary else { throw FileRefusal(reason: "it is no ordinary file") }
    guard let bytes else { throw FileRefusal(reason: "it is larger than \(limit) MiB") }
    return bytes
}

/// Nil when there are more bytes than the limit.
private func contents(_ path: String, limit: Int) throws(SystemFailure) -> [UInt8]? {
    let descriptor = try systemOpen(path, .read)
    defer { systemClose(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = try systemRead(descriptor, into: &chunk)
        if count == 0 { return bytes }
        if bytes.count + count > limit { return nil }
        bytes += chunk[..<count]
    }
}
