/// Looks at every display device of the machine without showing anything.
public enum OutputProbe {
    /// What there is, and what `run` would choose with these preferences.
    ///
    /// Works without any device. Cards are opened one after another and closed
    /// again; nothing on a screen changes.
    public static func report(preferences: DisplayPreferences = DisplayPreferences()) -> ProbeReport {
        let nodes = FramebufferNode.all() ?? []
        return report(
            DisplaySurvey(), nodes, nodes.compactMap { framebufferReport($0, preferences) }, preferences,
            selection: DisplaySelection.resolved(preferences.connectors), console: ConsoleRotation.current())
    }

    /// - Parameters:
    ///   - nodes: the framebuffer devices there are.
    ///   - framebuffers: what is known about those that are there.
    ///   - console: how the kernel turns its console.
    static func report(
        _ survey: DisplaySurvey, _ nodes: [FramebufferNode], _ framebuffers: [FramebufferReport],
        _ preferences: DisplayPreferences, selection: DisplaySelection, console: Orientation? = nil
    ) -> ProbeReport {
        let plan = DiscoveryPlan(
            survey, lit: [], preferences: preferences, selection: selection, console: console, now: 0)
        var report = ProbeReport(
            cards: [], framebuffers: framebuffers, choices: [], refusal: "",
            consoleRotation: console?.degrees)
        for (place, card) in survey.cards.enumerated() {
            report.cards.append(
                CardProbe(card: card, place: place, survey: survey, plan: plan).report(
                    preferences, selection, console))
        }
        for (place, framebuffer) in report.framebuffers.enumerated() {
            for node in nodes where node.path.utf8.elementsEqual(framebuffer.path.utf8) {
                report.framebuffers[place].deviceID = node.folder.name
                for card in survey.cards where card.folder == node.folder && !card.folder.path.isEmpty {
                    report.framebuffers[place].emulatedBy = card.path
                }
            }
        }
        for target in plan.targets where !target.crtcs.isEmpty {
            report.choices.append(choice(target, survey))
        }
        if report.choices.isEmpty { chooseFramebuffer(&report, survey, nodes, selection) }
        return report
    }

    private static func choice(_ target: DiscoveryPlan.Target, _ survey: DisplaySurvey) -> String {
        let card = survey.cards[target.place.card]
        let connector = card.connectors[target.place.connector]
        let text = "\(card.path) \(connector.record.name)"
        guard let mode = CardProbe.chosenMode(connector, target.wish) else { return text }
        return "\(text) \(connector.record.modes[mode].text)"
    }

    private static func chooseFramebuffer(
        _ report: inout ProbeReport, _ survey: DisplaySurvey, _ nodes: [FramebufferNode],
        _ selection: DisplaySelection
    ) {
        let usable = FramebufferPlan.usable(
            nodes, cards: survey.cards.map { ($0.folder, $0.refusal == nil ? .withoutDisplay : .useless) },
            selection: selection)
        for node in usable {
            for framebuffer in report.framebuffers
            where framebuffer.refusal.isEmpty && framebuffer.path.utf8.elementsEqual(node.path.utf8) {
                guard let record = framebuffer.record else { continue }
                report.choices = ["\(node.path) \(record.width)x\(record.height) \(framebuffer.format)"]
                return
            }
        }
        if survey.cards.isEmpty && report.framebuffers.isEmpty {
            report.refusal = "there is no display device: neither \(DisplayDevice.filesFolder)/card* nor "
                + "/dev/fb*; is the display driver loaded?"
        } else if survey.hasUsableCard {
            report.refusal =
                survey.candidates().isEmpty
                ? "no display is connected" : "no connected display is called as the settings want it"
        } else {
            report.refusal = "no device can show anything now"
        }
    }

    /// What a framebuffer device says about itself; nil when it is not there.
    static func framebufferReport(
        _ node: FramebufferNode, _ preferences: DisplayPreferences
    ) -> FramebufferReport? {
        var report = FramebufferReport(path: node.path, driver: "", record: nil, format: "", refusal: "")
        do throws(OutputError) {
            let device = try FramebufferDevice(path: node.path)
            report.driver = device.driver
            report.record = device.record
            do throws(FramebufferRefusal) {
                let told = try FramebufferGeometry(device.record).layout.format
                report.format = (preferences.formats.value(for: node.name) ?? told).name
            } catch {
                report.refusal = error.message
            }
        } catch {
            if error.reason == .noDevice { return nil }
            report.refusal = error.message
        }
        return report
    }
}
