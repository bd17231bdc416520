import CDRM

/// One lit display of a DRM device: its buffers, and how pictures get to it.
///
/// It uses the descriptor of the device but does not own it: the device must
/// live longer. When it ends, what the display showed before is set back, and
/// only then its buffers are freed.
@usableFromInline
struct DisplayHead: ~Copyable {
    let pipe: DisplayPipe
    let mode: DisplayMode
    let packer: PixelPacker
    let place: String
    private(set) var method: FlipMethod

    private let descriptor: CInt
    private let former: FormerPicture
    private let log: (String) -> Void
    private var first: DumbBuffer
    private var second: DumbBuffer?
    private let firstFramebuffer: UInt32
    private let secondFramebuffer: UInt32
    /// The buffer (0 or 1) that is on the display or on its way to it.
    private var shown = 0
    private var damage: BufferDamage
    private var flip: FlipState
    private let bounds: PixelRect

    private var request = AtomicRequest()
    private var clips: [drm_clip_rect] = []
    private var clipSides: [Int32] = []
    private var takesClips = true
    private var marksDirty = true
    /// Refusals of the present method in a row, and answers that the display is busy.
    private var refusals = 0
    private var busyAnswers = 0

    /// After so many refusals in a row a method is given up.
    private static let refusalLimit = 3
    /// After so many busy answers in a row the mode is set anew: a display
    /// without a picture answers busy for ever.
    private static let busyLimit = 30

    init(
        descriptor: CInt, place: String, pipe: DisplayPipe, mode: DisplayMode, format: PixelFormat,
        first: consuming DumbBuffer, second: consuming DumbBuffer?, former: FormerPicture,
        bounds: PixelRect, method: FlipMethod, log: @escaping (String) -> Void
    ) {
        self.descriptor = descriptor
        self.place = place
        self.pipe = pipe
        self.mode = mode
        packer = PixelPacker(format)
        firstFramebuffer = first.framebuffer
        if let second {
            secondFramebuffer = second.framebuffer
            self.second = consume second
        } else {
            secondFramebuffer = firstFramebuffer
            self.second = nil
        }
        self.first = first
        self.former = former
        self.bounds = bounds
        self.method = method
        self.log = log
        damage = BufferDamage(bounds: bounds)
        flip = FlipState(crtc: pipe.crtc)
        clips.reserveCapacity(8)
        clipSides.reserveCapacity(32)
    }

    deinit {
        former.restore(descriptor: descriptor)
    }

    /// Whether a picture handed over now would be taken.
    var canPresent: Bool {
        !flip.isPending || !flip.isWaiting(at: systemMonotonicNanoseconds())
    }

    var isFlipPending: Bool { flip.isPending }

    /// A page flip with this tag ended.
    mutating func flipEnded(tag: UInt64) {
        flip.ended(tag: tag)
        if !flip.isPending { busyAnswers = 0 }
    }

    // MARK: - A picture

    mutating func present(
        _ surface: borrowing Surface, damage changed: Damage
    ) throws(OutputError) -> Presentation {
        guard surface.width == bounds.width, surface.height == bounds.height else {
            throw OutputError(.failed, call: "surface size", place: place)
        }
        damage.record(changed)
        let now = systemMonotonicNanoseconds()
        if flip.isWaiting(at: now) { return .busy }
        if flip.isPending { return try recoverLostFlip(surface) }
        if damage.isEverythingShown { return .shown }
        while true {
            let target = method == .inPlace || second == nil ? shown : 1 - shown
            draw(surface, into: target)
            do throws(SystemFailure) {
                try show(target, now: now)
                refusals = 0
                damage.shown()
                return .shown
            } catch {
                if let answer = try answer(to: error, target: target) { return answer }
            }
        }
    }

    /// What to do about a refused picture; nil to try again by another method.
    private mutating func answer(to failure: SystemFailure, target: Int) throws(OutputError) -> Presentation? {
        switch FlipRefusal(errno: failure.errno) {
        case .notMaster: throw OutputError(.notMaster, failure: failure, place: place)
        case .gone: throw OutputError(.gone, failure: failure, place: place)
        case .busy:
            busyAnswers += 1
            guard busyAnswers >= DisplayHead.busyLimit else { return .busy }
            busyAnswers = 0
            return try setModeAnew(target)
        case .lostPicture where method == .atomicFlip || method == .legacyFlip:
            return try setModeAnew(target)
        case .refused, .lostPicture:
            if takesClips, pipe.atomic?.damageClips != nil, method == .atomicFlip {
                takesClips = false
                log("\(place): changed parts refused (\(failure.call): \(systemErrorText(failure.errno))), "
                    + "going on with whole pictures")
                return nil
            }
            refusals += 1
            guard refusals >= DisplayHead.refusalLimit else { return .busy }
            guard let next = method.next else { throw OutputError(.failed, failure: failure, place: place) }
            refusals = 0
            log("\(place): \(method.name) refused (\(failure.call): \(systemErrorText(failure.errno))), "
                + "going on by \(next.name)")
            method = next
            return nil
        }
    }

    /// Brings a buffer up to date with the surface.
    private mutating func draw(_ surface: borrowing Surface, into buffer: Int) {
        for place in 0..<damage.missedCount(buffer) {
            let rect = damage.missed(buffer, place)
            if buffer == 0 {
                first.write(surface, rect, packer: packer)
            } else {
                second?.write(surface, rect, packer: packer)
            }
        }
        damage.caughtUp(buffer)
    }

    private func framebuffer(of buffer: Int) -> UInt32 {
        buffer == 0 ? firstFramebuffer : secondFramebuffer
    }

    // MARK: - Showing it

    private mutating func show(_ target: Int, now: Int64) throws(SystemFailure) {
        switch method {
        case .atomicFlip:
            guard let properties = pipe.atomic, let plane = pipe.plane else {
                throw SystemFailure(call: "DRM_IOCTL_MODE_ATOMIC", errno: EOPNOTSUPP)
            }
            let blob = clipsBlob(properties)
            // The commit takes what the blob holds; the id is not needed after it.
            defer { if blob != 0 { systemDestroyBlob(descriptor, blob) } }
            properties.flip(&request, plane: plane.id, framebuffer: framebuffer(of: target), clipsBlob: blob)
            try systemAtomicCommit(
                descriptor, request, flags: DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT,
                tag: flip.nextTag)
            flip.began(at: now)
        case .legacyFlip:
            try systemPageFlip(
                descriptor, pipe.crtc, framebuffer: framebuffer(of: target), tag: flip.nextTag)
            flip.began(at: now)
        case .setCRTC:
            try pipe.setLegacy(mode: mode, framebuffer: framebuffer(of: target), descriptor: descriptor)
        case .inPlace:
            try markDirty(target)
        }
        shown = target
    }

    /// The changed parts as the kernel's copy, or 0 where the driver does not want them.
    private mutating func clipsBlob(_ properties: AtomicProperties) -> UInt32 {
        guard takesClips, properties.damageClips != nil else { return 0 }
        clipSides.removeAll(keepingCapacity: true)
        for band in damage.unshownBands {
            clipSides.append(Int32(band.x))
            clipSides.append(Int32(band.y))
            clipSides.append(Int32(band.maxX))
            clipSides.append(Int32(band.maxY))
        }
        do {
            return try systemCreateBlob(descriptor, clipSides)
        } catch {
            return 0
        }
    }

    private mutating func markDirty(_ target: Int) throws(SystemFailure) {
        guard marksDirty else { return }
        clips.removeAll(keepingCapacity: true)
        for band in damage.unshownBands {
            clips.append(
                drm_clip_rect(
                    x1: UInt16(clamping: band.x), y1: UInt16(clamping: band.y),
                    x2: UInt16(clamping: band.maxX), y2: UInt16(clamping: band.maxY)))
        }
        do throws(SystemFailure) {
            try systemMarkDirty(descriptor, framebuffer: framebuffer(of: target), &clips)
        } catch {
            // Such a driver shows what is written without being told.
            guard FlipRefusal(errno: error.errno) == .refused else { throw error }
            marksDirty = false
        }
    }

    // MARK: - Recovery

    /// The event of a flip did not come in time: the mode is set anew with the newest picture.
    private mutating func recoverLostFlip(_ surface: borrowing Surface) throws(OutputError) -> Presentation {
        flip.lost()
        guard flip.losses < FlipState.lossLimit else {
            throw OutputError(
                .failed, call: "page flip", place: place,
                detail: "\(FlipState.lossLimit) page flips in a row did not end")
        }
        log("\(place): a page flip did not end; the mode is set anew")
        // Whatever was on its way may not be on the glass, also when the mode
        // cannot be set at once.
        damage.missEverything()
        let target = second == nil ? shown : 1 - shown
        draw(surface, into: target)
        return try setModeAnew(target)
    }

    private mutating func setModeAnew(_ target: Int) throws(OutputError) -> Presentation {
        do throws(SystemFailure) {
            let framebuffer = framebuffer(of: target)
            if method == .atomicFlip, let properties = pipe.atomic, let plane = pipe.plane {
                try pipe.setAtomically(
                    properties, plane: plane.id, mode: mode, framebuffer: framebuffer,
                    descriptor: descriptor)
            } else {
                try pipe.setLegacy(mode: mode, framebuffer: framebuffer, descriptor: descriptor)
            }
        } catch {
            switch FlipRefusal(errno: error.errno) {
            case .busy: return .busy
            case .notMaster: throw OutputError(.notMaster, failure: error, place: place)
            case .gone: throw OutputError(.gone, failure: error, place: place)
            case .lostPicture, .refused: throw OutputError(.failed, failure: error, place: place)
            }
        }
        flip.cancelled()
        shown = target
        damage.shown()
        return .shown
    }
}
