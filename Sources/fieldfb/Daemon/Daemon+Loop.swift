import CDRM
import FieldCore
import FieldFB

/// The event loop: one thread, one wait, absolute deadlines.
extension Daemon {
    /// Starts, serves until asked to end, and gives everything back.
    static func run(sources: SettingSources, settings: Settings) -> ExitCode {
        SystemCalls.ignoreSignal(SIGPIPE)
        do throws(SystemError) {
            let signals = try SystemCalls.signalDescriptor([
                SIGTERM, SIGINT, SIGQUIT, SIGHUP, Console.releaseSignal, Console.acquireSignal,
            ])
            let timer = try SystemCalls.monotonicTimer()
            let daemon = Daemon(sources: sources, settings: settings, signals: signals, timer: timer)
            return daemon.run()
        } catch {
            StandardError.say("\(error.call): \(error.text)")
            return .system
        }
    }

    /// How long to pause when waiting itself fails, in nanoseconds.
    private static let pollPause: Int64 = 100_000_000

    private consuming func run() -> ExitCode {
        let now = SystemCalls.monotonicNanoseconds()
        startEnd = now + Daemon.startPatience
        do throws(ControlSocketError) {
            try openSocket(now: now)
        } catch {
            StandardError.say(error.message)
            return .alreadyRunning
        }
        relieveInitialInstance()
        restoreState(now: now)
        reducedMotion.follow(settings)
        motion.setReduced(reducedMotion.isOn)
        if presence.isShown { updateDisplays(now: now) }
        drawDueFrames(now: SystemCalls.monotonicNanoseconds())
        serve()
        answerHandover(.refused(Refusal(.busy, "the daemon ends")))
        close()
        return .success
    }

    private mutating func serve() {
        var entries: [pollfd] = []
        entries.reserveCapacity(8 + settings.maxClients)
        var armed: Int64?
        var hasExpired = false
        var pollTrouble = ""
        while !isEnding {
            tellServiceManager(now: SystemCalls.monotonicNanoseconds())
            logChanges()
            let deadline = nextDeadline
            // An expired timer stays readable until it is set again.
            if deadline != armed || hasExpired {
                SystemCalls.setTimer(timer.number, at: deadline)
                armed = deadline
            }
            entries.removeAll(keepingCapacity: true)
            let serverStart = addEntries(to: &entries)
            do throws(SystemError) {
                try SystemCalls.poll(&entries, milliseconds: hasRequest ? 0 : -1)
            } catch {
                // The kernel lacks memory for a moment: nothing of ours is lost.
                if !pollTrouble.hasSameBytes(as: error.text) { StandardError.say("\(error.call): \(error.text)") }
                pollTrouble = error.text
                SystemCalls.sleep(Daemon.pollPause)
                continue
            }
            hasExpired = entries[1].revents != 0
            takeTurn(entries, serverStart: serverStart)
        }
    }

    /// The order of the entries: signals, timer, reduced motion, devices, clock,
    /// an instance before this one, console, the displays, pictures where there are any, and from the
    /// returned index on the control socket. A descriptor of -1 is passed over
    /// by poll(2).
    private func addEntries(to entries: inout [pollfd]) -> Int {
        let fixed = [
            signals.number, timer.number, reducedMotion.descriptor ?? -1,
            discovery.eventDescriptor ?? -1, clockDescriptor ?? -1, initialInstanceDescriptor ?? -1,
        ]
        for number in fixed { entries.append(pollfd(fd: number, events: Int16(POLLIN), revents: 0)) }
        // An error or a hang-up is told without being asked for.
        entries.append(pollfd(fd: hangUpDescriptor ?? -1, events: 0, revents: 0))
        for display in displays {
            entries.append(pollfd(fd: display.eventDescriptor ?? -1, events: Int16(POLLIN), revents: 0))
        }
        // No entry where there is nothing to wait for: the kernel takes no more
        // of them than there may be descriptors.
        if let workshopDescriptor {
            entries.append(pollfd(fd: workshopDescriptor, events: Int16(POLLIN), revents: 0))
        }
        let serverStart = entries.count
        switch server {
        case .some(let server): server.addEntries(to: &entries)
        case .none: break
        }
        return serverStart
    }

    /// Where the entries of the displays begin.
    private static let displayStart = 7

    /// Deals with everything that is ready: frames first, then the displays,
    /// then requests, each of which gets a bounded share.
    private mutating func takeTurn(_ entries: [pollfd], serverStart: Int) {
        let now = SystemCalls.monotonicNanoseconds()
        let present = displays
        let arePicturesReady = workshopDescriptor != nil && entries[serverStart - 1].revents != 0
        drawDueFrames(now: now)
        if entries[0].revents != 0 { takeSignals(now: now) }
        if entries[2].revents != 0 && reducedMotion.takeEvents() { motionChanged(now: now) }
        if entries[3].revents != 0 { discovery.readEvents(now: now) }
        if entries[4].revents != 0 && clockWatch?.hasResumed() == true { resume(now: now) }
        if entries[5].revents != 0 { initialInstanceAnswered(now: now) }
        if entries[6].revents != 0 { console?.hungUp(now: now) }
        if arePicturesReady { takePictures(now: now) }
        for (display, entry) in zip(present, entries[Daemon.displayStart...]) where entry.revents != 0 {
            readEvents(of: display, now: now)
        }
        takeDeadlines(now: now)
        service.giveLifeSign(now: now)
        server?.serve(entries[serverStart...], now: now)
        takeRequests(now: now)
        tellChanges()
        server?.finishTurn(now: now)
    }

    /// Does what is due at this moment, frames and clients apart.
    private mutating func takeDeadlines(now: Int64) {
        if presence.isShown, let moment = discovery.deadline, moment <= now { updateDisplays(now: now) }
        continueRelease(now: now)
        if presence.isReleased, let moment = presence.deadline, moment <= now { lookForSuccessor(now: now) }
        if let moment = consoleDeadline, moment <= now { settleConsole(now: now) }
        if let moment = changeDeadline, moment <= now { pictureChangesByItself(now: now) }
        if let moment = socketRetry, moment <= now { retrySocket(now: now) }
        if let moment = StandardError.deadline, moment <= now { StandardError.tellHeldBack() }
    }

    /// The machine slept: what the displays show now nobody knows.
    private mutating func resume(now: Int64) {
        repaintDisplays(now: now)
        discovery.lookAgain(now: now, after: nil)
    }

    /// Answers requests until every client had its share or a frame is due,
    /// whichever comes first. Where drawing takes all the time there is, the
    /// clients still get a little.
    private mutating func takeRequests(now: Int64) {
        let least = SystemCalls.monotonicNanoseconds() + Daemon.leastRequestTime
        var hasChanged = false
        defer { if hasChanged { saveState() } }
        while let (client, request) = server?.takeRequest() {
            if case .success(let wanted) = request, !wanted.isQuestion { hasChanged = true }
            let start = SystemCalls.monotonicNanoseconds()
            let reply = answer(request, from: client, now: now)
            if let reply { client.send(reply) }
            tellChanges()
            let moment = SystemCalls.monotonicNanoseconds()
            Daemon.logRequest(request, from: client.peer, reply: reply, nanoseconds: moment - start)
            if moment >= least && presence.draws && displays.contains(where: { $0.isDue(now: moment) }) {
                return
            }
        }
    }

    private mutating func takeSignals(now: Int64) {
        while let signal = SystemCalls.nextSignal(signals.number) {
            switch signal {
            case SIGHUP: reload(now: now)
            case Console.releaseSignal: terminalLeaves(now: now)
            case Console.acquireSignal: terminalReturns(now: now)
            case SIGTERM: (isEnding, isToBeContinued) = (true, true)
            default: isEnding = true
            }
        }
    }

    private mutating func retrySocket(now: Int64) {
        do throws(ControlSocketError) {
            try openSocket(now: now)
        } catch {
            // Somebody else has taken the socket meanwhile; the display stays ours.
            socketRetry = now + Daemon.retryPause
        }
    }

    /// The next moment at which something is due; nil while nothing is, and
    /// then no timer runs.
    private var nextDeadline: Int64? {
        var earliest: Int64?
        func count(_ moment: Int64?) {
            if let moment { earliest = min(earliest ?? moment, moment) }
        }
        if presence.draws {
            for display in displays { count(display.deadline) }
        }
        if presence.isShown { count(discovery.deadline) }
        for moment in [
            presence.deadline, consoleDeadline, changeDeadline, socketRetry, serverDeadline, service.lifeSignMoment, service.retryMoment,
            StandardError.deadline,
        ] { count(moment) }
        return earliest
    }

    private var clockDescriptor: CInt? {
        switch clockWatch {
        case .some(let watch): watch.descriptor
        case .none: nil
        }
    }

    private var serverDeadline: Int64? {
        switch server {
        case .some(let server): server.deadline
        case .none: nil
        }
    }

    private var hasRequest: Bool {
        switch server {
        case .some(let server): server.hasRequest
        case .none: false
        }
    }
}
