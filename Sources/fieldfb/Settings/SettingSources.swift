import CDRM

/// Where the settings come from, from the lowest to the highest: the defaults,
/// setting files, the command line of the kernel, and options. They can be read
/// again at any time.
struct SettingSources {
    /// The only file to read; nil for those of the system, which may be missing.
    var file: String?
    /// The folder under which the files of the system are looked for.
    var root = ""
    /// Where the command line of the kernel is read; nil for nowhere.
    var kernelCommandLine: String? = KernelCommandLine.path
    /// `Key`, `Value` pairs from the command line, in order.
    private(set) var options: [(key: String, value: String)] = []
    private var former: SettingReading?

    init(file: String? = nil) {
        self.file = file
    }

    /// Adds a `KEY=VALUE` of the command line.
    mutating func add(assignment: String) throws(UsageError) {
        let bytes = Array(assignment.utf8)
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
            throw UsageError("\(ByteText.quoted(bytes)) is not KEY=VALUE")
        }
        try add(key: String(bytes: bytes[..<equals]), value: String(bytes: bytes[(equals + 1)...]))
    }

    /// Adds a setting of the command line. A person typed it: what is not
    /// allowed is an error in the usage.
    mutating func add(key: String, value: String) throws(UsageError) {
        guard let setting = Setting.named(key) else {
            throw UsageError("unknown setting \(ByteText.quoted(key.utf8))")
        }
        // A person types paths as they are seen from where they are.
        var value = value
        if setting.isFile, !value.utf8.isEmpty, !value.begins(with: "/"), let folder = SystemCalls.workingFolder() {
            value = "\(folder)/\(value)"
        }
        var scratch = Settings()
        guard setting.write(&scratch, value) else { throw UsageError(setting.refusal(of: value)) }
        options.append((setting.key, value))
    }

    /// Whether an option sets this setting.
    func sets(_ key: String) -> Bool { options.contains { $0.key.hasSameBytes(as: key) } }

    /// Reads everything. What is wrong is noted; the settings are complete in
    /// any case. Of a file that could be read the last time and cannot now,
    /// what it gave then counts.
    mutating func read() -> SettingReading {
        let reading = SettingReading()
        if let file {
            read([file], mayBeMissing: false, into: reading)
        } else {
            read(SettingFolders.files, mayBeMissing: true, into: reading)
            let dropIns = SettingFolders.dropIns(root: root) { folder, error in
                missed(SettingOrigin(file: root + folder), SettingSources.refusalOfFolder(error), in: reading)
            }
            read(dropIns, mayBeMissing: false, into: reading)
        }
        readKernelCommandLine(into: reading)
        for option in options {
            guard let place = Setting.place(of: option.key) else { continue }
            _ = reading.set(place, to: option.value, from: SettingOrigin(file: "option"))
        }
        former = reading
        return reading
    }

    private func read(_ paths: [String], mayBeMissing: Bool, into reading: SettingReading) {
        for path in paths {
            let name = root + path
            // A link to a device says that there is nothing, and opening a
            // device may do something.
            if SystemCalls.isDevice(name) { continue }
            do throws(SystemError) {
                let bytes = try SystemCalls.contents(of: path, root: root, limit: reading.bytesLeft)
                reading.bytesLeft -= bytes.count
                SettingFile.apply(bytes, name: name, to: reading)
            } catch {
                if mayBeMissing && error.errno == ENOENT { continue }
                missed(SettingOrigin(file: name), SettingSources.refusal(error), in: reading)
            }
        }
    }

    private func readKernelCommandLine(into reading: SettingReading) {
        guard let kernelCommandLine else { return }
        do throws(SystemError) {
            let bytes = try SystemCalls.contents(of: kernelCommandLine, limit: KernelCommandLine.longest)
            KernelCommandLine.apply(bytes, to: reading)
        } catch {
            // Early in an initramfs /proc may not be there yet.
            if error.errno == ENOENT { return }
            missed(KernelCommandLine.origin, "cannot be read: \(error.text)", in: reading)
        }
    }

    private func missed(_ origin: SettingOrigin, _ refusal: String, in reading: SettingReading) {
        var text = refusal
        if let former, reading.take(from: former, whatIsIn: origin.file) { text += "; what it said before stands" }
        reading.miss(origin, text)
    }

    private static func refusal(_ error: SystemError) -> String {
        switch error.errno {
        case EFBIG: "more than the \(SettingFile.largestFile) bytes that setting files may have together; not read"
        case EISDIR: "is a directory, not a setting file"
        case ENOTSUP: "is no regular file; not read"
        default: "cannot be read: \(error.text)"
        }
    }

    private static func refusalOfFolder(_ error: SystemError) -> String {
        switch error.errno {
        case EFBIG: "holds more than \(SettingFolders.mostEntries) files; none of them is read"
        case ENOTDIR: "is no folder of setting files"
        default: "cannot be read: \(error.text)"
        }
    }
}
