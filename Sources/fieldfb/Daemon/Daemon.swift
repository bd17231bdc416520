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
    /// How long after its start the daemon counts as up without a socket, in nanoseconds.
    static let startPatience: Int64 = 10_000_000_000
    /// How long requests are answered in a turn although a frame is due, in nanoseconds.
    static let leastRequestTime: Int64 = 1_000_000

    var sources: SettingSources
    var settings: Settings
    /// The settings as they were read, without what clients changed since.
    private(set) var readSettings: Settings
    var motion: SceneMotion
    /// What clients have asked of the field.
    var wishes = ClientWishes()
    var reducedMotion = ReducedMotion()
    var server: ControlServer?
    let service = ServiceManager()
    /// What the service manager handed over and nobody has taken yet.
    var inherited: InheritedDescriptors
    var keptState: KeptState?
    /// The connection to an instance of the initial file system, until it lets go.
    var initialInstance: Descriptor?

    var discovery: OutputDiscovery
    var displays: [Display] = []
    var presence = DisplayPresence.shown
    var console: Console?
    var clockWatch: ClockWatch?
    var isEnding = false
    /// Whether the service manager ends the daemon: it may start it again.
    var isToBeContinued = false

    /// From when on the daemon counts as up without a socket.
    var startEnd: Int64 = .max
    /// When the socket is tried again.
    var socketRetry: Int64?
    /// What subscribers have been told, and what they are still to be told.
    var told = ToldState()
    /// What the log has told.
    var logged = LoggedState()
    /// Prepares pictures; nil until there are any.
    var workshop: PictureWorkshop?
    /// Goes up when the files of pictures are to be read again.
    var pictureGeneration = 0
    /// What words are set in; nil until there are any.
    var typeface: Typeface?
    /// What was asked for as a font when it was looked for last.
    var typefacePath: String?
    var toldFontWarnings = 0
    /// Whether it was told, since settings changed, that words are hard to read on the poster.
    var hasToldContrast = false
    /// The moment up to which the clocks of the field have been advanced.
    var shownMoment: Int64 = 0
    /// Frames of displays that are gone.
    var formerFrames = (drawn: 0, skipped: 0)
    let displayLog: DisplayLog
    /// What is wrong with the console is said once, whatever the displays do.
    let consoleLog = DisplayLog()
    /// Why there is no socket; empty when there is one.
    private(set) var socketTrouble = ""

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
        readSettings = settings
        self.signals = signals
        self.timer = timer
        inherited = InheritedDescriptors()
        let log = DisplayLog()
        displayLog = log
        let size = settings.headlessSize
        discovery = OutputDiscovery(
            settings.output, headlessSize: (width: size.width, height: size.height),
            preferences: settings.display, log: { log.say($0) })
        discovery.keeper = service.displayKeeper
        discovery.takeOver(inherited.displays)
        inherited.displays = []
        clockWatch = ClockWatch(log: { StandardError.say(.notice, $0) })
        motion = SceneMotion(field: FieldMotion(startTime: settings.startTime, easeTime: settings.easeTime))
        motion.follow(settings, from: Settings())
    }

    // MARK: The control socket

    /// Gets the control socket from the service manager or binds it.
    ///
    /// The display matters more than the socket: when it cannot be had, the
    /// daemon goes on and tries again later. Only another instance that
    /// answers there is a reason to leave.
    mutating func openSocket(now: Int64) throws(ControlSocketError) {
        socketRetry = nil
        if let descriptor = inherited.control.take() {
            server = ControlServer(ControlSocket(inherited: descriptor), settings: settings)
            return
        }
        do throws(ControlSocketError) {
            let socket = try ControlSocket.bind(path: settings.socket)
            service.keep(socket.descriptor.number, name: InheritedDescriptors.controlName)
            server = ControlServer(socket, settings: settings)
            if !socketTrouble.isEmpty { StandardError.say(.notice, "\(settings.socket): listening now") }
            socketTrouble = ""
        } catch {
            if case .alreadyRunning = error { throw error }
            let message = error.message
            if !socketTrouble.hasSameBytes(as: message) {
                StandardError.say("\(message); going on without a control socket")
            }
            socketTrouble = message
            service.notReady()
            socketRetry = now + Daemon.retryPause
        }
    }

    var hasSocket: Bool { server != nil }

    // MARK: What changes the picture

    /// Runs or rests the field, as the clients want and the displays allow.
    mutating func motionChanged(now: Int64) {
        motion.setEaseTime(presence.easeTime(settings.easeTime))
        let runs = wishes.wantsActive && (presence.isShown || presence.isAway)
        if runs && !motion.isActive { motion.activate() }
        if !runs && motion.isActive { motion.park() }
        motion.setHeld(!presence.isShown && !presence.isAway)
        let isOn = reducedMotion.isOn
        if motion.isReduced != isOn { motion.setReduced(isOn) }
        pictureChanged(now: now)
    }

    /// Takes over changed settings.
    mutating func apply(_ changed: Settings, now: Int64) {
        let displaysChange = !changed.wantsSameDisplays(as: settings)
        noteSettings(changed)
        letTimePass(now: now)
        motion.follow(changed, from: settings)
        settings = changed
        hasToldContrast = false
        StandardError.isDebugging = settings.debug == .yes
        server?.follow(settings)
        reducedMotion.follow(settings)
        for display in displays { display.apply(settings, now: now) }
        motionChanged(now: now)
        orderPictures(now: now)
        if displaysChange {
            discovery.preferences = settings.display
            discovery.lookAgain(now: now, after: nil)
        }
    }

    /// Reads the settings again. What may not change at run time stays.
    mutating func reload(now: Int64) {
        service.reloading(now: now)
        var changed = sources.readAloud()
        for setting in Setting.all where !setting.isLive {
            let running = setting.read(settings)
            if !setting.read(changed).hasSameBytes(as: running) {
                StandardError.say(.notice, "\(setting.key) changes at the next start")
                _ = setting.write(&changed, running)
            }
        }
        readSettings = changed
        pictureGeneration += 1
        typefacePath = nil
        apply(changed, now: now)
        saveState()
        StandardError.say(.info, "settings are read again")
    }

    /// Gives everything back: displays, console, socket. All of it stays as it
    /// is when the service manager keeps the pictures for the next run: giving
    /// a part back would take them away. What its unit runs after a stop gives
    /// the console back when there is no next run.
    consuming func close() {
        service.stopping()
        StandardError.tellHeldBack()
        server?.announceEnd(now: SystemCalls.monotonicNanoseconds())
        if isToBeContinued && service.keepsDescriptors { SystemCalls.exit(0) }
        // What is kept may outlive this end, when a start is already asked for.
        keptState?.save("")
        let keepsPicture = presence.isReleased
        for display in displays {
            if keepsPicture { display.closeKeeping() } else { display.close() }
        }
        displays = []
        if keepsPicture { leaveConsole() } else { closeConsole() }
        // A picture that is being read is waited for.
        workshop.take()?.close()
        server.take()?.close()
    }
}
