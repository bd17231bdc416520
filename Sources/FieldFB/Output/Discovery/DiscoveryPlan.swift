/// What is to be done, after a look at everything there is: a function of
/// values alone.
struct DiscoveryPlan: Sendable {
    struct Loss: Equatable, Sendable {
        let key: OutputKey
        /// It is lit again at once, in another way or from another CRTC.
        let isRelit: Bool
    }

    struct Target: Equatable, Sendable {
        let place: DisplaySurvey.Candidate
        /// CRTCs to try, best first; empty when none is left for it.
        let crtcs: [UInt32]
        let wish: DisplayWish
    }

    /// A plug has to be out for so long before it counts, in nanoseconds.
    static let confirmation: Int64 = 1_000_000_000
    /// A display is shown anew so often at most, in nanoseconds: twice as seldom
    /// each time, down to once in half a minute. A plug that does not sit well,
    /// or a mode set that itself makes the kernel tell of a plug, must not make
    /// it flicker for ever.
    static let repaintPause: Int64 = 1_000_000_000
    private static let longestPauses = 5
    /// After so long without, it is as at first.
    static let repaintCalm: Int64 = 60_000_000_000

    /// Displays to be let go of.
    private(set) var lost: [Loss] = []
    /// Displays whose picture is to be shown anew by a mode set.
    private(set) var stale: [OutputKey] = []
    /// Connectors to be lit, the most important first.
    private(set) var targets: [Target] = []
    /// When to look again, though nothing happens.
    private(set) var deadline: Int64?
    /// What is lit and stays lit.
    private(set) var lit: [LitDisplay] = []

    /// - Parameters:
    ///   - lit: the displays that are lit.
    ///   - selection: those that are wanted.
    ///   - console: how the kernel turns its console, if anybody knows.
    init(
        _ survey: DisplaySurvey, lit: [LitDisplay], preferences: DisplayPreferences,
        selection: DisplaySelection, console: Orientation? = nil, now: Int64
    ) {
        let console = survey.knowsOrientation ? nil : console
        let candidates = survey.candidates(selection)
        var served: [(place: DisplaySurvey.Candidate, display: LitDisplay)] = []
        for display in lit {
            guard let card = survey.cards.firstIndex(where: { $0.serial == display.card && $0.serial != 0 }),
                survey.cards[card].refusal?.reason != .gone
            else {
                lost.append(Loss(key: display.key, isRelit: false))
                continue
            }
            // A card that does not answer now is not a card without displays.
            guard survey.cards[card].refusal == nil else {
                self.lit.append(display)
                continue
            }
            let place = survey.cards[card].connectors.firstIndex { $0.record.id == display.connector }
            let candidate = place.map { DisplaySurvey.Candidate(card: card, connector: $0) }
            if let candidate, candidates.contains(candidate) {
                served.append((candidate, display))
            } else if let candidate, survey.cards[card].connectors[candidate.connector].worth != .none {
                lost.append(Loss(key: display.key, isRelit: false))
            } else {
                wait(for: display, now: now)
            }
        }
        for card in survey.cards.indices {
            plan(card, survey, candidates.filter { $0.card == card }, served, preferences, console, now)
        }
        // Those that cannot know have their turn when it is certain that
        // nothing is connected.
        let isUncertain = self.lit.contains { $0.missingSince != nil }
        let found = targets
        targets = []
        for candidate in candidates {
            if isUncertain, survey.worth(of: candidate) != .connected { continue }
            targets += found.filter { $0.place == candidate }
        }
    }

    /// Nothing is plugged in: that counts only after a while.
    private mutating func wait(for display: LitDisplay, now: Int64) {
        var display = display
        let since = display.missingSince ?? now
        display.missingSince = since
        guard now - since < DiscoveryPlan.confirmation else {
            lost.append(Loss(key: display.key, isRelit: false))
            return
        }
        look(at: since + DiscoveryPlan.confirmation)
        lit.append(display)
    }

    private mutating func look(at moment: Int64) {
        deadline = min(deadline ?? moment, moment)
    }

    /// Decides about the connectors of one card.
    private mutating func plan(
        _ card: Int, _ survey: DisplaySurvey, _ candidates: [DisplaySurvey.Candidate],
        _ served: [(place: DisplaySurvey.Candidate, display: LitDisplay)],
        _ preferences: DisplayPreferences, _ console: Orientation?, _ now: Int64
    ) {
        let seen = survey.cards[card]
        // Those that wait for their plug keep their CRTCs.
        var held: [UInt32] = []
        for display in lit where display.card == seen.serial { held.append(display.crtc) }
        let needs = candidates.map { candidate in
            let connector = seen.connectors[candidate.connector]
            let display = served.first { $0.place == candidate }?.display
            return CRTCAssignment.Need(
                lit: display?.crtc ?? 0, current: connector.currentCRTC, masks: connector.masks)
        }
        let assigned = CRTCAssignment.assign(needs, crtcs: seen.crtcs, held: held)
        let spoken = held + assigned.compactMap { $0 }
        for (rank, candidate) in candidates.enumerated() {
            let connector = seen.connectors[candidate.connector]
            let wish = DisplayWish(
                preferences, connector: connector.record.name, panel: connector.orientation, console: console)
            if let display = served.first(where: { $0.place == candidate })?.display {
                if assigned[rank] == display.crtc,
                    !DiscoveryPlan.needsOtherMode(display, connector.record.modes, wish)
                {
                    keep(display, connector.record.modes, now: now)
                    continue
                }
                lost.append(Loss(key: display.key, isRelit: true))
            }
            var crtcs: [UInt32] = []
            if let own = assigned[rank] { crtcs.append(own) }
            crtcs += DisplayChoice.crtcs(current: 0, masks: connector.masks, crtcs: seen.crtcs, taken: spoken)
            targets.append(Target(place: candidate, crtcs: crtcs, wish: wish))
        }
    }

    /// Whether a lit display has to be lit in another mode, or otherwise.
    static func needsOtherMode(_ display: LitDisplay, _ modes: [DisplayMode], _ wish: DisplayWish) -> Bool {
        if wish != display.wish { return true }
        if isSame(modes, display.modes) { return false }
        guard let best = ModeChoice.order(modes, wanted: wish.mode).first else { return false }
        return !modes[best].isSame(as: display.mode)
    }

    private static func isSame(_ modes: [DisplayMode], _ others: [DisplayMode]) -> Bool {
        modes.elementsEqual(others) { $0.isSame(as: $1) && $0.isPreferred == $1.isPreferred }
    }

    /// A display goes on, with a fresh picture when something was plugged in
    /// or may have been.
    private mutating func keep(_ display: LitDisplay, _ modes: [DisplayMode], now: Int64) {
        var display = display
        if display.missingSince != nil || !DiscoveryPlan.isSame(modes, display.modes) {
            display.isReplugged = true
        }
        display.missingSince = nil
        display.modes = modes
        if display.isReplugged {
            let last = display.repainted ?? .min / 2
            if now - last > DiscoveryPlan.repaintCalm { display.repaintCount = 0 }
            let next = last + DiscoveryPlan.repaintPause << Int64(display.repaintCount)
            if now >= next {
                stale.append(display.key)
                display.isReplugged = false
                if display.repainted != nil {
                    display.repaintCount = min(display.repaintCount + 1, DiscoveryPlan.longestPauses)
                }
                display.repainted = now
            } else {
                look(at: next)
            }
        }
        lit.append(display)
    }
}
