import FieldFB

/// What displays have to say, each line once.
///
/// A display that cannot be opened is tried again every few seconds: without
/// this the journal would fill with the same lines. When a picture is shown,
/// everything may be said again.
final class DisplayLog {
    /// How many lines are remembered.
    static let kept = 64

    private var said: [String] = []

    /// Says that something is not as it should be.
    func say(_ line: String) { say(.warning, line) }

    func say(_ error: OutputError) { say(error.priority, error.message) }

    func say(_ priority: LogPriority, _ line: String) {
        if said.contains(where: { $0.hasSameBytes(as: line) }) { return }
        if said.count == DisplayLog.kept { said.removeFirst() }
        said.append(line)
        StandardError.say(priority, "display: \(line)")
    }

    /// A picture is shown: what went wrong before is over.
    func forget() {
        if !said.isEmpty { said.removeAll() }
    }
}

extension OutputError {
    /// How much it matters. A display that is not there, or another program's,
    /// is no fault: it may be so for hours.
    var priority: LogPriority {
        switch reason {
        case .noDevice, .noDisplay, .notMaster, .gone: .notice
        case .permission, .unsuitable, .failed: .error
        }
    }
}
