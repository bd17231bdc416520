/// What `probe` tells about a card.
struct CardProbe {
    let card: DisplaySurvey.Card
    let place: Int
    let survey: DisplaySurvey
    /// What `run` would do.
    let plan: DiscoveryPlan

    func report(
        _ preferences: DisplayPreferences, _ selection: DisplaySelection, _ console: Orientation?
    ) -> CardReport {
        let console = survey.knowsOrientation ? nil : console
        var connectors: [ConnectorReport] = []
        for (number, connector) in card.connectors.enumerated() {
            let target = plan.targets.first { $0.place.card == place && $0.place.connector == number }
            let wish = DisplayWish(
                preferences, connector: connector.record.name, panel: connector.orientation, console: console)
            var report = self.report(connector, wish, crtc: target?.crtcs.first ?? 0)
            report.refusal = refusal(of: connector, target, selection)
            // Of what is not used nothing is chosen.
            if !report.refusal.isEmpty {
                for mode in report.modes.indices { report.modes[mode].isChosen = false }
                (report.suggestedScale, report.chosenFormat) = (0, "")
            }
            connectors.append(report)
        }
        return CardReport(
            path: card.path, deviceID: card.folder.name, driver: card.driver,
            driverVersion: card.driverVersion, isAtomic: card.isAtomic,
            hasMonotonicStamps: card.hasMonotonicStamps, preferredDepth: card.preferredDepth,
            isFree: card.isFree, crtcs: card.crtcs, connectors: connectors,
            refusal: survey.refusal(of: card) ?? "")
    }

    private func refusal(
        of connector: DisplaySurvey.Connector, _ target: DiscoveryPlan.Target?, _ selection: DisplaySelection
    ) -> String {
        if let target { return target.crtcs.isEmpty ? "no CRTC is left to feed it" : "" }
        if connector.worth == .none {
            return DisplayChoice.refusal(of: connector.record, isDesktop: connector.isDesktop)
        }
        let name = connector.record.name
        if !selection.includes(path: card.path, device: card.folder.name, connector: name) {
            return "the settings name other connectors"
        }
        return "it cannot tell whether a display is connected, and another connector has one"
    }

    /// The place of the mode that would be tried first.
    static func chosenMode(_ connector: DisplaySurvey.Connector, _ wish: DisplayWish) -> Int? {
        ModeChoice.order(connector.record.modes, wanted: wish.mode, current: connector.current).first
    }

    private func report(
        _ connector: DisplaySurvey.Connector, _ wish: DisplayWish, crtc: UInt32
    ) -> ConnectorReport {
        let record = connector.record
        let state: String
        switch record.state {
        case .connected: state = "connected"
        case .disconnected: state = "disconnected"
        case .unknown: state = "unknown"
        }
        let chosen = connector.worth == .none ? nil : CardProbe.chosenMode(connector, wish)
        let scale = chosen.map {
            DisplayScale.suggested(
                width: record.modes[$0].width, height: record.modes[$0].height,
                widthMillimetres: record.size.widthMillimetres,
                heightMillimetres: record.size.heightMillimetres)
        }
        let formats = DisplayChoice.formats(
            offered: connector.formats, preferredDepth: card.preferredDepth, connectorType: record.type,
            wanted: wish.format)
        return ConnectorReport(
            name: record.name, state: state, widthMillimetres: max(0, record.size.widthMillimetres),
            heightMillimetres: max(0, record.size.heightMillimetres),
            panelRotation: connector.orientation?.degrees, rotation: wish.orientation.degrees,
            suggestedScale: scale ?? 0, currentCRTC: connector.currentCRTC,
            possibleCRTCs: DisplayChoice.crtcs(current: 0, masks: connector.masks, crtcs: card.crtcs),
            chosenCRTC: crtc, modes: modes(connector, chosen: chosen),
            formats: connector.formats.map { CardProbe.formatName($0) },
            chosenFormat: chosen == nil ? "" : formats.first?.name ?? "", refusal: "")
    }

    private func modes(_ connector: DisplaySurvey.Connector, chosen: Int?) -> [ModeReport] {
        var modes: [ModeReport] = []
        for (place, mode) in connector.record.modes.enumerated() {
            modes.append(
                ModeReport(
                    text: mode.text, width: mode.width, height: mode.height,
                    refreshMillihertz: mode.refreshMillihertz, isPreferred: mode.isPreferred,
                    isInterlaced: mode.isInterlaced, isDoubleScan: mode.isDoubleScan,
                    isCurrent: connector.current.map { mode.isSame(as: $0) } ?? false,
                    isChosen: place == chosen))
        }
        return modes
    }

    private static func formatName(_ code: UInt32) -> String {
        for entry in PixelFormat.named where entry.code == code { return entry.name }
        return PixelFormat.letters(of: code)
    }
}
