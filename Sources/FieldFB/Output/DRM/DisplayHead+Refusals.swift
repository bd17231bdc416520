import CDRM

/// What a lit display does when the kernel refuses a picture: the second
/// column of the table of `DisplayRefusal`.
extension DisplayHead {
    /// After so many refusals in a row a method is given up.
    private static let refusalLimit = 3
    /// After so many busy answers in a row the mode is set anew: a display
    /// without a picture answers busy for ever.
    private static let busyLimit = 30
    /// After so many mode sets that did not help the card is opened anew.
    private static let modeSetLimit = 3

    /// What to do about a refused picture; nil to try again by another method.
    mutating func answer(to failure: SystemFailure, target: Int) throws(OutputError) -> Presentation? {
        switch DisplayRefusal(errno: failure.errno) {
        case .notMaster: throw OutputError(.notMaster, failure: failure, place: place)
        case .gone: throw card.fail(OutputError(.gone, failure: failure, place: place))
        case .busy, .noMemory:
            busyAnswers += 1
            guard busyAnswers >= DisplayHead.busyLimit else { return .busy }
            busyAnswers = 0
            try countModeSet(OutputError(.failed, failure: failure, place: place))
            return try setMode(target)
        case .lostPicture where method == .atomicFlip || method == .legacyFlip:
            try countModeSet(OutputError(.failed, failure: failure, place: place))
            return try setMode(target)
        case .refused, .lostPicture:
            if takesClips, pipe.atomic?.damageClips != nil, method == .atomicFlip {
                takesClips = false
                log("\(place): changed parts refused (\(failure.call): \(systemErrorText(failure.errno))), "
                    + "going on with whole pictures")
                return nil
            }
            refusals += 1
            guard refusals >= DisplayHead.refusalLimit else { return .busy }
            guard let next = method.next else {
                throw card.fail(OutputError(.failed, failure: failure, place: place))
            }
            refusals = 0
            log("\(place): \(method.name) refused (\(failure.call): \(systemErrorText(failure.errno))), "
                + "going on by \(next.name)")
            method = next
            return nil
        }
    }

    /// A mode set that became necessary; too many without a flip that ended in
    /// between mean that the card has to be opened anew.
    private mutating func countModeSet(_ error: OutputError) throws(OutputError) {
        fruitlessModeSets += 1
        if fruitlessModeSets > DisplayHead.modeSetLimit { throw card.fail(error) }
    }

    /// The event of a flip did not come in time: the mode is set anew with the newest picture.
    mutating func flipLost() throws(OutputError) {
        flip.lost()
        guard flip.losses < FlipState.lossLimit else {
            throw card.fail(
                OutputError(
                    .failed, call: "page flip", place: place,
                    detail: "\(FlipState.lossLimit) page flips in a row did not end"))
        }
        log("\(place): a page flip did not end; the mode is set anew")
        // Whatever was on its way may not be on the glass, also when the mode
        // cannot be set at once.
        repaint()
    }

    /// Sets the mode, with the picture in a buffer.
    ///
    /// The picture is owed once more then: some hardware clears the memory when
    /// a mode is set.
    mutating func setMode(_ target: Int) throws(OutputError) -> Presentation {
        let framebuffer = framebuffer(of: target)
        let descriptor = card.descriptor
        do throws(SystemFailure) {
            if method == .atomicFlip, let properties = pipe.atomic, let plane = pipe.plane {
                try pipe.setAtomically(
                    properties, plane: plane.id, mode: mode, framebuffer: framebuffer, descriptor: descriptor)
            } else {
                try pipe.setLegacy(mode: mode, framebuffer: framebuffer, descriptor: descriptor)
            }
        } catch {
            switch DisplayRefusal(errno: error.errno) {
            case .busy, .noMemory:
                busyAnswers += 1
                needsModeSet = true
                if busyAnswers >= DisplayHead.busyLimit {
                    busyAnswers = 0
                    try countModeSet(OutputError(.failed, failure: error, place: place))
                }
                return .busy
            case .notMaster: throw OutputError(.notMaster, failure: error, place: place)
            case .gone: throw card.fail(OutputError(.gone, failure: error, place: place))
            case .lostPicture, .refused:
                // What the test said was not true: the next time modes are set and not tested.
                card.history.trustsTests = false
                throw OutputError(.failed, failure: error, place: place)
            }
        }
        if needsModeSet { pipe.clearAbove(descriptor: descriptor) }
        needsModeSet = false
        flip.cancelled()
        shown(target)
        damage.missEverything()
        return .busy
    }
}
