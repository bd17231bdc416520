/// Cards and framebuffer devices: looks, plans, and does what the plan says.
extension OutputDiscovery {
    /// What became of each card of a look.
    private struct CardOutcome {
        let folder: DeviceFolder
        var state: FramebufferPlan.CardState
        var error: OutputError?
    }

    mutating func updateDisplays(
        _ now: Int64, usingFramebuffer: Bool, _ lost: (OutputKey) -> Void, _ stale: (OutputKey) -> Void,
        _ found: (consuming Output) -> Void
    ) -> (DiscoverySchedule.Outcome, Int64?) {
        let (survey, open) = look()
        let plan = DiscoveryPlan(
            survey, lit: lit, preferences: preferences,
            selection: DisplaySelection.resolved(preferences.connectors),
            console: ConsoleRotation.current(), now: now)
        letGo(of: plan, lost)
        lit = plan.lit
        for key in plan.stale { stale(key) }
        var outcomes = survey.cards.map { card in
            CardOutcome(
                folder: card.folder, state: card.refusal == nil ? .withoutDisplay : .useless,
                error: card.refusal)
        }
        for target in plan.targets {
            let card = target.place.card
            // Another program drives it: the next display would be refused as well.
            guard outcomes[card].state != .ofAnother, let opened = open[card], !opened.isLetGo else { continue }
            if target.crtcs.isEmpty {
                // Nothing but another display that goes away helps: no reason to look again.
                let name = survey.cards[card].connectors[target.place.connector].record.name
                say("\(opened.path) \(name): no CRTC is left to feed it")
                continue
            }
            light(target, opened, survey, &outcomes[card], lost, found)
        }
        for card in open { card?.restoreAbandoned() }
        for display in lit {
            for (place, card) in survey.cards.enumerated() where card.serial == display.card {
                outcomes[place].state = .lit
            }
        }
        forgetKept()
        slots = []
        for card in open {
            guard let card, card.isDriving else { continue }
            let slot = CardSlot()
            card.stay(in: slot)
            slots.append(slot)
        }
        trouble = failure(survey, outcomes)
        if usingFramebuffer, outcomes.allSatisfy({ $0.state != .lit }) {
            let before = trouble
            if updateFramebuffer(outcomes.map { ($0.folder, $0.state) }, lost, found) == .complete {
                if let before, before.reason != .noDevice { say("not used: \(before.finding)") }
                trouble = before?.reason == .noDevice ? nil : before
                return (trouble == nil ? .complete : .partial, plan.deadline)
            }
            if let before, before.reason != .noDevice {
                trouble = before
            } else if trouble?.reason == .noDevice {
                trouble = OutputError(
                    .noDevice, call: "opendir", place: DisplayDevice.filesFolder,
                    detail: "there is neither a DRM device nor a framebuffer device")
            }
        }
        if outcomes.contains(where: { $0.state == .ofAnother }) { return (.waiting, plan.deadline) }
        if lit.isEmpty { return (.nothing, plan.deadline) }
        let isComplete = trouble == nil && !survey.cards.contains { $0.isIncomplete }
        if isComplete { for card in open { card?.completed() } }
        return (isComplete ? .complete : .partial, plan.deadline)
    }

    /// Looks at every card: at those in use through the descriptor that drives
    /// them, at others by opening them.
    private mutating func look() -> (DisplaySurvey, [DisplayCard?]) {
        var seen: [DisplaySurvey.Card] = []
        var open: [DisplayCard?] = []
        for path in devicePaths() {
            do throws(OutputError) {
                let card = try card(path)
                seen.append(DisplaySurvey.examine(card))
                open.append(card)
            } catch {
                seen.append(DisplaySurvey.refused(path, error))
                open.append(nil)
            }
        }
        return (DisplaySurvey(cards: seen), open)
    }

    /// The device files there are, and those that are gone while their device is
    /// not: a daemon that was started in an initramfs cannot see /dev any more.
    private func devicePaths() -> [String] {
        guard var paths = DisplayDevice.paths() else { return slots.compactMap { $0.card?.path } }
        for slot in slots {
            guard let card = slot.card, systemDisplayIsPresent(card.descriptor),
                !paths.contains(where: { $0.utf8.elementsEqual(card.path.utf8) })
            else { continue }
            paths.append(card.path)
        }
        return paths
    }

    /// The card of a device file: the one in use, unless it is of no use any more.
    private mutating func card(_ path: String) throws(OutputError) -> DisplayCard {
        for slot in slots {
            guard let card = slot.card, card.path.utf8.elementsEqual(path.utf8), card.trouble == nil,
                systemDisplayIsPresent(card.descriptor)
            else { continue }
            return card
        }
        let taken = takeKept(path)
        do throws(OutputError) {
            return try DisplayCard(
                path: path, serial: newCardNumber(), history: history(path), kept: taken, keeper: keeper)
        } catch {
            if let taken { keeper?.forget(taken.name) }
            throw error
        }
    }

    /// The descriptor of a card that a former run left, unless the card is gone.
    private mutating func takeKept(_ path: String) -> KeptDescriptor? {
        for place in kept.indices {
            guard let number = kept[place].number, systemIsDevice(number, path), systemDisplayIsPresent(number)
            else { continue }
            return kept.remove(at: place)
        }
        return nil
    }

    private mutating func history(_ path: String) -> CardHistory {
        for history in histories where history.path.utf8.elementsEqual(path.utf8) { return history }
        let history = CardHistory(path: path)
        histories.append(history)
        return history
    }

    /// Has displays closed that are not to be lit any more. The card of one
    /// that is lit again at once keeps what was there before both.
    private mutating func letGo(of plan: DiscoveryPlan, _ lost: (OutputKey) -> Void) {
        for loss in plan.lost {
            if loss.isRelit, let display = lit.first(where: { $0.key == loss.key }) {
                for slot in slots where slot.card?.serial == display.card {
                    slot.card?.handOver(display.crtc)
                }
            }
            lost(loss.key)
        }
    }

    private mutating func light(
        _ target: DiscoveryPlan.Target, _ card: DisplayCard, _ survey: DisplaySurvey,
        _ outcome: inout CardOutcome, _ lost: (OutputKey) -> Void, _ found: (consuming Output) -> Void
    ) {
        let connector = survey.cards[target.place.card].connectors[target.place.connector]
        let key = newKey()
        let lighting = DisplayLighting(
            card: card, connector: connector, key: key, wish: target.wish, log: log)
        do throws(OutputError) {
            let head = try lighting.light(from: target.crtcs)
            if let used = framebuffer {
                lost(used.key)
                framebuffer = nil
            }
            lit.append(
                LitDisplay(
                    key: key, card: card.serial, connector: connector.record.id, crtc: head.pipe.crtc,
                    modes: connector.record.modes, mode: head.mode, wish: target.wish))
            outcome.state = .lit
            hand(.drm(head), key, found)
        } catch {
            if outcome.error == nil { outcome.error = error }
            if outcome.state != .lit { outcome.state = error.reason == .notMaster ? .ofAnother : .useless }
            say(error.message)
        }
    }

    /// Why not everything, or nothing, is lit.
    private func failure(_ survey: DisplaySurvey, _ outcomes: [CardOutcome]) -> OutputError? {
        for outcome in outcomes {
            if let error = outcome.error, error.reason == .notMaster { return error }
        }
        for (card, outcome) in zip(survey.cards, outcomes) {
            // A card without displays is no trouble where another one has some.
            if let error = outcome.error, card.refusal == nil || lit.isEmpty && error.reason == .permission {
                return error
            }
        }
        if !lit.isEmpty { return nil }
        guard !survey.cards.isEmpty else {
            return OutputError(
                .noDevice, call: "opendir", place: DisplayDevice.filesFolder, detail: "there is no DRM device")
        }
        if !preferences.connectors.isEmpty, !survey.candidates().isEmpty {
            return OutputError(
                .noDisplay, call: "connectors", place: preferences.connectors[0],
                detail: "no connected display is called so")
        }
        var detail = ""
        for card in survey.cards {
            if let refusal = survey.refusal(of: card) { detail += detail.isEmpty ? refusal : "; \(refusal)" }
        }
        return OutputError(
            survey.hasUsableCard ? .noDisplay : .unsuitable, call: "connectors",
            place: DisplayDevice.filesFolder, detail: detail)
    }

    // MARK: - The framebuffer device

    /// Uses the first framebuffer device that may be used and works.
    mutating func updateFramebuffer(
        _ cards: [(folder: DeviceFolder, state: FramebufferPlan.CardState)], _ lost: (OutputKey) -> Void,
        _ found: (consuming Output) -> Void
    ) -> DiscoverySchedule.Outcome {
        let nodes = FramebufferPlan.usable(
            FramebufferNode.all() ?? framebuffer.map { [$0.node] } ?? [], cards: cards,
            selection: DisplaySelection.resolved(preferences.connectors))
        if let used = framebuffer {
            if nodes.contains(used.node), used.wish == wish(for: used.node) { return .complete }
            lost(used.key)
            framebuffer = nil
            forgetClosed()
        }
        trouble = OutputError(
            .noDevice, call: "opendir", place: "/sys/class/graphics", detail: "there is no framebuffer device")
        for node in nodes {
            let wish = wish(for: node)
            do throws(OutputError) {
                let output = try FramebufferOutput.open(
                    path: node.path, format: wish.format, orientation: wish.orientation, log: log)
                let key = newKey()
                framebuffer = (node, key, wish)
                trouble = nil
                hand(.framebuffer(output), key, found)
                return .complete
            } catch {
                trouble = error
            }
        }
        return .nothing
    }

    private func wish(for node: FramebufferNode) -> DisplayWish {
        DisplayWish(preferences, connector: node.name, panel: nil, console: ConsoleRotation.current())
    }
}
