import CDRM
import FieldCore

/// The event loop: one thread, one wait, absolute deadlines.
extension Daemon {
    /// Starts, serves until asked to end, and gives everything back.
    static func run(sources: SettingSources, settings: Settings) -> ExitCode {
        SystemCalls.ignoreSignal(SIGPIPE)
        do throws(SystemError) {
            let signals = try SystemCalls.signalDescriptor([SIGTERM, SIGINT, SIGQUIT, SIGHUP])
            let timer = try SystemCalls.monotonicTimer()
            let daemon = Daemon(sources: sources, settings: settings, signals: signals, timer: timer)
            return daemon.run()
        } catch {
            StandardError.say("\(error.call): \(error.text)")
            return .system
        }
    }

    private consuming func run() -> ExitCode {
        let now = SystemCalls.monotonicNanoseconds()
        do throws(ControlSocketError) {
            try openSocket(now: now)
        } catch {
            StandardError.say(error.message)
            return .alreadyRunning
        }
        reducedMotion.follow(settings)
        motion.setReduced(reducedMotion.isOn)
        openDisplay(now: SystemCalls.monotonicNanoseconds())
        service.ready()
        let code = serve()
        close()
        return code
    }

    private mutating func serve() -> ExitCode {
        var entries: [pollfd] = []
        entries.reserveCapacity(8 + settings.maxClients)
        var armed: Int64?
        var hasExpired = false
        while !isEnding {
            service.status(serviceStatus)
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
                StandardError.say("\(error.call): \(error.text)")
                return .system
            }
            hasExpired = entries[1].revents != 0
            takeTurn(entries, serverStart: serverStart)
        }
        return .success
    }

    /// The order of the entries: signals, timer, reduced motion, display, and
    /// from the returned index on the control socket. A descriptor of -1 is
    /// passed over by poll(2).
    private func addEntries(to entries: inout [pollfd]) -> Int {
        let fixed = [signals.number, timer.number, reducedMotion.descriptor ?? -1, displayDescriptor ?? -1]
        for number in fixed { entries.append(pollfd(fd: number, events: Int16(POLLIN), revents: 0)) }
        let serverStart = entries.count
        switch server {
        case .some(let server): server.addEntries(to: &entries)
        case .none: break
        }
        return serverStart
    }

    /// Deals with everything that is ready: frames first, then the display,
    /// then requests, each of which gets a bounded share.
    private mutating func takeTurn(_ entries: [pollfd], serverStart: Int) {
        let now = SystemCalls.monotonicNanoseconds()
        if pacer.isDue(now: now) { handle(.frameDue, now: now) }
        if entries[0].revents != 0 { takeSignals(now: now) }
        if entries[2].revents != 0 && reducedMotion.takeEvents() { reducedMotionChanged(now: now) }
        if entries[3].revents != 0 { readDisplayEvents(now: now) }
        if let moment = displayRetry, moment <= now { handle(.retryDue, now: now) }
        if let moment = socketRetry, moment <= now { retrySocket(now: now) }
        server?.serve(entries[serverStart...], now: now)
        takeRequests(now: now)
        server?.finishTurn(now: now)
    }

    /// Answers requests until every client had its share or a frame is due,
    /// whichever comes first. Where drawing takes all the time there is, the
    /// clients still get a little.
    private mutating func takeRequests(now: Int64) {
        let least = SystemCalls.monotonicNanoseconds() + Daemon.leastRequestTime
        while let (client, request) = server?.takeRequest() {
            client.send(answer(request, now: now))
            let moment = SystemCalls.monotonicNanoseconds()
            if moment >= least && pacer.isDue(now: moment) { return }
        }
    }

    private mutating func takeSignals(now: Int64) {
        while let signal = SystemCalls.nextSignal(signals.number) {
            if signal == SIGHUP {
                reload(now: now)
            } else {
                isEnding = true
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
        var earliest = pacer.deadline
        for moment in [displayRetry, socketRetry, serverDeadline] {
            if let moment { earliest = min(earliest ?? moment, moment) }
        }
        return earliest
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

    private var displayDescriptor: CInt? {
        switch display {
        case .some(let display): display.eventDescriptor
        case .none: nil
        }
    }
}
