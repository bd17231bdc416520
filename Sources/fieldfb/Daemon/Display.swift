import FieldCore
import FieldFB

/// One lit display: its output, the stage that draws its picture, and its own pace.
///
/// All displays show the same field at the same moment, each computed for its
/// own size; a slow one never holds up another.
final class Display {
    /// Names the output among all the daemon ever had.
    let key: OutputKey
    /// The same as a plain number.
    var number: Int { Int(truncatingIfNeeded: key.number) }
    private(set) var state = DisplayState.due
    private(set) var framesDrawn = 0
    private(set) var framesSkipped = 0

    private var output: Output?
    private var stage: SceneStage
    private var pictures = DisplayPictures()
    private var pacer: FramePacer
    private var settings: Settings
    /// Whether the next frame has settings to take over.
    private var settingsChanged = false
    /// Until when the first frame waits for the pictures of its scene, so that it
    /// is shown whole.
    private let pictureEnd: Int64
    /// How long that is, in nanoseconds.
    static let picturePatience: Int64 = 1_000_000_000
    /// The last frame while it is on its way: when it was begun, and how long
    /// handing it over took, in nanoseconds.
    private var onItsWay: (start: Int64, handing: Int64)?

    /// A display whose first frame is due.
    ///
    /// - Throws: when there is no memory for its picture; the output is closed then.
    init(_ output: consuming Output, settings: Settings, now: Int64) throws(OutputError) {
        let summary = output.summary
        let (width, height) = (output.width, output.height)
        let scale = settings.scale.value(for: summary.connector).factor(for: output)
        var made: SceneStage?
        if SystemCalls.hasMemory(4 * width * height) {
            made = SceneStage(width: width, height: height, scale: scale, scene: settings.scene)
        }
        guard let stage = made.take() else {
            output.close()
            throw OutputError(
                .unsuitable, call: "size", place: "\(summary.connector) \(width)x\(height)",
                detail: "there is not enough memory for the picture")
        }
        key = output.key
        needsKeeper = summary.kind.hasSameBytes(as: "drm")
        coversConsole = needsKeeper || summary.kind.hasSameBytes(as: "framebuffer")
        self.stage = stage
        self.stage.setWords(settings.words)
        self.settings = settings
        self.output = consume output
        pacer = FramePacer(rate: settings.frameRate)
        pacer.setRefresh(millihertz: summary.refreshMillihertz)
        pacer.schedule(now: now)
        pictureEnd = now + Display.picturePatience
    }

    // MARK: The output

    var summary: OutputSummary {
        switch output {
        case .some(let output): output.summary
        case .none: OutputSummary(kind: "closed", width: 0, height: 0)
        }
    }

    var eventDescriptor: CInt? {
        switch output {
        case .some(let output): output.eventDescriptor
        case .none: nil
        }
    }

    /// Whether the output would take a picture now.
    var canPresent: Bool {
        switch output {
        case .some(let output): output.canPresent
        case .none: false
        }
    }

    /// Whether the glass still shows what this display was last given.
    var isOnGlass: Bool {
        switch output {
        case .some(let output): output.isOnGlass
        case .none: false
        }
    }

    /// Whether it is a screen of this machine, on which a console may lie
    /// under the picture.
    let coversConsole: Bool

    /// Whether its picture goes when the daemon closes it, unless somebody
    /// else shows another one by then.
    let needsKeeper: Bool

    /// Pixels in a point of the picture.
    var scale: Double { stage.stage.scale }

    /// Takes the events of the output.
    func readEvents() throws(OutputError) { try output?.readEvents() }

    /// Waits, so many nanoseconds at most, until the last picture is on the glass.
    func finish(within nanoseconds: Int64) { output?.finish(within: nanoseconds) }

    /// Lets other programs draw; false where only closing it would.
    func letGo() -> Bool { output?.letGo() ?? true }
    /// Draws again, after `letGo`; the whole picture comes with the next frame.
    func takeBack() throws(OutputError) { try output?.takeBack() }

    /// Sets back what the display showed before, and frees it.
    func close() { output.take()?.close() }
    /// Frees it and leaves the picture, as far as the kernel can.
    func closeKeeping() { output.take()?.closeKeeping() }

    // MARK: Frames

    /// When the next frame is due; nil while none is.
    var deadline: Int64? {
        awaitsPictures ? pacer.deadline.map { max($0, pictureEnd) } : pacer.deadline
    }
    /// The longest time the shape moves on in one step, in nanoseconds.
    var longestStep: Int64 { pacer.longestStep }
    func isDue(now: Int64) -> Bool { deadline.map { $0 <= now } ?? false }
    private var awaitsPictures: Bool { framesDrawn == 0 && !pictures.isComplete }

    /// Takes over what the settings say, with the next frame.
    func apply(_ settings: Settings, now: Int64) {
        self.settings = settings
        settingsChanged = true
        pacer.setRate(settings.frameRate)
        change(now: now)
    }

    /// Shows other words from the next frame on.
    func setWords(_ words: SceneWords) { stage.setWords(words) }

    /// Sets the words again, in another typeface.
    func setWordsAnew(_ words: SceneWords) {
        stage.setWords(SceneWords())
        stage.setWords(words)
    }

    // MARK: Pictures

    /// What has to be prepared for it now, off the event loop.
    ///
    /// - Parameter generation: another number has files read again.
    func takePictureOrders(generation: Int) -> [PictureOrder] {
        let surface = stage.stage.surface.bounds
        var orders = pictures.orders(
            settings, width: surface.width, height: surface.height, generation: generation, display: number)
        if let request = stage.takeBlurRequest() { orders.append(DisplayPictures.blur(request, display: number)) }
        return orders
    }

    /// Takes over a picture that was ordered, or none where it could not be made.
    func take(_ picture: Picture?, for kind: DisplayPictures.Kind, now: Int64) {
        switch kind {
        case .poster: stage.setPoster(picture)
        case .logo: stage.setLogo(picture)
        case .blur:
            guard let picture else { break }
            stage.setBlurred(picture.pixels)
        }
        let awaited = awaitsPictures
        pictures.came(kind)
        if awaited && !awaitsPictures {
            // No frame was missed meanwhile.
            pacer.stop()
            pacer.schedule(now: now)
        }
        change(now: now)
    }

    /// Words on the poster that are hard to read; nil when there is nothing new to say.
    func takePoorContrastOnPoster() -> PoorContrast? { stage.takePoorContrastOnPoster() }

    /// Has the whole picture shown anew.
    func repaint(now: Int64) {
        output?.repaint()
        change(now: now)
    }

    /// Sees to it that a frame becomes due.
    func change(now: Int64) {
        guard state.action(on: .changed) == .schedule else { return }
        pacer.schedule(now: now)
        state = .due
    }

    /// Whether something that happened calls for a frame now.
    func wantsFrame(on event: DisplayEvent) -> Bool { state.action(on: event) == .draw }

    /// No frame is due until something changes.
    func rest() {
        pacer.stop()
        state = .still
    }

    /// Draws one moment of the scene and hands it to the output.
    ///
    /// - Parameters:
    ///   - typeface: to set words in.
    ///   - isMoving: whether the picture will go on changing by itself.
    ///   - share: how much of a processor drawing this display may take, 0...1; 0 is no limit.
    func show(
        _ moment: SceneMoment, typeface: inout Typeface?, isMoving: Bool, share: Double
    ) throws(OutputError) {
        let now = SystemCalls.monotonicNanoseconds()
        framesSkipped += pacer.advance(now: now)
        guard canPresent else {
            framesSkipped += 1
            return settle(isMoving: isMoving, owes: true)
        }
        noteArrival()
        let processorTime = SystemCalls.processorNanoseconds()
        applyChanges()
        stage.draw(moment, typeface: &typeface)
        let presentation = try output?.present(stage.stage.surface, damage: stage.stage.damage)
        pacer.drew(SystemCalls.processorNanoseconds() - processorTime, share: share)
        onItsWay = (start: now, handing: SystemCalls.monotonicNanoseconds() - now)
        noteArrival()
        if presentation == .shown { framesDrawn += 1 } else { framesSkipped += 1 }
        settle(isMoving: isMoving || stage.isUnfinished, owes: presentation != .shown)
    }

    /// Takes note of how long the last frame took, once the display would take
    /// another one. The end of a flip is awaited on every display: only where
    /// that takes longer than the display's own pace, its way is a slow one.
    func noteArrival() {
        guard let frame = onItsWay, canPresent else { return }
        onItsWay = nil
        let time = SystemCalls.monotonicNanoseconds() - frame.start
        pacer.took(time > pacer.period * 3 / 2 ? time : frame.handing)
    }

    private func settle(isMoving: Bool, owes: Bool) {
        if isMoving {
            state = .running
        } else if owes {
            state = .owing
        } else {
            rest()
        }
    }

    /// Whether the output wants another size than the picture has, as that of a
    /// terminal may.
    var hasOtherSize: Bool {
        switch output {
        case .some(let output):
            output.width != stage.stage.surface.width || output.height != stage.stage.surface.height
        case .none: false
        }
    }

    /// Takes over changed settings, and another size of the output.
    private func applyChanges() {
        let sized = hasOtherSize
        guard settingsChanged || sized else { return }
        settingsChanged = false
        let (width, height, scale): (Int, Int, Double)
        switch output {
        case .some(let output):
            (width, height) = (output.width, output.height)
            scale = settings.scale.value(for: output.summary.connector).factor(for: output)
        case .none: return
        }
        if scale == self.scale && !sized {
            stage.setScene(settings.scene)
        } else if let rescaled = SceneStage(width: width, height: height, scale: scale, scene: settings.scene) {
            stage = rescaled
            pictures = DisplayPictures()
        }
        stage.setWords(settings.words)
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
