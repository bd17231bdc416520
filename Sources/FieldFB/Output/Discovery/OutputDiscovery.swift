/// Finds displays and lights them, for as long as the program runs.
///
/// Wait for `eventDescriptor` and `deadline`; then call `readEvents` and
/// `update`. It never gives up: a display that appears is lit, one that went
/// away is let go of, and what is used because nothing better is there gives
/// way when something better comes.
///
/// Between letting outputs go to another program and taking them back, `update`
/// must not be called: looking at a card may make this program its master.
public struct OutputDiscovery: ~Copyable {
    /// What a person asks of the displays; taken over by the next `update`.
    public var preferences: DisplayPreferences
    /// Why nothing, or not everything, is shown; nil when all is well.
    public internal(set) var trouble: OutputError?

    /// Who holds the descriptors of lit cards open beyond the end of the
    /// program; nil for nobody.
    public var keeper: DescriptorKeeper?
    /// What a former run left with the keeper, until the first `update` has
    /// found the cards they belong to.
    var kept: [KeptDescriptor] = []

    let choice: OutputChoice
    let headlessSize: (width: Int, height: Int)
    let log: (String) -> Void

    var events: KernelEvents?
    var schedule = DiscoverySchedule()
    /// The cards that drive displays.
    var slots: [CardSlot] = []
    /// What is remembered of every card there was.
    var histories: [CardHistory] = []
    var lit: [LitDisplay] = []
    /// Every output that was handed out and not seen closed.
    var lives: [OutputLife] = []
    /// The framebuffer device in use.
    var framebuffer: (node: FramebufferNode, key: OutputKey, wish: DisplayWish)?
    /// What was said since something was lit: a fault is told once.
    private var said: [String] = []
    private static let saidLimit = 64
    private var keyCount: UInt64 = 0
    private var cardCount: UInt64 = 0

    /// A discovery that looks for the first time when `update` is called.
    ///
    /// - Parameters:
    ///   - choice: what kind of output is wanted. `terminal` is the one of standard output.
    ///   - headlessSize: the size of a headless output, in pixels.
    ///   - log: takes one line for each thing a person should know. The same
    ///     line may come again and again while a fault lasts.
    public init(
        _ choice: OutputChoice, headlessSize: (width: Int, height: Int) = (1280, 720),
        preferences: DisplayPreferences = DisplayPreferences(), log: @escaping (String) -> Void
    ) {
        self.choice = choice
        self.headlessSize = headlessSize
        self.preferences = preferences
        self.log = log
        openEvents()
        schedule.wanted(now: systemMonotonicNanoseconds())
    }

    /// Listens to the kernel, where anything depends on it.
    private mutating func openEvents() {
        switch choice {
        case .auto, .drm, .framebuffer:
            if !hearsKernel { events = KernelEvents() }
            schedule.hasEvents = hearsKernel
        case .headless, .terminal: events = nil
        }
    }

    private var hearsKernel: Bool { eventDescriptor != nil }

    /// Readable when the kernel tells something about a device; nil where it never does.
    public var eventDescriptor: CInt? {
        switch events {
        case .some(let events): events.descriptor
        case .none: nil
        }
    }

    /// When `update` is due, on the monotonic clock in nanoseconds; nil while
    /// there is nothing to do before an event.
    public var deadline: Int64? { schedule.deadline }

    /// Takes the events that wait. `deadline` tells whether they mean anything.
    public mutating func readEvents(now: Int64) {
        var found: [KernelEvents.Found] = []
        if events?.read({ found.append($0) }) == false {
            say("no more events from the kernel; devices are looked at every few seconds")
            events = nil
            schedule.eventsBroke(now: now)
        }
        for entry in found {
            switch entry {
            case .event(let event): if event.isHotplug { plugged(event) }
            case .anything: for place in lit.indices { lit[place].isReplugged = true }
            }
            schedule.eventCame(now: now)
        }
    }

    /// Something was plugged into a card: its displays get a fresh picture,
    /// also when nothing seems to have changed.
    private mutating func plugged(_ event: KernelEvent) {
        for slot in slots {
            guard let card = slot.card else { continue }
            guard event.card == nil || event.card == card.number else { continue }
            for place in lit.indices where lit[place].card == card.serial {
                if let connector = event.connector, connector != lit[place].connector { continue }
                lit[place].isReplugged = true
            }
        }
    }

    /// Makes `update` due: at once when preferences changed or something may
    /// have happened; a little later when an output failed and was closed.
    public mutating func lookAgain(now: Int64, after error: OutputError? = nil) {
        if let error {
            trouble = error
            schedule.outputFailed(now: now)
        } else {
            schedule.wanted(now: now)
        }
        forgetClosed()
    }

    /// Looks at everything there is and brings the outputs in line with it.
    ///
    /// - Parameters:
    ///   - now: the present moment on the monotonic clock, in nanoseconds.
    ///   - lost: close this output, before you return.
    ///   - stale: call `repaint` of this output.
    ///   - found: a new output, all yours.
    public mutating func update(
        now: Int64, lost: (OutputKey) -> Void, stale: (OutputKey) -> Void, found: (consuming Output) -> Void
    ) {
        forgetClosed()
        openEvents()
        trouble = nil
        let outcome: DiscoverySchedule.Outcome
        var next: Int64?
        switch choice {
        case .headless: outcome = updateSimple(found) { discovery throws(OutputError) in try discovery.openHeadless() }
        case .terminal:
            outcome = updateSimple(found) { _ throws(OutputError) in .terminal(try TerminalOutput.open()) }
        case .framebuffer: outcome = updateFramebuffer([], lost, found)
        case .drm: (outcome, next) = updateDisplays(now, usingFramebuffer: false, lost, stale, found)
        case .auto: (outcome, next) = updateDisplays(now, usingFramebuffer: true, lost, stale, found)
        }
        schedule.looked(outcome, next: next, now: now)
    }

    /// Takes over what a former run left with the keeper. Where cards are not
    /// used now, they are given back at once, and with them the old picture.
    public mutating func takeOver(_ left: [KeptDescriptor]) {
        kept = left
        switch choice {
        case .auto, .drm: break
        case .framebuffer, .headless, .terminal: forgetKept()
        }
    }

    /// Gives back what is left of it.
    mutating func forgetKept() {
        for unused in kept { keeper?.forget(unused.name) }
        kept = []
    }

    /// Lets other programs draw on the cards that a former run left; their
    /// pictures stay. For a program that is not to show anything yet.
    public func letGoOfKept() {
        for card in kept {
            // Refused where the former run had let go of it already.
            if let number = card.number { try? systemDisplayDropMaster(number) }
        }
    }

    // MARK: - What was handed out

    /// Forgets outputs that were closed meanwhile.
    mutating func forgetClosed() {
        lives.removeAll { $0.isOver }
        let lives = lives
        func isAlive(_ key: OutputKey) -> Bool { lives.contains { $0.key == key } }
        lit.removeAll { !isAlive($0.key) }
        if let used = framebuffer, !isAlive(used.key) { framebuffer = nil }
        slots.removeAll { $0.card == nil }
    }

    /// Says something, once until the next display is lit.
    mutating func say(_ line: String) {
        for told in said where told.utf8.elementsEqual(line.utf8) { return }
        if said.count == OutputDiscovery.saidLimit { said.removeFirst() }
        said.append(line)
        log(line)
    }

    mutating func newKey() -> OutputKey {
        keyCount += 1
        return OutputKey(number: keyCount)
    }

    mutating func newCardNumber() -> UInt64 {
        cardCount += 1
        return cardCount
    }

    /// Hands an output to whoever looks after it.
    mutating func hand(
        _ device: consuming OutputDevice, _ key: OutputKey, _ found: (consuming Output) -> Void
    ) {
        let life = OutputLife(key)
        lives.append(life)
        said.removeAll()
        found(Output(device, life: life))
    }

    // MARK: - Outputs that need no looking for

    private func openHeadless() throws(OutputError) -> OutputDevice {
        guard
            let output = HeadlessOutput(
                width: headlessSize.width, height: headlessSize.height, keepsPicture: false)
        else {
            throw OutputError(
                .unsuitable, call: "headless size", place: "headless",
                detail: "a side must be in 1...\(Surface.maximumSide) pixels, and all together "
                    + "at most \(Surface.maximumPixelCount)")
        }
        return .headless(output)
    }

    private mutating func updateSimple(
        _ found: (consuming Output) -> Void,
        _ open: (borrowing OutputDiscovery) throws(OutputError) -> OutputDevice
    ) -> DiscoverySchedule.Outcome {
        guard lives.isEmpty else { return .complete }
        do throws(OutputError) {
            let device = try open(self)
            hand(device, newKey(), found)
            return .complete
        } catch {
            trouble = error
            return .nothing
        }
    }
}
