/// What subscribers have been told last: what differs from it is news.
struct ToldState {
    var wishes = ClientWishes()
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
                wishes: wishes, display: displayWord, outputs: displays.count, reducesMotion: reducedMotion.isOn)
        }
        return server?.subscribe(client) ?? .done
    }

    /// Tells what changed since it was told last.
    mutating func tellChanges() {
        guard hasSubscribers else { return }
        if wishes.wantsActive != told.wishes.wantsActive { tell(.state(word: wishes.stateWord)) }
        if wishes.progress != told.wishes.progress { tell(.progress(wishes.progress)) }
        if !wishes.hasSameMessage(as: told.wishes) { tell(.message(wishes.message)) }
        told.wishes = wishes
        for event in told.settings { tell(event) }
        told.settings.removeAll()
        if reducedMotion.isOn != told.reducesMotion {
            told.reducesMotion = reducedMotion.isOn
            tell(.reducedMotion(isOn: told.reducesMotion))
        }
        tellDisplays()
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
        for (key, value) in Setting.changes(from: settings, to: changed) {
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
