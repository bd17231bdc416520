/// Which displays a person wants to be used, by the words of
/// `DisplayPreferences.connectors`.
struct DisplaySelection: Sendable {
    private let words: [String]

    /// - Parameter words: with paths that lead to their devices already resolved; see `resolved`.
    init(words: [String]) {
        self.words = words
    }

    /// The selection of these words; links in paths are followed now, since
    /// they may lead elsewhere at another time.
    static func resolved(_ words: [String]) -> DisplaySelection {
        DisplaySelection(
            words: words.map { $0.utf8.first == UInt8(ascii: "/") ? systemResolvedPath($0) ?? $0 : $0 })
    }

    /// Whether a connector is wanted.
    ///
    /// - Parameters:
    ///   - path: its device file.
    ///   - device: what the kernel calls the device; empty when nobody tells.
    func includes(path: String, device: String, connector: String) -> Bool {
        if words.isEmpty { return true }
        for word in words {
            if word.isSameWord(as: connector) || word.utf8.elementsEqual(path.utf8) { return true }
            guard !device.isEmpty else { continue }
            if word.isSameWord(as: device) || word.isSameWord(as: "\(device)/\(connector)") { return true }
        }
        return false
    }
}
