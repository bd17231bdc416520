import FieldCore

/// What subscribers have been told last: what differs from it is news.
struct ToldState {
    var wishes = ClientWishes()
    var progress = Progress.none
    var message = ""
    var detail = ""
    var panel = PanelTiming.State.hidden
    var display = DisplayState.still.word
    var outputs = 0
    var reducesMotion = false
    /// Settings that changed since.
    var settings: [ControlEvent] = []
}

/// Telling subscribers what changes, whoever or whatever changed it.
///
/// It is a comparison and no call at each place where something may change:
/// so nothing is told twice, and nothing that is as before.
extension Daemon {
    /// Has a client told of what changes from now on.
    mutating func subscribe(_ client: ControlClient) -> ControlReply {
        if !hasSubscribers {
            told = ToldState(
                wishes: wishes, progress: settings.progress, message: settings.message, detail: settings.detail,
                panel: motion.panel.state, display: displayWord, outputs: displays.count, reducesMotion: reducedMotion.isOn)
        }
        return server?.subscribe(client) ?? .done
    }

    /// Tells what changed since it was told last.
    mutating func tellChanges() {
        guard hasSubscribers else { return }
        if wishes.wantsActive != told.wishes.wantsActive { tell(.state(word: wishes.stateWord)) }
        told.wishes = wishes
        tellWords()
        for event in told.settings { tell(event) }
        told.settings.removeAll()
        if reducedMotion.isOn != told.reducesMotion {
            told.reducesMotion = reducedMotion.isOn
            tell(.reducedMotion(isOn: told.reducesMotion))
        }
        tellDisplays()
    }

    private mutating func tellWords() {
        if settings.progress != told.progress {
            told.progress = settings.progress
            tell(.progress(told.progress))
        }
        if !settings.message.hasSameBytes(as: told.message) {
            told.message = settings.message
            tell(.message(told.message))
        }
        if !settings.detail.hasSameBytes(as: told.detail) {
            told.detail = settings.detail
            tell(.detail(told.detail))
        }
        if motion.panel.state != told.panel {
            told.panel = motion.panel.state
            tell(.panel(word: told.panel.rawValue))
        }
    }

    /// A frame that is due or owed passes in a moment: only what comes after it
    /// lasts, and is told.
    private mutating func tellDisplays() {
        let word = displayWord
        if word.hasSameBytes(as: DisplayState.due.word) || word.hasSameBytes(as: DisplayState.owing.word) { return }
        if displays.count == told.outputs && word.hasSameBytes(as: told.display) { return }
        told.display = word
        told.outputs = displays.count
        tell(.display(word: word, outputs: told.outputs))
    }

    /// Takes note of what changes when these settings are taken over.
    mutating func noteSettings(_ changed: Settings) {
        guard hasSubscribers else { return }
        // Words and progress have events of their own.
        for (key, value) in Setting.changes(from: settings, to: changed.withWords(of: settings)) {
            told.settings.append(.setting(key: key, value: value))
        }
    }

    private func tell(_ event: ControlEvent) { server?.tell(event) }

    private var hasSubscribers: Bool {
        switch server {
        case .some(let server): server.hasSubscribers
        case .none: false
        }
    }
}
