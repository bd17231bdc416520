import FieldCore

/// The section of the setting file a setting stands in.
enum SettingSection: CaseIterable, Sendable {
    case field, picture, text, progress, panel, motion, display, control, log

    var name: String {
        switch self {
        case .field: "Field"
        case .picture: "Picture"
        case .text: "Text"
        case .progress: "Progress"
        case .panel: "Panel"
        case .motion: "Motion"
        case .display: "Display"
        case .control: "Control"
        case .log: "Log"
        }
    }

    init?(named name: String) {
        for section in SettingSection.allCases where section.name.matchesIgnoringCase(name) {
            self = section
            return
        }
        return nil
    }
}

/// One setting: its name and place, what it may be, and how to read and write
/// it. Setting files, options, requests, `check` and the help all work from
/// the one table of these, `Setting.all`.
struct Setting: Sendable {
    let key: String
    let section: SettingSection
    /// What values are allowed, in words: "a number from 1 to 1000".
    let allowed: String
    /// Whether it may change while the daemon runs.
    let isLive: Bool
    let summary: String
    /// Whether its value is the path of a file that may be missing.
    var isFile = false
    /// The value as text that `write` takes.
    let read: @Sendable (Settings) -> String
    /// Takes the value of a text; false, and nothing changed, when it is not allowed.
    let write: @Sendable (inout Settings, String) -> Bool

    /// The setting with this name, whatever the case of its letters.
    static func named(_ key: String) -> Setting? { place(of: key).map { all[$0] } }

    /// Its place in the table.
    @inline(never)
    static func place(of key: String) -> Int? { all.firstIndex { $0.key.matchesIgnoringCase(key) } }

    /// The settings that may change while the daemon runs and are not the same
    /// in both, with their values in the second.
    static func changes(from former: Settings, to settings: Settings) -> [(key: String, value: String)] {
        var changes: [(key: String, value: String)] = []
        for setting in all where setting.isLive {
            let value = setting.read(settings)
            if !value.hasSameBytes(as: setting.read(former)) { changes.append((setting.key, value)) }
        }
        return changes
    }

    /// Why `text` was refused.
    func refusal(of text: String) -> String {
        "\(key) is \(allowed), not \(ByteText.quoted(text.utf8))"
    }
}

/// The kinds of settings.
extension Setting {
    /// What is the same for every kind.
    struct Place: Sendable {
        let key: String
        let section: SettingSection
        let isLive: Bool
        let summary: String

        init(_ section: SettingSection, _ key: String, isLive: Bool = true, _ summary: String) {
            self.key = key
            self.section = section
            self.isLive = isLive
            self.summary = summary
        }
    }

    private init(
        _ place: Place, allowed: String, read: @escaping @Sendable (Settings) -> String,
        write: @escaping @Sendable (inout Settings, String) -> Bool
    ) {
        self.init(
            key: place.key, section: place.section, allowed: allowed, isLive: place.isLive,
            summary: place.summary, read: read, write: write)
    }

    static func number(
        _ place: Place, _ range: ClosedRange<Double>,
        get: @escaping @Sendable (Settings) -> Double,
        set: @escaping @Sendable (inout Settings, Double) -> Void
    ) -> Setting {
        let low = DecimalNumber.text(range.lowerBound)
        let high = DecimalNumber.text(range.upperBound)
        return Setting(place, allowed: "a number from \(low) to \(high)") {
            DecimalNumber.text(get($0))
        } write: { settings, text in
            guard let value = DecimalNumber.parse(text), range.contains(value) else { return false }
            // Minus zero is in a range that begins at zero; it is stored as zero.
            set(&settings, value == 0 ? 0 : value)
            return true
        }
    }

    static func wholeNumber(
        _ place: Place, _ range: ClosedRange<Int>,
        get: @escaping @Sendable (Settings) -> Int,
        set: @escaping @Sendable (inout Settings, Int) -> Void
    ) -> Setting {
        Setting(place, allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)") {
            "\(get($0))"
        } write: { settings, text in
            guard let value = DecimalNumber.parseWhole(text), range.contains(value) else { return false }
            set(&settings, value)
            return true
        }
    }

    /// One of the words of an enumeration. Where yes and no are among them,
    /// other words for these do as well.
    static func choice<Choice: CaseIterable & Sendable>(
        _ place: Place, _ word: @escaping @Sendable (Choice) -> String,
        get: @escaping @Sendable (Settings) -> Choice,
        set: @escaping @Sendable (inout Settings, Choice) -> Void
    ) -> Setting {
        var words: [String] = []
        for choice in Choice.allCases { words.append(word(choice)) }
        return Setting(place, allowed: "one of \(ByteText.list(words))") {
            word(get($0))
        } write: { settings, text in
            for choice in Choice.allCases where YesNo.isSame(word(choice), as: text) {
                set(&settings, choice)
                return true
            }
            return false
        }
    }

    static func colour(
        _ place: Place,
        get: @escaping @Sendable (Settings) -> Colour,
        set: @escaping @Sendable (inout Settings, Colour) -> Void
    ) -> Setting {
        Setting(place, allowed: "a colour written #RGB, #RRGGBB or #RRGGBBAA") {
            get($0).hexadecimal
        } write: { settings, text in
            guard let value = Colour(parsing: text) else { return false }
            set(&settings, value)
            return true
        }
    }

    static func path(
        _ place: Place, limit: Int,
        get: @escaping @Sendable (Settings) -> String,
        set: @escaping @Sendable (inout Settings, String) -> Void
    ) -> Setting {
        Setting(place, allowed: "an absolute path of at most \(limit) bytes") {
            get($0)
        } write: { settings, text in
            guard text.begins(with: "/"), text.utf8.count <= limit,
                !text.utf8.contains(where: { $0.isControl })
            else { return false }
            set(&settings, text)
            return true
        }
    }

    /// Yes or no.
    static func flag(
        _ place: Place,
        get: @escaping @Sendable (Settings) -> Bool,
        set: @escaping @Sendable (inout Settings, Bool) -> Void
    ) -> Setting {
        Setting(place, allowed: "yes or no") {
            get($0) ? YesNo.yes : YesNo.no
        } write: { settings, text in
            let word = YesNo.plain(text)
            guard word.hasSameBytes(as: YesNo.yes) || word.hasSameBytes(as: YesNo.no) else { return false }
            set(&settings, word.hasSameBytes(as: YesNo.yes))
            return true
        }
    }

    /// One of the nine places.
    static func place(
        _ place: Place,
        get: @escaping @Sendable (Settings) -> FieldCore.Place,
        set: @escaping @Sendable (inout Settings, FieldCore.Place) -> Void
    ) -> Setting {
        choice(place, { (place: FieldCore.Place) in place.rawValue }, get: get, set: set)
    }

    /// The path of a file, or nothing.
    static func file(
        _ place: Place,
        get: @escaping @Sendable (Settings) -> String,
        set: @escaping @Sendable (inout Settings, String) -> Void
    ) -> Setting {
        let allowed = "an absolute path of at most 4095 bytes, or nothing"
        var setting = Setting(place, allowed: allowed, read: get) { settings, text in
            let isPath = text.begins(with: "/") && text.utf8.count <= 4095
            guard text.utf8.isEmpty || isPath, !text.utf8.contains(where: { $0.isControl }) else { return false }
            set(&settings, text)
            return true
        }
        setting.isFile = true
        return setting
    }

    /// A line to be read by people, or nothing.
    static func words(
        _ place: Place,
        get: @escaping @Sendable (Settings) -> String,
        set: @escaping @Sendable (inout Settings, String) -> Void
    ) -> Setting {
        Setting(place, allowed: "a line of at most \(longestText) bytes, or nothing", read: get) { settings, text in
            let isLine = text.utf8.allSatisfy { !$0.isControl || $0.isBlank }
            guard isLine, text.utf8.count <= longestText else { return false }
            set(&settings, text)
            return true
        }
    }

    /// Text with a form of its own.
    static func text(
        _ place: Place, allowed: String,
        get: @escaping @Sendable (Settings) -> String,
        set: @escaping @Sendable (inout Settings, String) -> Bool
    ) -> Setting {
        Setting(place, allowed: allowed, read: get, write: set)
    }
}
