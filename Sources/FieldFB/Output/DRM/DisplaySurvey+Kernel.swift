import CDRM

/// Looking at the devices of the machine.
extension DisplaySurvey {
    /// Looks at cards that are opened for it and closed again.
    init(paths: [String] = DisplayDevice.paths() ?? []) {
        var cards: [Card] = []
        for path in paths {
            do throws(OutputError) {
                let open = try DisplayCard(path: path, serial: 0, history: CardHistory(path: path))
                var card = DisplaySurvey.examine(open)
                // Who opened it first is its master, and is told so.
                card.isFree = (try? systemDisplayBecomeMaster(open.descriptor)) != nil
                cards.append(card)
            } catch {
                cards.append(DisplaySurvey.refused(path, error))
            }
        }
        self.init(cards: cards)
    }

    /// What is known about a card that could not be opened.
    static func refused(_ path: String, _ error: OutputError) -> Card {
        var card = Card(path: path)
        card.folder = DeviceFolder.ofCard(path)
        card.refusal = error
        return card
    }

    /// Looks at an open card.
    static func examine(_ open: DisplayCard) -> Card {
        let descriptor = open.descriptor
        var card = Card(path: open.path)
        card.folder = open.device.folder
        card.serial = open.serial
        card.driver = open.device.driver
        card.driverVersion = open.device.driverVersion
        card.isAtomic = open.device.isAtomic
        card.hasMonotonicStamps = open.device.hasMonotonicStamps
        card.preferredDepth = open.device.preferredDepth
        card.crtcs = open.device.crtcs
        let ids: [UInt32]
        do throws(SystemFailure) {
            ids = try open.device.connectors()
        } catch {
            let isThere = systemDisplayIsPresent(descriptor)
            card.refusal = OutputError(isThere ? .failed : .gone, failure: error, place: open.path)
            return card
        }
        let planes = open.device.planes()
        for id in ids {
            do throws(SystemFailure) {
                let record = try systemDisplayConnector(descriptor, id, probing: true)
                let found = connector(record, open, planes)
                // An encoder that does not answer hides what could feed the connector.
                card.isIncomplete = card.isIncomplete || found.masks.count < record.encoders.count
                card.connectors.append(found)
            } catch {
                // One that is gone has no answer to wait for.
                card.isIncomplete = card.isIncomplete || error.errno != ENOENT
            }
        }
        return card
    }

    private static func connector(
        _ record: ConnectorRecord, _ open: DisplayCard, _ planes: [PlaneRecord]
    ) -> Connector {
        let isDesktop = open.device.isDesktop(record)
        let crtc = open.device.currentCRTC(of: record)
        var masks: [UInt32] = []
        for id in record.encoders {
            if let encoder = try? systemDisplayEncoder(open.descriptor, id) { masks.append(encoder.possible) }
        }
        let possible = DisplayChoice.crtcs(current: crtc, masks: masks, crtcs: open.device.crtcs)
        let formats =
            possible.first.flatMap {
                open.device.primaryPlane(of: $0, among: planes, used: open.usedPlanes)?.formats
            } ?? []
        return Connector(
            record: record, isDesktop: isDesktop,
            worth: DisplayChoice.worth(of: record, isDesktop: isDesktop),
            orientation: open.device.panelOrientation(of: record), currentCRTC: crtc,
            current: crtc == 0 ? nil : (try? systemDisplayCRTC(open.descriptor, crtc))?.mode, masks: masks,
            formats: formats)
    }
}
