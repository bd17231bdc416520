import FieldCore
import FieldFB

/// Everything the daemon knows, and what it does about each thing that happens.
///
/// The event loop is in `Daemon+Loop.swift`, the displays in
/// `Daemon+Displays.swift`, giving them up and taking them back in
/// `Daemon+Handover.swift`, the answers to requests in `Daemon+Requests.swift`.
struct Daemon: ~Copyable {
    /// How long to wait before the socket is tried again, in nanoseconds.
    static let retryPause: Int64 = 2_000_000_000
    /// How long requests are answered in a turn although a frame is due, in nanoseconds.
    static let leastRequestTime: Int64 = 1_000_000

    var sources: SettingSources
    var settings: Settings
    var motion: FieldMotion
    /// Whether clients want the field to run; what it does also depends on the displays.
    var wantsActive = true
    var reducedMotion = ReducedMotion()
    var server: ControlServer?
    var service = ServiceManager()

    var discovery: OutputDiscovery
    var displays: [Display] = []
    var presence = DisplayPresence.shown
    var console: Console?
    var clockWatch: ClockWatch?
    var isEnding = false

    /// When the socket is tried again.
    var socketRetry: Int64?
    /// The moment up to which the clocks of the field have been advanced.
    var shownMoment: Int64 = 0
    /// Frames of displays that are gone.
    var formerFrames = (drawn: 0, skipped: 0)
    let displayLog: DisplayLog
    /// What is wrong with the console is said once, whatever the displays do.
    let consoleLog = DisplayLog()
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
        let log = DisplayLog()
        displayLog = log
        let size = settings.headlessSize
        discovery = OutputDiscovery(
            settings.output, headlessSize: (width: size.width, height: size.height),
            preferences: settings.display, log: { log.say($0) })
        clockWatch = ClockWatch(log: { StandardError.say($0) })
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

    // MARK: What changes the picture

    mutating func activate(now: Int64) {
        wantsActive = true
        motionChanged(now: now)
    }

    mutating func park(now: Int64) {
        wantsActive = false
        motionChanged(now: now)
    }

    /// Runs or rests the field, as the clients want and the displays allow.
    mutating func motionChanged(now: Int64) {
        let runs = wantsActive && (presence.isShown || presence.isAway)
        if runs && !motion.isActive { motion.activate() }
        if !runs && motion.isActive { motion.park() }
        let isOn = reducedMotion.isOn
        if motion.isReduced != isOn { motion.setReduced(isOn) }
        pictureChanged(now: now)
    }

    /// Takes over changed settings.
    mutating func apply(_ changed: Settings, now: Int64) {
        let displaysChange = !changed.wantsSameDisplays(as: settings)
        settings = changed
        motion.easeTime = settings.easeTime
        motion.setSpeeds(settings.field)
        server?.clientLimit = settings.maxClients
        reducedMotion.follow(settings)
        for display in displays { display.apply(settings, now: now) }
        motionChanged(now: now)
        if displaysChange {
            discovery.preferences = settings.display
            discovery.lookAgain(now: now, after: nil)
        }
    }

    /// Reads the settings again. What may not change at run time stays.
    mutating func reload(now: Int64) {
        var changed = sources.readAloud()
        for setting in Setting.all where !setting.isLive {
            let running = setting.read(settings)
            if !setting.read(changed).hasSameBytes(as: running) {
                StandardError.say("\(setting.key) changes at the next start")
                _ = setting.write(&changed, running)
            }
        }
        apply(changed, now: now)
    }

    /// Gives everything back: displays, console, socket.
    consuming func close() {
        service.stopping()
        let keepsPicture = presence.isReleased
        for display in displays {
            if keepsPicture { display.closeKeeping() } else { display.close() }
        }
        displays = []
        if keepsPicture { leaveConsole() } else { closeConsole() }
        server.take()?.close(now: SystemCalls.monotonicNanoseconds())
    }
}
