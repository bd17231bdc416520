/// What displays have to say, each line once.
///
/// A display that cannot be opened is tried again every few seconds: without
/// this the journal would fill with the same lines. When a picture is shown,
/// everything may be said again.
final class DisplayLog {
    /// How many lines are remembered.
    static let kept = 64

    private var said: [String] = []

    func say(_ line: String) {
        if said.contains(where: { $0.hasSameBytes(as: line) }) { return }
        if said.count == DisplayLog.kept { said.removeFirst() }
        said.append(line)
        StandardError.say("display: \(line)")
    }

    /// A picture is shown: what went wrong before is over.
    func forget() {
        if !said.isEmpty { said.removeAll() }
    }
}
