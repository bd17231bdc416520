import FieldCore
import FieldFB

/// Everything the daemon knows, and what it does about each thing that happens.
/// The event loop is in `Daemon+Loop.swift`, the answers to requests in
/// `Daemon+Requests.swift`.
struct Daemon: ~Copyable {
    /// How long to wait before a display or the socket is tried again, in nanoseconds.
    static let retryPause: Int64 = 2_000_000_000
    /// How long requests are answered in a turn although a frame is due, in nanoseconds.
    static let leastRequestTime: Int64 = 1_000_000

    let sources: SettingSources
    var settings: Settings
    var motion: FieldMotion
    var reducedMotion = ReducedMotion()
    var server: ControlServer?
    var display: Display?
    var service = ServiceManager()

    var state = DisplayState.waiting
    var pacer: FramePacer
    /// When a display is looked for again.
    var displayRetry: Int64?
    /// When the socket is tried again.
    var socketRetry: Int64?
    var isEnding = false

    var framesDrawn = 0
    var framesSkipped = 0

    private var settingsChanged = false
    /// The moment up to which the clocks of the field have been advanced.
    private var shownMoment: Int64 = 0
    private let displayLog = DisplayLog()
    private var socketTrouble = ""

    let signals: Descriptor
    let timer: Descriptor

    /// A daemon that shows nothing yet and has no socket.
    ///
    /// - Parameters:
    ///   - signals: the descriptor on which signals arrive.
    ///   - timer: a timer of the monotonic clock.
    init(
        sources: SettingSources, settings: Settings, signals: consuming Descriptor,
        timer: consuming Descriptor
    ) {
        self.sources = sources
        self.settings = settings
        self.signals = signals
        self.timer = timer
        pacer = FramePacer(rate: settings.frameRate)
        motion = FieldMotion(startTime: settings.startTime, easeTime: settings.easeTime)
        motion.setSpeeds(settings.field)
    }

    // MARK: The control socket

    /// Gets the control socket from the service manager or binds it.
    ///
    /// The display matters more than the socket: when it cannot be had, the
    /// daemon goes on and tries again later. Only another instance that
    /// answers there is a reason to leave.
    mutating func openSocket(now: Int64) throws(ControlSocketError) {
        socketRetry = nil
        if let socket = ControlSocket.inherited() {
            server = ControlServer(socket, clientLimit: settings.maxClients)
            return
        }
        do throws(ControlSocketError) {
            let socket = try ControlSocket.bind(path: settings.socket)
            server = ControlServer(socket, clientLimit: settings.maxClients)
            if !socketTrouble.isEmpty { StandardError.say("\(settings.socket): listening now") }
            socketTrouble = ""
        } catch {
            if case .alreadyRunning = error { throw error }
            let message = error.message
            if !socketTrouble.hasSameBytes(as: message) {
                StandardError.say("\(message); going on without a control socket")
            }
            socketTrouble = message
            socketRetry = now + Daemon.retryPause
        }
    }

    // MARK: The display

    /// Does what the table says about an event.
    mutating func handle(_ event: DisplayEvent, now: Int64) {
        switch state.action(on: event) {
        case .nothing: break
        case .open: openDisplay(now: now)
        case .schedule: schedule(now: now)
        case .draw: drawFrame(now: now)
        case .close: closeDisplay(now: now)
        }
    }

    /// Opens a display and draws the first frame.
    mutating func openDisplay(now: Int64) {
        displayRetry = nil
        do throws(OutputError) {
            display = try Display.open(settings, log: displayLog)
            state = .due
            shownMoment = now
            pacer.stop()
            pacer.schedule(now: now)
            handle(.frameDue, now: now)
        } catch {
            report(error)
            state = .waiting
            displayRetry = now + Daemon.retryPause
        }
    }

    private mutating func schedule(now: Int64) {
        shownMoment = now
        pacer.schedule(now: now)
        state = .due
    }

    /// Lets the time since the last frame pass, draws, and shows.
    private mutating func drawFrame(now: Int64) {
        framesSkipped += pacer.advance(now: now)
        guard displayCanPresent else {
            framesSkipped += 1
            return settle(owes: true)
        }
        motion.advance(nanoseconds: min(now - shownMoment, pacer.longestStep))
        shownMoment = now
        if settingsChanged { display?.apply(settings) }
        settingsChanged = false
        do throws(OutputError) {
            let presentation = try display?.show(motion)
            if presentation == .shown {
                framesDrawn += 1
                displayLog.forget()
            } else {
                framesSkipped += 1
            }
            settle(owes: presentation != .shown)
        } catch {
            report(error)
            handle(.lost, now: now)
        }
    }

    /// The state after a frame.
    private mutating func settle(owes: Bool) {
        if motion.isMoving {
            state = .running
        } else if owes {
            state = .owing
        } else {
            state = .still
            pacer.stop()
        }
    }

    /// Lets go of the display and looks for one later.
    private mutating func closeDisplay(now: Int64) {
        display.take()?.close()
        pacer.stop()
        state = .waiting
        displayRetry = now + Daemon.retryPause
    }

    /// Takes the events of the display's descriptor.
    mutating func readDisplayEvents(now: Int64) {
        do throws(OutputError) {
            try display?.readEvents()
            if displayHasOtherSize {
                settingsChanged = true
                handle(.changed, now: now)
            }
            if displayCanPresent { handle(.outputReady, now: now) }
        } catch {
            report(error)
            handle(.lost, now: now)
        }
    }

    private func report(_ error: OutputError) {
        displayLog.say("\(error.message) (trying again every 2 seconds)")
    }

    private var displayCanPresent: Bool {
        switch display {
        case .some(let display): display.canPresent
        case .none: false
        }
    }

    private var displayHasOtherSize: Bool {
        switch display {
        case .some(let display): display.hasOtherSize
        case .none: false
        }
    }

    // MARK: What changes the picture

    mutating func activate(now: Int64) {
        motion.activate()
        handle(.changed, now: now)
    }

    mutating func park(now: Int64) {
        motion.park()
        handle(.changed, now: now)
    }

    /// Takes over changed settings.
    mutating func apply(_ changed: Settings, now: Int64) {
        settings = changed
        settingsChanged = true
        motion.easeTime = settings.easeTime
        motion.setSpeeds(settings.field)
        pacer.setRate(settings.frameRate)
        server?.clientLimit = settings.maxClients
        reducedMotion.follow(settings)
        reducedMotionChanged(now: now)
    }

    /// Takes over whether motion is reduced.
    mutating func reducedMotionChanged(now: Int64) {
        let isOn = reducedMotion.isOn
        if motion.isReduced != isOn { motion.setReduced(isOn) }
        handle(.changed, now: now)
    }

    /// Reads the setting file again. What may not change at run time stays.
    mutating func reload(now: Int64) {
        let (read, faults) = sources.read()
        for message in faults.messages { StandardError.say(message) }
        var changed = read
        for setting in Setting.all where !setting.isLive {
            let running = setting.read(settings)
            if !setting.read(read).hasSameBytes(as: running) {
                StandardError.say("\(setting.key) changes at the next start")
                _ = setting.write(&changed, running)
            }
        }
        apply(changed, now: now)
    }

    /// Gives everything back: display, console, socket.
    consuming func close() {
        service.stopping()
        display.take()?.close()
        server.take()?.close(now: SystemCalls.monotonicNanoseconds())
    }
}
