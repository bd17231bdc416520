import CDRM

/// Lights a connector: tries modes and pixel formats until the kernel takes
/// one. What was on the display before stays until then.
struct DisplayLighting {
    let card: DisplayCard
    let connector: DisplaySurvey.Connector
    let key: OutputKey
    let wish: DisplayWish
    let log: (String) -> Void

    /// What may work a moment later is tried so often, with this pause in nanoseconds.
    private static let busyLimit = 3
    private static let busyPause: Int64 = 10_000_000
    /// A driver that takes its time to refuse is not asked for longer than
    /// this, in nanoseconds: requests wait meanwhile.
    private static let longest: Int64 = 2_000_000_000

    private var place: String { "\(card.path) \(connector.record.name)" }

    /// Lights the connector from the first of these CRTCs that works.
    func light(from crtcs: [UInt32]) throws(OutputError) -> DisplayHead {
        guard !crtcs.isEmpty else {
            throw OutputError(.unsuitable, call: "possible_crtcs", place: place, detail: "no CRTC is left to feed it")
        }
        let end = systemMonotonicNanoseconds() + DisplayLighting.longest
        var failure: OutputError?
        // Told only when something is lit in the end: a display that takes
        // nothing is tried again and again, and its error says enough.
        var refusals: [String] = []
        for crtc in crtcs {
            do throws(OutputError) {
                let head = try light(crtc, until: end, &refusals)
                for refusal in refusals { log(refusal) }
                tellUnmet(head.mode, head.packer.format)
                return head
            } catch {
                if error.reason == .notMaster || error.reason == .gone { throw error }
                failure = error
            }
        }
        throw failure ?? OutputError(.unsuitable, call: "possible_crtcs", place: place)
    }

    /// Says what a person asked for and did not get.
    private func tellUnmet(_ mode: DisplayMode, _ format: PixelFormat) {
        if let wanted = wish.mode, (wanted.width, wanted.height) != (mode.width, mode.height) {
            log("\(place): the mode \(wanted.width)x\(wanted.height) is not offered or not taken; "
                + "\(mode.text) instead")
        }
        if let wanted = wish.format, wanted != format {
            log("\(place): the format \(wanted.name) is not offered or not taken; \(format.name) instead")
        }
    }

    private func light(
        _ crtc: UInt32, until end: Int64, _ refusals: inout [String]
    ) throws(OutputError) -> DisplayHead {
        let record = (try? systemDisplayCRTC(card.descriptor, crtc))
            ?? CRTCRecord(id: crtc, framebuffer: 0, x: 0, y: 0, mode: nil, gammaSize: 0)
        let former = former(record)
        let pipe = DisplayPipe(card: card, connector: connector.record, crtc: record)
        let formats = DisplayChoice.formats(
            offered: pipe.plane?.formats ?? [], preferredDepth: card.device.preferredDepth,
            connectorType: connector.record.type, wanted: wish.format)
        let order = ModeChoice.order(
            connector.record.modes, wanted: wish.mode,
            current: connector.currentCRTC == crtc ? record.mode : nil)
        var ladder = LightingLadder(modes: order.map { connector.record.modes[$0] }, formats: formats)
        var last: SystemFailure?
        while last == nil || systemMonotonicNanoseconds() < end, let rung = ladder.next() {
            do throws(SystemFailure) {
                return try patiently(isFirst: ladder.isFirst, until: end) { () throws(SystemFailure) in
                    try light(rung, pipe, former)
                }
            } catch {
                switch DisplayRefusal(errno: error.errno) {
                case .notMaster: throw OutputError(.notMaster, failure: error, place: place)
                case .gone where !systemDisplayIsPresent(card.descriptor):
                    throw card.fail(OutputError(.gone, failure: error, place: place))
                case .noMemory: ladder.lackedMemory()
                case .gone, .busy, .lostPicture, .refused: break
                }
                refusals.append(
                    "\(place): \(rung.mode.text) in \(rung.format.name) refused "
                        + "(\(error.call): \(systemErrorText(error.errno)))")
                last = error
            }
        }
        if let last {
            throw OutputError(.unsuitable, failure: last, place: place, detail: "it took no mode and format")
        }
        throw OutputError(
            .unsuitable, call: "formats", place: place, detail: "none of its pixel formats can be drawn")
    }

    /// Tries one mode and format.
    private func light(
        _ rung: LightingLadder.Rung, _ pipe: DisplayPipe, _ former: FormerPicture
    ) throws(SystemFailure) -> DisplayHead {
        let first = try DumbBuffer(
            card: card, width: rung.mode.width, height: rung.mode.height, format: rung.format)
        let taken = try take(rung.mode, pipe, framebuffer: first.framebuffer)
        card.use(pipe, by: key, former: former)
        let second = secondBuffer(rung)
        let hasTwo: Bool
        switch second {
        case .some: hasTwo = true
        case .none: hasTwo = false
        }
        return DisplayHead(
            DisplayHead.Making(
                card: card, key: key, place: place, pipe: pipe, mode: rung.mode,
                format: rung.format.format, orientation: wish.orientation, glass: connector.record.size,
                bounds: turned(rung.bounds),
                method: !hasTwo ? .inPlace : taken == .legacy ? .legacyFlip : .atomicFlip,
                needsModeSet: taken == .tested, first: first, second: second),
            log: log)
    }

    /// Tries again what may work a moment later: a display that is busy, memory
    /// that is short. The best mode and format get a second chance in any case:
    /// what is taken instead stays.
    private func patiently(
        isFirst: Bool, until end: Int64, _ attempt: () throws(SystemFailure) -> DisplayHead
    ) throws(SystemFailure) -> DisplayHead {
        var attempts = 0
        while true {
            do throws(SystemFailure) {
                return try attempt()
            } catch {
                attempts += 1
                let limit: Int
                switch DisplayRefusal(errno: error.errno) {
                case .busy, .noMemory: limit = DisplayLighting.busyLimit
                case .refused, .lostPicture, .gone: limit = isFirst ? 2 : 1
                case .notMaster: limit = 1
                }
                guard attempts < limit, systemMonotonicNanoseconds() < end else { throw error }
                systemSleep(DisplayLighting.busyPause)
            }
        }
    }

    /// The picture as a person sees it, on glass of that size.
    private func turned(_ glass: PixelRect) -> PixelRect {
        guard wish.orientation.swapsSides else { return glass }
        return PixelRect(x: 0, y: 0, width: glass.height, height: glass.width) ?? glass
    }

    /// What a CRTC shows now, with all connectors that show it.
    private func former(_ record: CRTCRecord) -> FormerPicture {
        var showing: [UInt32] = []
        for id in (try? card.device.connectors()) ?? [] {
            guard let other = try? systemDisplayConnector(card.descriptor, id, probing: false),
                card.device.currentCRTC(of: other) == record.id
            else { continue }
            showing.append(id)
        }
        return FormerPicture(record, connectors: showing)
    }

    /// The second buffer, or nil when there is no memory for it.
    private func secondBuffer(_ rung: LightingLadder.Rung) -> DumbBuffer? {
        do throws(SystemFailure) {
            return try DumbBuffer(
                card: card, width: rung.mode.width, height: rung.mode.height, format: rung.format)
        } catch {
            log("\(place): no second buffer (\(error.call): \(systemErrorText(error.errno)))")
            return nil
        }
    }

    // MARK: - Taking a mode

    /// How a mode was taken.
    private enum Taken {
        /// The kernel tested it and would take it: it is set with the first
        /// picture, so that no empty one is seen before.
        case tested
        /// It was set by an atomic commit.
        case atomic
        /// It was set by the legacy call.
        case legacy
    }

    private func take(
        _ mode: DisplayMode, _ pipe: DisplayPipe, framebuffer: UInt32
    ) throws(SystemFailure) -> Taken {
        let descriptor = card.descriptor
        if let properties = pipe.atomic, let plane = pipe.plane {
            let onlyTesting = card.history.trustsTests
            do throws(SystemFailure) {
                try asMaster { () throws(SystemFailure) in
                    try pipe.setAtomically(
                        properties, plane: plane.id, mode: mode, framebuffer: framebuffer,
                        descriptor: descriptor, onlyTesting: onlyTesting)
                }
                if !onlyTesting { pipe.clearAbove(descriptor: descriptor) }
                return onlyTesting ? .tested : .atomic
            } catch {
                switch DisplayRefusal(errno: error.errno) {
                case .notMaster: throw error
                case .gone where !systemDisplayIsPresent(descriptor): throw error
                case .gone, .busy, .noMemory, .lostPicture, .refused: break
                }
            }
        }
        try asMaster { () throws(SystemFailure) in
            try pipe.setLegacy(mode: mode, framebuffer: framebuffer, descriptor: descriptor)
        }
        pipe.clearAbove(descriptor: descriptor)
        return .legacy
    }

    /// Makes a call that only the master of a device may make. The first to
    /// open a device is its master already, so mastery is only asked for when
    /// the call was refused for want of it.
    private func asMaster(_ call: () throws(SystemFailure) -> Void) throws(SystemFailure) {
        do throws(SystemFailure) {
            try call()
        } catch {
            guard DisplayRefusal(errno: error.errno) == .notMaster,
                (try? systemDisplayBecomeMaster(card.descriptor)) != nil
            else { throw error }
            try call()
        }
    }
}
