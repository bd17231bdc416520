/// The words for yes and no, as people write them.
enum YesNo {
    static let yes = "yes"
    static let no = "no"

    /// Whether both words are the same, or mean the same where `word` is yes or no.
    @inline(never)
    static func isSame(_ word: String, as text: String) -> Bool {
        word.matchesIgnoringCase(text) || word.hasSameBytes(as: plain(text))
    }

    /// `yes` or `no` for any word that means the same, whatever its case; any
    /// other word as it is.
    static func plain(_ word: String) -> String {
        for other in ["1", "true", "on", yes] where word.matchesIgnoringCase(other) { return yes }
        for other in ["0", "false", "off", no] where word.matchesIgnoringCase(other) { return no }
        return word
    }
}
