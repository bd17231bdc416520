import FieldFB

/// What outlives the daemon when the service manager restarts it: pictures on
/// their glass, and what clients asked for.
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
        keptState = consume state
    }

    private mutating func repeatRequest(_ request: ControlRequest, now: Int64) {
        if wishes.take(request) { return motionChanged(now: now) }
        switch request {
        case .set(let key, let value): _ = set(key, value, now: now)
        // Nothing is lit yet, so they are given up at once.
        case .release: finishRelease(endsDaemon: false, now: now)
        default: break
        }
    }

    /// Writes down what the next run has to know, after it changed.
    mutating func saveState() {
        var requests = ""
        for request in wishes.requests { requests += "\(request)\n" }
        for setting in Setting.all where setting.isLive {
            let value = setting.read(settings)
            if !value.hasSameBytes(as: setting.read(readSettings)) { requests += "set \(setting.key) \(value)\n" }
        }
        if presence.isReleased { requests += "release keep\n" }
        keptState?.save(requests)
    }

    /// Tells the service manager what is new.
    mutating func tellServiceManager() {
        if hasSocket { service.ready() }
        service.status(serviceStatus)
    }

    /// Ends at once and leaves the pictures to the next run: closing a display
    /// would take its picture away. The text console is given back all the
    /// same, unseen under them, for the case that there is no next run: the
    /// manager closes the displays then, and the kernel shows the console.
    consuming func leavePictures() -> Never {
        for display in displays where !display.needsKeeper { display.close() }
        closeConsole()
        SystemCalls.exit(0)
    }
}
