import CDRM

/// Where the discovery finds a card again, for as long as it drives a display.
final class CardSlot {
    fileprivate(set) var card: DisplayCard?
}

/// What is remembered of a card beyond the time that it is open.
final class CardHistory {
    let path: String
    /// Whether a mode that the kernel only tested can be trusted to be taken later.
    var trustsTests = true

    init(path: String) {
        self.path = path
    }
}

/// An open card, shared by the displays it drives, and closed with the last of
/// them: the discovery does not keep it open.
@usableFromInline
final class DisplayCard {
    let device: DisplayDevice
    /// No other card that this discovery opens has the same number.
    let serial: UInt64
    /// Another program was let at the card; nothing is shown until it is taken back.
    private(set) var isLetGo = false
    /// Why nothing more can be done with it until it is opened anew.
    private(set) var trouble: OutputError?
    let history: CardHistory

    private let keeper: DescriptorKeeper?
    /// The name under which the keeper has the descriptor; nil when it has not.
    private var keptName: String?
    private var formerRun: FormerRun
    /// Whether every display of this run is lit.
    private var isComplete = false
    private var staysMaster = false
    private var slot: CardSlot?
    private var crtcs: [CRTCUse]
    private var tags: FlipTags
    private var events = [UInt8](repeating: 0, count: 1024)
    private var fruitlessReads = 0
    private var pauseEnd: Int64 = 0

    /// What a CRTC is used for.
    private struct CRTCUse {
        let id: UInt32
        /// The primary plane and the connector of the display it feeds, or 0.
        var plane: UInt32 = 0
        var connector: UInt32 = 0
        /// The key of the output that it feeds.
        var user: OutputKey?
        /// What it showed before this program.
        var former: FormerPicture?
        /// Whether the user has shown a picture.
        var hasPicture = false
        /// The user leaves it to a next one, without the former picture between.
        var isHandedOver = false
    }

    /// Reads in one go at most; a device cannot keep the program here.
    private static let readLimit = 16
    /// A descriptor that was called readable so often and gave nothing is broken.
    private static let fruitlessLimit = 100
    /// After this many it is not waited on for a while, in nanoseconds.
    private static let fruitlessPatience = 8
    private static let pause: Int64 = 100_000_000

    /// - Parameter kept: the descriptor of this card from a former run, if there is one.
    init(
        path: String, serial: UInt64, history: CardHistory, kept: KeptDescriptor? = nil,
        keeper: DescriptorKeeper? = nil
    ) throws(OutputError) {
        device = try DisplayDevice(path: path, opened: kept?.take())
        keptName = kept?.name
        formerRun = kept == nil ? FormerRun() : FormerRun(descriptor: device.descriptor)
        self.keeper = keeper
        self.serial = serial
        self.history = history
        crtcs = device.crtcs.map { CRTCUse(id: $0) }
        tags = FlipTags(crtcs: device.crtcs)
    }

    deinit {
        if let keptName { keeper?.forget(keptName) }
    }

    var descriptor: CInt { device.descriptor }
    var path: String { device.path }
    /// The number in the name of the device file; nil when there is none.
    var number: UInt32? {
        let name = DeviceFolder(path: path).name.utf8
        return name.starts(with: "card".utf8) ? UInt32(Substring(name.dropFirst(4))) : nil
    }

    /// Whether a display is driven by it.
    var isDriving: Bool {
        for crtc in crtcs where crtc.user != nil { return true }
        return false
    }

    // MARK: - Who uses what

    private func place(of crtc: UInt32) -> Int? {
        for place in crtcs.indices where crtcs[place].id == crtc { return place }
        return nil
    }

    /// The connectors of displays of this program.
    var usedConnectors: [UInt32] {
        var used: [UInt32] = []
        for crtc in crtcs where crtc.user != nil { used.append(crtc.connector) }
        return used
    }

    /// The primary planes of displays of this program, each with its CRTC.
    var usedPlanes: [(crtc: UInt32, plane: UInt32)] {
        var used: [(crtc: UInt32, plane: UInt32)] = []
        for crtc in crtcs where crtc.user != nil && crtc.plane != 0 { used.append((crtc.id, crtc.plane)) }
        return used
    }

    /// A CRTC feeds an output from now on.
    ///
    /// - Parameter former: what it showed; what an output before found there goes first.
    func use(_ pipe: DisplayPipe, by key: OutputKey, former: FormerPicture) {
        guard let place = place(of: pipe.crtc) else { return }
        // What a former run of the program showed is nothing to go back to.
        if crtcs[place].former == nil && !formerRun.made(former.framebuffer) { crtcs[place].former = former }
        if let keeper, keptName == nil {
            let name = DescriptorKeeper.name(serial: serial)
            keptName = name
            keeper.keep(descriptor, name)
        }
        crtcs[place].isHandedOver = false
        crtcs[place].user = key
        crtcs[place].hasPicture = false
        slot?.card = self
        crtcs[place].plane = pipe.plane?.id ?? 0
        crtcs[place].connector = pipe.connector
    }

    /// The card can be found there until its last display leaves.
    func stay(in slot: CardSlot) {
        slot.card = self
        self.slot = slot
    }

    /// The output of a CRTC makes way for another one, or for a mode anew:
    /// what was there before both stays to be set back by the last.
    func handOver(_ crtc: UInt32) {
        if let place = place(of: crtc) { crtcs[place].isHandedOver = true }
    }

    /// An output leaves its CRTC; what it has to set back now, if anything.
    func leave(_ crtc: UInt32, _ key: OutputKey) -> FormerPicture? {
        guard let place = place(of: crtc), crtcs[place].user == key else { return nil }
        crtcs[place].user = nil
        crtcs[place].plane = 0
        crtcs[place].connector = 0
        if !isDriving { slot?.card = nil }
        if crtcs[place].isHandedOver { return nil }
        let former = crtcs[place].former
        crtcs[place].former = nil
        return former
    }

    /// Sets back what was shown before on CRTCs that were handed over and
    /// found nobody to take them.
    func restoreAbandoned() {
        for place in crtcs.indices where crtcs[place].isHandedOver && crtcs[place].user == nil {
            crtcs[place].isHandedOver = false
            crtcs[place].former?.restore(descriptor: descriptor, except: usedConnectors)
            crtcs[place].former = nil
        }
    }

    /// A picture of this run is on the glass: those of a former run that it
    /// replaced are freed.
    func replacedPicture(on crtc: UInt32) {
        if let place = place(of: crtc) { crtcs[place].hasPicture = true }
        freeFormerPictures()
    }

    /// Every display of this run is lit: what a former run left on others goes
    /// once each has its first picture.
    func completed() {
        isComplete = true
        freeFormerPictures()
    }

    private func freeFormerPictures() {
        guard !formerRun.isOver else { return }
        let isUp = isComplete && !crtcs.contains { $0.user != nil && !$0.hasPicture }
        let looked = isUp ? crtcs.filter { $0.user != nil } : crtcs
        formerRun.removeHidden(descriptor: descriptor, crtcs: looked.map { $0.id })
    }

    // MARK: - Mastery

    /// Gives up being master; the picture stays.
    ///
    /// - Returns: false where the kernel forbids it: the program stays master
    ///   for as long as the card is open.
    func letGo() -> Bool {
        guard !isLetGo else { return !staysMaster }
        isLetGo = true
        do throws(SystemFailure) {
            try systemDisplayDropMaster(descriptor)
            staysMaster = false
        } catch {
            staysMaster = DisplayRefusal(errno: error.errno) == .notMaster
        }
        return !staysMaster
    }

    /// Becomes master again.
    func takeBack() throws(OutputError) {
        guard isLetGo else { return }
        do throws(SystemFailure) {
            if !staysMaster { try systemDisplayBecomeMaster(descriptor) }
        } catch {
            if DisplayRefusal(errno: error.errno) == .gone {
                throw OutputError(.gone, failure: error, place: path)
            }
            throw OutputError(.notMaster, failure: error, place: path)
        }
        isLetGo = false
    }

    // MARK: - Flips

    /// What to wait on for events; nil for a moment after it was readable
    /// several times and gave nothing.
    var eventDescriptor: CInt? {
        pauseEnd == 0 || systemMonotonicNanoseconds() >= pauseEnd ? descriptor : nil
    }

    /// A tag that no flip of this card had before.
    func nextTag(_ crtc: UInt32) -> UInt64 { tags.next(crtc) }

    /// The tag of the last flip of a CRTC that ended; 0 before the first.
    func endedTag(_ crtc: UInt32) -> UInt64 { tags.lastEnded(crtc) }

    /// Takes the events that wait; never blocks.
    func readEvents() throws(OutputError) {
        try check()
        var total = 0
        for _ in 0..<DisplayCard.readLimit {
            let count: Int
            do throws(SystemFailure) {
                count = try systemRead(descriptor, into: &events)
            } catch {
                if DisplayRefusal(errno: error.errno) == .busy { break }
                throw fail(OutputError(.gone, failure: error, place: path))
            }
            if count <= 0 { break }
            total += count
            FlipEvents.completedTags(in: events, count: count) { tags.ended($0) }
        }
        // The descriptor of a removed device is readable for ever and gives nothing.
        guard systemDisplayIsPresent(descriptor) else {
            throw fail(
                OutputError(.gone, call: "DRM_IOCTL_GET_CAP", place: path, detail: "it does not answer any more"))
        }
        fruitlessReads = total > 0 ? 0 : fruitlessReads + 1
        pauseEnd =
            fruitlessReads < DisplayCard.fruitlessPatience
            ? 0 : systemMonotonicNanoseconds() + DisplayCard.pause
        if fruitlessReads > DisplayCard.fruitlessLimit {
            throw fail(OutputError(.failed, call: "poll", place: path, detail: "it announces events and has none"))
        }
    }

    // MARK: - Trouble

    /// Throws what is known to be wrong with the card.
    func check() throws(OutputError) {
        if let trouble { throw trouble }
    }

    /// The card is of no use any more until it is opened anew; the error, for throwing.
    func fail(_ error: OutputError) -> OutputError {
        if trouble == nil {
            trouble = error
            // Who opens it anew is its master then.
            try? systemDisplayDropMaster(descriptor)
        }
        return error
    }
}
