import CDRM
import FieldCore
import FieldFB

/// The live field in a terminal: waits for keys, signals, the reduce-motion
/// file and the next frame, whichever comes first.
///
/// While nothing moves, it waits without a time limit.
struct PreviewLoop: ~Copyable {
    private var output: TerminalOutput
    private let signals: Descriptor
    private var reduced: ReducedMotion
    private var settings: Settings
    private var scene: StillScene?
    private var motion: SceneMotion
    private var pacer: FramePacer
    private var lastStep: Int64
    private var isEnding = false

    /// How long after the escape byte another byte still belongs to it.
    private static let escapeMilliseconds: CInt = 50

    init(
        output: consuming TerminalOutput, signals: consuming Descriptor,
        reduced: consuming ReducedMotion, settings: Settings
    ) {
        self.output = output
        self.signals = signals
        self.settings = settings
        motion = SceneMotion(
            field: FieldMotion(startTime: settings.startTime, easeTime: settings.easeTime, isReduced: reduced.isOn))
        motion.follow(settings, from: Settings())
        motion.setReduced(reduced.isOn)
        self.reduced = reduced
        pacer = FramePacer(rate: settings.frameRate)
        lastStep = SystemCalls.monotonicNanoseconds()
        makeStage()
    }

    /// Runs until someone ends it.
    mutating func run() throws(OutputError) {
        pacer.schedule(now: SystemCalls.monotonicNanoseconds())
        // A negative descriptor is passed over.
        var entries = [pollfd](repeating: pollfd(fd: -1, events: Int16(POLLIN), revents: 0), count: 3)
        while !isEnding {
            entries[0].fd = output.eventDescriptor ?? -1
            entries[1].fd = signals.number
            entries[2].fd = reduced.descriptor ?? -1
            try? SystemCalls.poll(&entries, milliseconds: patience())
            if entries[1].revents != 0 { try takeSignals() }
            if entries[0].revents != 0 {
                try output.readEvents()
            } else if output.awaitsKeys {
                output.endOfKeys()
            }
            fitStage()
            takeKeys()
            if entries[2].revents != 0 { takeReducedMotion() }
            let now = SystemCalls.monotonicNanoseconds()
            if pacer.isDue(now: now) { try showFrame(now) }
        }
    }

    /// Gives the terminal back.
    consuming func close() { output.close() }

    /// Milliseconds until something is due; -1 for no limit.
    private func patience() -> CInt {
        let limit: CInt = output.awaitsKeys ? PreviewLoop.escapeMilliseconds : -1
        guard let deadline = pacer.deadline else { return limit }
        let left = max(0, deadline - SystemCalls.monotonicNanoseconds())
        let milliseconds = CInt(clamping: (left + 999_999) / 1_000_000)
        return limit < 0 ? milliseconds : min(limit, milliseconds)
    }

    private mutating func makeStage() {
        let scale: Double
        switch settings.scale.general {
        case .auto: scale = output.suggestedScale
        case .fixed(let factor): scale = factor
        }
        scene = StillScene(width: output.width, height: output.height, scale: scale, settings: settings)
    }

    private mutating func showFrame(_ now: Int64) throws(OutputError) {
        _ = pacer.advance(now: now)
        // A terminal that still takes the frame before gets no other one.
        guard output.canPresent else { return }
        motion.advance(nanoseconds: min(now - lastStep, pacer.longestStep))
        lastStep = now
        scene?.draw(motion.moment)
        let outcome = try present()
        if outcome == .shown && !motion.isMoving { pacer.stop() }
    }

    private mutating func present() throws(OutputError) -> Presentation {
        switch scene {
        case .some(let scene): try output.present(scene.stage.stage.surface, damage: scene.stage.stage.damage)
        case .none: .shown
        }
    }

    /// Lets the loop show what has changed. The time that passed at rest does not count.
    private mutating func wake() {
        let now = SystemCalls.monotonicNanoseconds()
        if pacer.deadline == nil { lastStep = now }
        pacer.schedule(now: now)
    }

    private mutating func takeSignals() throws(OutputError) {
        while let signal = SystemCalls.nextSignal(signals.number) {
            switch signal {
            case SIGCONT: try output.resume()
            default: isEnding = true
            }
            wake()
        }
    }

    /// Makes a stage of the terminal's size when that is another one.
    private mutating func fitStage() {
        let isFitting =
            switch scene {
            case .some(let scene):
                scene.stage.stage.surface.width == output.width && scene.stage.stage.surface.height == output.height
            case .none: false
            }
        guard !isFitting else { return }
        makeStage()
        wake()
    }

    private mutating func takeKeys() {
        for key in output.takeKeys() {
            switch key {
            case .escape, .byte(3), .byte(UInt8(ascii: "q")), .byte(UInt8(ascii: "Q")):
                isEnding = true
            case .byte(UInt8(ascii: " ")):
                if motion.isActive { motion.park() } else { motion.activate() }
                wake()
            case .byte(UInt8(ascii: "s")), .byte(UInt8(ascii: "S")):
                settings.field.style = settings.field.style == .dots ? .lines : .dots
                scene?.setScene(settings.scene)
                wake()
            case .byte:
                break
            }
        }
    }

    private mutating func takeReducedMotion() {
        if reduced.takeEvents() { motion.setReduced(reduced.isOn) }
        // A message about the file may have been written over the picture.
        output.forget()
        wake()
    }
}
