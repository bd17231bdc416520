import CDRM

/// One lit display of a card: its buffers, and how pictures get to it.
///
/// When it ends, what the display showed before is set back, and only then its
/// buffers are freed. What happens when the kernel refuses something is in
/// `DisplayHead+Refusals.swift`, how a picture is handed to it in
/// `DisplayHead+Showing.swift`.
@usableFromInline
struct DisplayHead: ~Copyable {
    let card: DisplayCard
    let key: OutputKey
    let pipe: DisplayPipe
    let mode: DisplayMode
    let packer: PixelPacker
    let place: String
    let log: (String) -> Void

    var method: FlipMethod
    /// The buffer (0 or 1) that is on the display or on its way to it.
    var shown = 0
    var damage: BufferDamage
    var flip: FlipState
    /// The next picture is shown by setting the mode.
    var needsModeSet: Bool
    var takesClips = true
    /// Refusals of the present method in a row, answers that the display is
    /// busy, and mode sets that did not help against these.
    var refusals = 0
    var busyAnswers = 0
    var fruitlessModeSets = 0

    private var first: DumbBuffer
    private var second: DumbBuffer?
    private let firstFramebuffer: UInt32
    private let secondFramebuffer: UInt32
    let orientation: Orientation
    private let glass: ConnectorSize
    /// The picture as a person sees it.
    private let bounds: PixelRect
    private var keepsPicture = false

    var request = AtomicRequest()
    var clips: [drm_clip_rect] = []
    var clipSides: [Int32] = []
    var marksDirty = true

    /// What is known about a display that can be lit.
    struct Making: ~Copyable {
        let card: DisplayCard
        let key: OutputKey
        let place: String
        let pipe: DisplayPipe
        let mode: DisplayMode
        let format: PixelFormat
        let orientation: Orientation
        let glass: ConnectorSize
        let bounds: PixelRect
        let method: FlipMethod
        /// The kernel only tested the mode.
        let needsModeSet: Bool
        var first: DumbBuffer
        var second: DumbBuffer?
    }

    init(_ making: consuming Making, log: @escaping (String) -> Void) {
        card = making.card
        key = making.key
        place = making.place
        pipe = making.pipe
        mode = making.mode
        packer = PixelPacker(making.format)
        orientation = making.orientation
        glass = making.glass
        bounds = making.bounds
        method = making.method
        needsModeSet = making.needsModeSet
        damage = BufferDamage(bounds: making.bounds)
        flip = FlipState(refreshMillihertz: making.mode.refreshMillihertz)
        self.log = log
        firstFramebuffer = making.first.framebuffer
        switch making.second {
        case .some(let buffer): secondFramebuffer = buffer.framebuffer
        case .none: secondFramebuffer = firstFramebuffer
        }
        first = making.first
        second = making.second
        clips.reserveCapacity(8)
        clipSides.reserveCapacity(32)
    }

    deinit {
        guard let former = card.leave(pipe.crtc, key), !keepsPicture, card.trouble == nil else { return }
        if pipe.isUnplugged(descriptor: card.descriptor) {
            former.turnOff(descriptor: card.descriptor)
        } else {
            former.restore(descriptor: card.descriptor, except: card.usedConnectors)
        }
    }

    // MARK: - What it is

    var width: Int { bounds.width }
    var height: Int { bounds.height }
    var eventDescriptor: CInt? { card.eventDescriptor }
    var suggestedScale: Double {
        DisplayScale.suggested(
            width: mode.width, height: mode.height, widthMillimetres: glass.widthMillimetres,
            heightMillimetres: glass.heightMillimetres)
    }
    var hasTwoBuffers: Bool { secondFramebuffer != firstFramebuffer }

    var summary: OutputSummary {
        var summary = OutputSummary(
            kind: "drm", device: card.path, driver: card.device.driver, connector: pipe.connectorName,
            mode: mode.text, width: width, height: height, refreshMillihertz: mode.refreshMillihertz,
            format: packer.format.name, method: method.name)
        summary.deviceID = card.device.folder.name
        summary.rotation = orientation.degrees
        summary.widthMillimetres = max(0, glass.widthMillimetres)
        summary.heightMillimetres = max(0, glass.heightMillimetres)
        summary.buffers = hasTwoBuffers ? 2 : 1
        return summary
    }

    /// Whether the CRTC shows one of the two buffers. While nobody tells, it may.
    var isOnGlass: Bool {
        do throws(SystemFailure) {
            let record = try systemDisplayCRTC(card.descriptor, pipe.crtc)
            return record.mode != nil
                && (record.framebuffer == firstFramebuffer || record.framebuffer == secondFramebuffer)
        } catch {
            return systemDisplayIsPresent(card.descriptor)
        }
    }

    // MARK: - A picture

    /// Whether a picture handed over now would be taken, unless the last one is very fresh.
    var canPresent: Bool {
        !card.isLetGo
            && !flip.isWaiting(at: systemMonotonicNanoseconds(), ended: card.endedTag(pipe.crtc))
    }

    mutating func presentResult(
        _ surface: borrowing Surface, damage: Damage
    ) -> Result<Presentation, OutputError> {
        do throws(OutputError) {
            return .success(try present(surface, damage: damage))
        } catch {
            return .failure(error)
        }
    }

    private mutating func present(
        _ surface: borrowing Surface, damage changed: Damage
    ) throws(OutputError) -> Presentation {
        guard surface.width == bounds.width, surface.height == bounds.height else {
            throw OutputError(.failed, call: "surface size", place: place)
        }
        damage.record(changed)
        if card.isLetGo { return .busy }
        try card.check()
        // An event that waits on the descriptor is not lost.
        if flip.isPending { try readEvents() }
        let now = systemMonotonicNanoseconds()
        if flip.isWaiting(at: now, ended: 0) || flip.isTooEarly(at: now) { return .busy }
        if flip.isPending { try flipLost() }
        if needsModeSet {
            let target = nextBuffer
            try draw(surface, into: target)
            return try setMode(target)
        }
        if damage.isEverythingShown { return .shown }
        while true {
            let target = nextBuffer
            try draw(surface, into: target)
            do throws(SystemFailure) {
                try show(target, now: now)
                shown(target)
                if !flip.isPending { (busyAnswers, fruitlessModeSets) = (0, 0) }
                return .shown
            } catch {
                if let answer = try answer(to: error, target: target) { return answer }
            }
        }
    }

    /// The buffer that is not on the display, where there is one.
    private var nextBuffer: Int { hasTwoBuffers && method != .inPlace ? 1 - shown : shown }

    /// The newest picture is in that buffer, and the kernel has taken it.
    mutating func shown(_ buffer: Int) {
        shown = buffer
        refusals = 0
        damage.shown()
        card.replacedPicture(on: pipe.crtc)
    }

    /// Brings a buffer up to date with the surface.
    private mutating func draw(_ surface: borrowing Surface, into buffer: Int) throws(OutputError) {
        for place in 0..<damage.missedCount(buffer) {
            let rect = damage.missed(buffer, place)
            if buffer == 0 {
                first.write(surface, rect, packer: packer, orientation: orientation)
            } else {
                second?.write(surface, rect, packer: packer, orientation: orientation)
            }
        }
        damage.caughtUp(buffer)
        if first.isLost || (second?.isLost ?? false) {
            throw card.fail(OutputError(.gone, call: "mmap", place: place, detail: "its memory is gone"))
        }
    }

    func framebuffer(of buffer: Int) -> UInt32 {
        buffer == 0 ? firstFramebuffer : secondFramebuffer
    }

    // MARK: - Events

    mutating func readEventsResult() -> Result<Void, OutputError> {
        do throws(OutputError) {
            return .success(try readEvents())
        } catch {
            return .failure(error)
        }
    }

    private mutating func readEvents() throws(OutputError) {
        try card.readEvents()
        guard flip.isPending else { return }
        flip.ended(tag: card.endedTag(pipe.crtc))
        if !flip.isPending { (busyAnswers, fruitlessModeSets) = (0, 0) }
    }

    /// Waits until the picture on its way is on the glass, or the time is over.
    mutating func finish(within nanoseconds: Int64) {
        let end = systemMonotonicNanoseconds() + max(0, nanoseconds)
        while flip.isPending {
            do throws(OutputError) {
                try readEvents()
            } catch {
                return
            }
            let left = end - systemMonotonicNanoseconds()
            if !flip.isPending || left <= 0 { return }
            _ = try? systemWait(card.descriptor, toWrite: false, milliseconds: Int(left / 1_000_000) + 1)
        }
    }

    // MARK: - Other programs

    mutating func letGo() -> Bool {
        card.letGo()
    }

    mutating func takeBackResult() -> Result<Void, OutputError> {
        do throws(OutputError) {
            try card.takeBack()
            repaint()
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    /// The next picture is shown whole, by setting the mode anew.
    mutating func repaint() {
        needsModeSet = true
        damage.missEverything()
    }

    /// What is shown stays when this ends.
    mutating func keepPicture() {
        keepsPicture = true
        first.keepPicture()
        second?.keepPicture()
    }
}
