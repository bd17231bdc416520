import FieldFB

/// Settings that may differ from display to display.
///
/// Their value is a list of words parted by blanks: a word alone is for every
/// display, a word behind the name of a connector and a colon is for that one:
/// `Rotate = 90 HDMI-A-1:0`.
extension Setting {
    static func perConnector<Value: Sendable>(
        _ place: Place, allowed: String, parse: @escaping @Sendable (String) -> Value?,
        text: @escaping @Sendable (Value) -> String,
        get: @escaping @Sendable (Settings) -> PerConnector<Value>,
        set: @escaping @Sendable (inout Settings, PerConnector<Value>) -> Void
    ) -> Setting {
        Setting.text(place, allowed: "\(allowed) (for one display: CONNECTOR:VALUE)") { settings in
            let values = get(settings)
            var words = text(values.general)
            for entry in values.named { words += " \(entry.connector):\(text(entry.value))" }
            return words
        } set: { settings, words in
            guard let automatic = parse(DisplayWords.auto) else { return false }
            var values = PerConnector(automatic)
            var isGeneralSet = false
            let parts = ConnectorWords.parts(words)
            for part in parts {
                guard let value = parse(part.value) else { return false }
                if !part.connector.isEmpty {
                    guard !part.connector.utf8.contains(UInt8(ascii: "/")),
                        !values.named.contains(where: { $0.connector.matchesIgnoringCase(part.connector) })
                    else { return false }
                    values.named.append((connector: part.connector, value: value))
                } else if isGeneralSet {
                    return false
                } else {
                    values.general = value
                    isGeneralSet = true
                }
            }
            guard !parts.isEmpty else { return false }
            set(&settings, values)
            return true
        }
    }

    /// A list of connectors or devices by name, or `auto` for all.
    static func connectors(
        _ place: Place, get: @escaping @Sendable (Settings) -> [String],
        set: @escaping @Sendable (inout Settings, [String]) -> Void
    ) -> Setting {
        Setting.text(
            place, allowed: "auto, or names of connectors or devices as `fieldfb probe` lists them"
        ) { settings in
            let names = get(settings)
            guard !names.isEmpty else { return DisplayWords.auto }
            var text = ""
            for name in names { text += text.isEmpty ? name : " \(name)" }
            return text
        } set: { settings, text in
            let names = ConnectorWords.words(text)
            guard !names.isEmpty, names.count <= ConnectorWords.limit,
                !names.contains(where: { !ConnectorWords.isName($0) })
            else { return false }
            let isAutomatic = names.count == 1 && names[0].matchesIgnoringCase(DisplayWords.auto)
            guard isAutomatic || !names.contains(where: { $0.matchesIgnoringCase(DisplayWords.auto) }),
                // The number of a card is no name: it changes between boots.
                !names.contains(where: { $0.begins(with: "card") })
            else { return false }
            set(&settings, isAutomatic ? [] : names)
            return true
        }
    }
}

/// The words of a setting that may differ from display to display.
enum ConnectorWords {
    /// How many words there may be.
    static let limit = 64

    /// The words of a text, parted by blanks.
    static func words(_ text: String) -> [String] {
        var words: [String] = []
        for word in Array(text.utf8).split(whereSeparator: { $0.isBlank }) { words.append(String(bytes: word)) }
        return words
    }

    /// Whether a word can be the name of a connector or a device: letters,
    /// digits and `-_.:/`, with a letter among them, and no option.
    static func isName(_ word: String) -> Bool {
        var hasLetter = false
        for byte in word.utf8 {
            switch byte.asciiLowercased {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): hasLetter = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"),
                UInt8(ascii: "/"), UInt8(ascii: "-"):
                break
            default: return false
            }
        }
        return !word.begins(with: "-") && (hasLetter || word.utf8.contains(UInt8(ascii: ":")))
    }

    /// Each word as the connector before its colon, empty for all, and the
    /// value behind it. None when there are too many.
    static func parts(_ text: String) -> [(connector: String, value: String)] {
        let words = words(text)
        guard words.count <= limit else { return [] }
        var parts: [(connector: String, value: String)] = []
        for word in words {
            let bytes = Array(word.utf8)
            if let colon = bytes.lastIndex(of: UInt8(ascii: ":")), colon > 0 {
                parts.append((String(bytes: bytes[..<colon]), String(bytes: bytes[(colon + 1)...])))
            } else {
                parts.append(("", word))
            }
        }
        return parts
    }
}
