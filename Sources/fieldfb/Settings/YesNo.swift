/// The words for yes and no, as people write them.
enum YesNo {
    static let yes = "yes"
    static let no = "no"

    /// `yes` or `no` for any word that means the same, whatever its case; any
    /// other word as it is.
    static func plain(_ word: String) -> String {
        for other in ["1", "true", "on", yes] where word.matchesIgnoringCase(other) { return yes }
        for other in ["0", "false", "off", no] where word.matchesIgnoringCase(other) { return no }
        return word
    }
}
