/// Where something was said: a file and its line.
struct SettingOrigin: Sendable {
    /// The path of a file, or a name for what is none.
    let file: String
    /// The line, from 1; nil when the file as a whole is meant.
    var line: Int?

    var text: String { line.map { "\(file):\($0)" } ?? file }

    /// Whether this is the file, or one in the folder, of that path.
    func isIn(_ path: String) -> Bool { file.hasSameBytes(as: path) || file.begins(with: path + "/") }
}

/// Something wrong in a setting file, or with it.
struct SettingFault: Sendable {
    let origin: SettingOrigin
    let text: String

    /// `file:line: what is wrong and what is allowed`.
    var message: String { "\(origin.text): \(text)" }
}

/// The faults found so far. A file of noise could hold one a line: only the
/// first ones are kept, the others are counted.
struct SettingFaults: Sendable {
    static let kept = 50

    private(set) var list: [SettingFault] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    mutating func add(_ text: String, at origin: SettingOrigin) {
        count += 1
        if list.count < SettingFaults.kept { list.append(SettingFault(origin: origin, text: text)) }
    }

    /// One line a fault, and one for those that were not kept.
    var messages: [String] {
        var messages: [String] = []
        for fault in list { messages.append(fault.message) }
        if count > list.count { messages.append("\(count - list.count) more faults in setting files") }
        return messages
    }
}

/// What the layers have given so far: the settings, which are complete at any
/// time, where each comes from, and what was wrong.
final class SettingReading {
    private(set) var settings = Settings()
    var faults = SettingFaults()
    /// Which file or folder could not be read, and why; of several the first one.
    private(set) var missedFile: String?
    /// How many bytes of files there may still be: what holds anything else
    /// than settings must not keep the daemon from starting.
    var bytesLeft = SettingFile.largestFile
    /// Where each setting was said, by its place in the table; nil for a default.
    private(set) var origins = [SettingOrigin?](repeating: nil, count: Setting.all.count)

    /// Sets a setting by its place in the table; why not, when the value is not allowed.
    func set(_ place: Int, to value: String, from origin: SettingOrigin) -> String? {
        let setting = Setting.all[place]
        guard setting.write(&settings, value) else { return setting.refusal(of: value) }
        origins[place] = origin
        return nil
    }

    /// Takes note of a file or folder that cannot be read.
    func miss(_ origin: SettingOrigin, _ text: String) {
        faults.add(text, at: origin)
        if missedFile == nil { missedFile = SettingFault(origin: origin, text: text).message }
    }

    /// Takes what a file, or the files of a folder, gave at an earlier reading;
    /// whether that is anything.
    func take(from former: SettingReading, whatIsIn path: String) -> Bool {
        var isAny = false
        for (place, origin) in former.origins.enumerated() {
            guard let origin, origin.isIn(path) else { continue }
            _ = set(place, to: Setting.all[place].read(former.settings), from: origin)
            isAny = true
        }
        return isAny
    }
}
