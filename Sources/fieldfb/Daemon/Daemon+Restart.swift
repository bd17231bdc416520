import FieldCore
import FieldFB

/// What outlives the daemon when the service manager restarts it: pictures on
/// their glass, what clients asked for, and which terminal it was under.
extension Daemon {
    /// Carries out what clients had asked of the run before, before anything
    /// is shown.
    mutating func restoreState(now: Int64) {
        guard let file = inherited.state.take() else {
            keptState = KeptState(keptBy: service)
            return
        }
        let state = KeptState(inherited: file)
        for request in state.requests { repeatRequest(request, now: now) }
        // The picture before is still on the glass: nothing comes in anew.
        motion.finish()
        if let terminal = state.terminal { stayBehind(terminal) }
        keptState = consume state
    }

    private mutating func repeatRequest(_ request: ControlRequest, now: Int64) {
        if wishes.take(request) { return motionChanged(now: now) }
        switch request {
        case .set(let key, let value): _ = set(key, value, now: now)
        case .progress(let progress, _):
            settings.progress = progress
            motion.setProgress(progress, mayFall: true)
        case .panel(.show(let owner)): _ = motion.showPanel(owner)
        case .panel(.clear): motion.clearPanel()
        case .message(let text): settings.message = text
        case .detail(let text): settings.detail = text
        // Nothing is lit yet, so they are given up at once.
        case .release: finishRelease(endsDaemon: false, now: now)
        default: break
        }
    }

    /// Writes down what the next run has to know, after it changed.
    mutating func saveState() {
        guard keptState != nil else { return }
        var lines = ""
        for request in wishes.requests { lines += "\(request)\n" }
        for request in settings.wordRequests(from: readSettings) { lines += "\(request)\n" }
        for (key, value) in Setting.changes(from: readSettings, to: settings.withWords(of: readSettings)) {
            lines += "set \(key) \(value)\n"
        }
        if motion.lacksPanel(of: settings) { lines += "panel clear\n" }
        for owner in motion.clientsOfPanel {
            lines += owner.isEmpty ? "panel show\n" : "panel show \(String(bytes: owner))\n"
        }
        if presence.isReleased { lines += "release keep\n" }
        if let terminal = followedTerminal { lines += KeptState.line(terminal: terminal) }
        keptState?.save(lines)
    }

    /// Tells the service manager what is new. A daemon that cannot have its
    /// socket counts as up after a while all the same, since the field is: a
    /// boot does not end before its last start has.
    func tellServiceManager(now: Int64) {
        service.tell(isReady: hasSocket || startEnd <= now, status: serviceStatus, now: now)
    }

    /// Asks an instance that was started in the initial file system to come to
    /// rest and let go: its picture stays until this one shows its own.
    mutating func relieveInitialInstance() {
        guard !settings.socket.hasSameBytes(as: Daemon.initialSocket) else { return }
        do throws(SystemError) {
            let connection = try SystemCalls.localStream()
            try SystemCalls.connect(connection.number, path: Daemon.initialSocket)
            _ = try SystemCalls.send(connection.number, Array("quit keep\n".utf8)[...])
            initialInstance = consume connection
        } catch {
            // Nearly always there is none.
        }
    }

    /// The instance of the initial file system answered, or ended: its displays are free.
    mutating func initialInstanceAnswered(now: Int64) {
        initialInstance = nil
        discovery.lookAgain(now: now, after: nil)
    }

    /// What to wait for while an instance of the initial file system lets go.
    var initialInstanceDescriptor: CInt? {
        switch initialInstance {
        case .some(let connection): connection.number
        case .none: nil
        }
    }

    /// Where an instance in the initial file system listens.
    private static let initialSocket = "/run/fieldfb/initramfs"
}
