/// The reader of setting files: sections in brackets, `Key=Value` lines,
/// comments after `#` or `;` at the start of a line, the last value wins.
///
/// A pure function of bytes. Nothing in a file stops it: each fault is noted,
/// its line is passed over, and the value from before stands.
struct SettingFile {
    /// The longest line, in bytes.
    static let longestLine = 4096
    /// The largest file, and all that are read together, in bytes.
    static let largestFile = 1 << 20

    private let name: String
    private var line = 0
    /// The section the lines belong to; nil before the first and in an unknown one.
    private var section: SettingSection?
    /// Whether the lines of an unknown section are being passed over.
    private var isSkipping = false
    /// The line each key of the table was set on, by its place in the table.
    private var firstLines = [Int?](repeating: nil, count: Setting.all.count)

    /// Applies a file over what was read before.
    static func apply(_ bytes: [UInt8], name: String, to reading: SettingReading) {
        var file = SettingFile(name: name)
        var rest = bytes[...]
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        if rest.starts(with: byteOrderMark) { rest = rest.dropFirst(byteOrderMark.count) }
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest[line.endIndex...].dropFirst()
            file.line += 1
            if let fault = file.apply(line, to: reading) { reading.faults.add(fault, at: file.origin) }
        }
    }

    private init(name: String) {
        self.name = name
    }

    private var origin: SettingOrigin { SettingOrigin(file: name, line: line) }

    /// Applies one line; what is wrong with it, or nil.
    private mutating func apply(_ whole: ArraySlice<UInt8>, to reading: SettingReading) -> String? {
        guard whole.count <= SettingFile.longestLine else {
            return "the line is longer than \(SettingFile.longestLine) bytes"
        }
        var line = whole
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        line = ByteText.trimmed(line)
        guard let first = line.first, first != UInt8(ascii: "#"), first != UInt8(ascii: ";") else { return nil }
        if line.contains(where: { $0.isControl && !$0.isBlank }) {
            return "the line holds control characters"
        }
        guard isValidUTF8(line) else { return "the line is not valid UTF-8" }
        if first == UInt8(ascii: "[") { return enterSection(line) }
        guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else {
            return "\(ByteText.quoted(line)) is no setting: `Key=Value` or `[Section]` is expected"
        }
        let key = ByteText.trimmed(line[..<equals])
        let value = ByteText.trimmed(line[(equals + 1)...])
        return isSkipping ? nil : assign(String(bytes: key), String(bytes: value), to: reading)
    }

    private mutating func enterSection(_ line: ArraySlice<UInt8>) -> String? {
        section = nil
        isSkipping = true
        guard line.last == UInt8(ascii: "]") else {
            return "\(ByteText.quoted(line)) has no closing bracket; its lines are passed over"
        }
        let name = ByteText.trimmed(line.dropFirst().dropLast())
        guard let known = SettingSection(named: String(bytes: name)) else {
            var names: [String] = []
            for section in SettingSection.allCases { names.append("[\(section.name)]") }
            return "unknown section \(ByteText.quoted(name)), its lines are passed over; "
                + "there are \(ByteText.list(names))"
        }
        section = known
        isSkipping = false
        return nil
    }

    private mutating func assign(_ key: String, _ value: String, to reading: SettingReading) -> String? {
        guard let place = Setting.place(of: key) else {
            return "unknown setting \(ByteText.quoted(key.utf8))" + keys(of: section)
        }
        let setting = Setting.all[place]
        guard setting.section == section else {
            return "\(setting.key) belongs in section [\(setting.section.name)]"
        }
        if let refusal = reading.set(place, to: value, from: origin) { return refusal }
        defer { firstLines[place] = line }
        return firstLines[place].map { "\(setting.key) was set on line \($0) already; this line counts" }
    }

    private func keys(of section: SettingSection?) -> String {
        guard let section else { return "" }
        var keys: [String] = []
        for setting in Setting.all where setting.section == section { keys.append(setting.key) }
        return "; [\(section.name)] has \(ByteText.list(keys))"
    }
}
