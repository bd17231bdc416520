import CDRM

/// Where the settings come from: the defaults, then a file, then what was
/// given as options. It can be read again at any time.
struct SettingSources: Sendable {
    /// The file that was asked for; nil for the default file, which may be missing.
    var file: String?
    /// `Key`, `Value` pairs from the command line, in order.
    private(set) var options: [(key: String, value: String)] = []

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
        var scratch = Settings()
        guard setting.write(&scratch, value) else { throw UsageError(setting.refusal(of: value)) }
        options.append((setting.key, value))
    }

    /// Whether an option sets this setting.
    func sets(_ key: String) -> Bool { options.contains { $0.key.hasSameBytes(as: key) } }

    /// Reads everything. What is wrong with the file is reported; the settings
    /// are complete in any case.
    func read() -> (settings: Settings, faults: SettingFaults) {
        var settings = Settings()
        var faults = SettingFaults()
        let path = file ?? Settings.defaultFile
        do throws(SystemError) {
            let bytes = try SystemCalls.contents(of: path, limit: SettingFile.largestFile)
            SettingFile.apply(bytes, name: path, to: &settings, faults: &faults)
        } catch {
            if file != nil || error.errno != ENOENT {
                faults.add(SettingFault(file: path, line: nil, text: SettingSources.refusal(error)))
            }
        }
        for option in options { _ = Setting.named(option.key)?.write(&settings, option.value) }
        return (settings, faults)
    }

    static func refusal(_ error: SystemError) -> String {
        switch error.errno {
        case EFBIG: "larger than \(SettingFile.largestFile) bytes; not read"
        case EISDIR: "is a directory, not a setting file"
        case ENOTSUP: "is no regular file; not read"
        default: "cannot be read: \(error.text)"
        }
    }
}
