import FieldCore
import FieldFB

/// An open output with the stage that draws its picture.
struct Display: ~Copyable {
    private var output: Output
    private var stage: Stage
    private var console: Console?

    /// Opens what the settings ask for.
    static func open(_ settings: Settings, log: DisplayLog) throws(OutputError) -> Display {
        let size = settings.headlessSize
        var discovery = OutputDiscovery(
            settings.output, headlessSize: (width: size.width, height: size.height),
            log: { log.say($0) })
        var first: Output?
        discovery.update(
            now: SystemCalls.monotonicNanoseconds(), lost: { _ in }, stale: { _ in },
            found: { (output: consuming Output) in
                if first == nil { first = consume output } else { output.close() }
            })
        guard let output = first.take() else {
            throw discovery.trouble ?? OutputError(.noDevice, call: "open", place: "display")
        }
        let (width, height) = (output.width, output.height)
        guard SystemCalls.hasMemory(4 * width * height) else {
            output.close()
            throw OutputError(
                .unsuitable, call: "size", place: "\(width)x\(height)",
                detail: "there is not enough memory for the picture")
        }
        guard let stage = Stage(
            width: width, height: height, scale: settings.scale.factor(for: output),
            parameters: settings.field)
        else {
            output.close()
            throw OutputError(
                .unsuitable, call: "size", place: "\(width)x\(height)",
                detail: "the picture is larger than can be drawn")
        }
        return Display(output: output, stage: stage, log: log)
    }

    private init(output: consuming Output, stage: consuming Stage, log: DisplayLog) {
        self.output = output
        self.stage = stage
        switch self.output.summary.kind {
        case let kind where kind.hasSameBytes(as: "drm") || kind.hasSameBytes(as: "framebuffer"):
            console = Console.open(log: { log.say($0) })
            console?.enterGraphics(log: { log.say($0) })
            CrashGuard.watch(emergencyRestore)
        default:
            console = nil
        }
    }

    private var emergencyRestore: ConsoleRestore? {
        switch console {
        case .some(let console): console.emergencyRestore
        case .none: nil
        }
    }

    var summary: OutputSummary { output.summary }
    /// Pixels in a point of the picture.
    var scale: Double { stage.scale }
    var eventDescriptor: CInt? { output.eventDescriptor }
    /// Whether the output would take a picture now.
    var canPresent: Bool { output.canPresent }

    /// Takes the events of the output.
    mutating func readEvents() throws(OutputError) {
        try output.readEvents()
    }

    /// Whether the output wants another size than the picture has. Then
    /// `apply` is due.
    var hasOtherSize: Bool {
        output.width != stage.surface.width || output.height != stage.surface.height
    }

    /// Takes over what the settings say about the picture, at the next frame.
    mutating func apply(_ settings: Settings) {
        let scale = settings.scale.factor(for: output)
        if scale == stage.scale && !hasOtherSize {
            stage.setParameters(settings.field)
        } else if let rescaled = Stage(
            width: output.width, height: output.height, scale: scale, parameters: settings.field)
        {
            stage = rescaled
        }
    }

    /// Draws one moment of the field and hands it to the output.
    mutating func show(_ motion: FieldMotion) throws(OutputError) -> Presentation {
        stage.draw(motion.mass)
        return try output.present(stage.surface, damage: stage.damage)
    }

    /// Gives the display and the text console back.
    consuming func close() {
        CrashGuard.watch(nil)
        output.close()
        console?.restore()
    }
}

extension ScaleChoice {
    /// The scale to draw with on an output: `auto` is what suits it.
    func factor(for output: borrowing Output) -> Double {
        switch self {
        case .auto: output.suggestedScale
        case .fixed(let factor): factor
        }
    }
}
