import FieldFB

/// What the log has told last: what differs from it is worth a line.
struct LoggedState {
    /// Whose the displays are.
    enum Holder { case daemon, terminal, successor }

    var isActive = true
    var reducesMotion = false
    var holder = Holder.daemon
    /// The displays that show something, with a name for each.
    var displays: [(key: OutputKey, name: String)] = []
}

/// One line of log for each change of state, whoever or whatever caused it.
extension Daemon {
    /// Tells what changed since the last turn.
    mutating func logChanges() {
        logDisplays()
        if holder != logged.holder {
            logged.holder = holder
            switch holder {
            case .daemon: StandardError.say(.info, "the displays are taken back")
            case .terminal: StandardError.say(.info, "another terminal is in front; the displays are let go of")
            case .successor: StandardError.say(.info, "the displays are given up")
            }
        }
        if wishes.wantsActive != logged.isActive {
            logged.isActive = wishes.wantsActive
            StandardError.say(.info, wishes.stateWord)
        }
        if reducedMotion.isOn != logged.reducesMotion {
            logged.reducesMotion = reducedMotion.isOn
            StandardError.say(.info, reducedMotion.isOn
                ? "reduced motion is on (\(reducedMotion.source))" : "reduced motion is off")
        }
    }

    private var holder: LoggedState.Holder {
        switch presence {
        case .shown, .releasing: .daemon
        case .away: .terminal
        case .released: .successor
        }
    }

    /// A display counts from its first picture on, so that one that can be
    /// opened and never shows anything is not told as lit again and again.
    private mutating func logDisplays() {
        var index = 0
        while index < logged.displays.count {
            let (key, name) = logged.displays[index]
            if displays.contains(where: { $0.key == key }) {
                index += 1
            } else {
                logged.displays.remove(at: index)
                // Whoever gives the displays up knows that they are dark.
                if holder == .daemon { StandardError.say(.notice, "display off: \(name)") }
            }
        }
        for display in displays where display.framesDrawn > 0 {
            if logged.displays.contains(where: { $0.key == display.key }) { continue }
            let summary = display.summary
            logged.displays.append((display.key, summary.name))
            StandardError.say(.info, "display on: \(summary.name), \(summary.manner)")
        }
    }

    /// For whoever looks for a fault: who asked for what, and how long it took.
    static func logRequest(
        _ request: Result<ControlRequest, Refusal>, from peer: Peer, reply: ControlReply?, nanoseconds: Int64
    ) {
        guard StandardError.isDebugging else { return }
        var outcome = "ok"
        var name = "request"
        if case .success(let request) = request { name = request.name }
        switch reply {
        case .done?: break
        case .refused(let refusal)?: outcome = refusal.reason.word
        case nil: outcome = "answered later"
        }
        StandardError.say(.debug, "\(name) from \(peer.text): \(outcome), \(Int(clamping: nanoseconds / 1000)) us")
    }
}

extension OutputSummary {
    /// What a person knows it by.
    fileprivate var name: String {
        if connector.isEmpty { return device.isEmpty ? kind : device }
        return device.isEmpty ? connector : "\(connector) of \(device)"
    }

    /// How it is driven.
    fileprivate var manner: String {
        var words = [mode.isEmpty ? "\(width)x\(height)" : mode]
        for word in [format, method] where !word.isEmpty { words.append(word) }
        return ByteText.list(words)
    }
}
