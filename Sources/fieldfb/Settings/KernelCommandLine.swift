/// Settings on the command line of the kernel: `fieldfb.KEY=VALUE`.
///
/// In KEY neither case nor `-` and `_` count. A word without a value means yes.
/// Double quotes hold blanks together, as they do for the kernel.
enum KernelCommandLine {
    static let path = "/proc/cmdline"
    /// More than any kernel takes, in bytes.
    static let longest = 1 << 16
    static let origin = SettingOrigin(file: "kernel command line")

    private static let prefix = "fieldfb."
    /// Read by the units, which do not start the program when it is 0.
    private static let keyOfUnits = "enable"

    /// Applies what concerns the program; all other words are passed over.
    static func apply(_ bytes: [UInt8], to reading: SettingReading) {
        var word: [UInt8] = []
        var isQuoted = false
        for byte in bytes {
            if byte == UInt8(ascii: "\"") {
                isQuoted = !isQuoted
            } else if byte > UInt8(ascii: " ") || isQuoted {
                word.append(byte)
            } else {
                take(word, reading)
                word.removeAll(keepingCapacity: true)
            }
        }
        take(word, reading)
    }

    private static func take(_ word: [UInt8], _ reading: SettingReading) {
        guard word.starts(with: prefix.utf8) else { return }
        if let fault = assign(word, reading) { reading.faults.add(fault, at: origin) }
    }

    /// What is wrong with a word that begins with the prefix, or nil.
    private static func assign(_ word: [UInt8], _ reading: SettingReading) -> String? {
        let name = word.prefix { $0 != UInt8(ascii: "=") }
        var key: [UInt8] = []
        for byte in name[prefix.utf8.count...] where byte != UInt8(ascii: "-") && byte != UInt8(ascii: "_") {
            key.append(byte)
        }
        let text = String(bytes: key)
        if text.matchesIgnoringCase(keyOfUnits) { return nil }
        guard let place = Setting.place(of: text) else {
            return "unknown setting \(ByteText.quoted(name))"
        }
        if name.count == word.count { return reading.set(place, to: YesNo.yes, from: origin) }
        let value = word[(name.count + 1)...]
        guard isValidUTF8(value), !value.contains(where: { $0.isControl }) else {
            return "the value of \(Setting.all[place].key) is not text"
        }
        return reading.set(place, to: String(bytes: value), from: origin)
    }
}
