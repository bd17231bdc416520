/// Looks at every display device of the machine without showing anything.
public enum OutputProbe {
    /// What there is, and what `run` would choose with these preferences.
    ///
    /// Works without any device. Cards are opened one after another and closed
    /// again; nothing on a screen changes.
    public static func report(preferences: DisplayPreferences = DisplayPreferences()) -> ProbeReport {
        report(
            DisplaySurvey(), framebufferReport(OutputOpening.framebufferPath), preferences,
            isFramebufferOfDRM: OutputOpening.isFramebufferOfDRM)
    }

    /// - Parameter isFramebufferOfDRM: whether the framebuffer device shows on
    ///   the displays of a card, so that it has none either when the card lacks one.
    static func report(
        _ survey: DisplaySurvey, _ framebuffer: FramebufferReport?, _ preferences: DisplayPreferences,
        isFramebufferOfDRM: Bool = false
    ) -> ProbeReport {
        var report = ProbeReport(
            cards: survey.cards.map { card($0, survey, preferences) }, framebuffer: framebuffer,
            choice: nil, refusal: "")
        if let best = survey.candidates(connector: preferences.connector).first {
            let card = survey.cards[best.card]
            let connector = card.connectors[best.connector]
            report.choice = "\(card.path) \(connector.record.name)"
            if let mode = chosenMode(connector, preferences) {
                report.choice? += " \(connector.record.modes[mode].text)"
            }
        } else if survey.hasUsableCard && isFramebufferOfDRM {
            report.refusal = "no display is connected"
        } else if let framebuffer, let record = framebuffer.record, framebuffer.refusal.isEmpty {
            report.choice = "\(framebuffer.path) \(record.width)x\(record.height) \(framebuffer.format)"
        } else if survey.cards.isEmpty && framebuffer == nil {
            report.refusal = "there is no display device: neither \(DisplayDevice.folder)/card* nor "
                + "\(OutputOpening.framebufferPath); is the display driver loaded?"
        } else {
            report.refusal = "no device can show anything now"
        }
        return report
    }

    private static func chosenMode(
        _ connector: DisplaySurvey.Connector, _ preferences: DisplayPreferences
    ) -> Int? {
        ModeChoice.order(
            connector.record.modes, wanted: preferences.mode, current: connector.current
        ).first
    }

    private static func card(
        _ card: DisplaySurvey.Card, _ survey: DisplaySurvey, _ preferences: DisplayPreferences
    ) -> CardReport {
        CardReport(
            path: card.path, driver: card.driver, driverVersion: card.driverVersion,
            isAtomic: card.isAtomic, preferredDepth: card.preferredDepth,
            connectors: card.connectors.map { connector($0, preferences) },
            refusal: survey.refusal(of: card) ?? "")
    }

    private static func connector(
        _ connector: DisplaySurvey.Connector, _ preferences: DisplayPreferences
    ) -> ConnectorReport {
        let record = connector.record
        let state: String
        switch record.state {
        case .connected: state = "connected"
        case .disconnected: state = "disconnected"
        case .unknown: state = "unknown"
        }
        let chosen = connector.worth == .none ? nil : chosenMode(connector, preferences)
        var modes: [ModeReport] = []
        for (place, mode) in record.modes.enumerated() {
            modes.append(
                ModeReport(
                    text: mode.text, width: mode.width, height: mode.height,
                    refreshMillihertz: mode.refreshMillihertz, isPreferred: mode.isPreferred,
                    isInterlaced: mode.isInterlaced, isDoubleScan: mode.isDoubleScan,
                    isCurrent: connector.current.map { mode.isSame(as: $0) } ?? false,
                    isChosen: place == chosen))
        }
        return ConnectorReport(
            name: record.name, state: state,
            widthMillimetres: max(0, record.widthMillimetres),
            heightMillimetres: max(0, record.heightMillimetres), modes: modes,
            formats: connector.formats.map { formatName($0) },
            refusal: connector.worth == .none
                ? DisplayChoice.refusal(of: record, isDesktop: connector.isDesktop) : "")
    }

    private static func formatName(_ code: UInt32) -> String {
        for entry in PixelFormat.named where entry.code == code { return entry.name }
        return PixelFormat.letters(of: code)
    }

    static func framebufferReport(_ path: String) -> FramebufferReport? {
        var report = FramebufferReport(path: path, driver: "", record: nil, format: "", refusal: "")
        do throws(OutputError) {
            let device = try FramebufferDevice(path: path)
            report.driver = device.driver
            report.record = device.record
            do throws(FramebufferRefusal) {
                report.format = try FramebufferGeometry(device.record).layout.format.name
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
