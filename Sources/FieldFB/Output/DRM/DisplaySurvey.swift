/// What there is to show something on: every card with every connector.
struct DisplaySurvey {
    /// A card, and why it cannot be used if that is so.
    struct Card {
        let path: String
        var driver = ""
        var driverVersion = ""
        var isAtomic = false
        var preferredDepth = 0
        var connectors: [Connector] = []
        var refusal: OutputError?
    }

    struct Connector {
        let record: ConnectorRecord
        let isDesktop: Bool
        let worth: DisplayChoice.Worth
        /// The mode in use, if any.
        let current: DisplayMode?
        /// Codes of the pixel formats of its primary plane; empty when nobody tells.
        let formats: [UInt32]
    }

    /// A connector to try.
    struct Candidate {
        let card: Int
        let connector: Int
    }

    let cards: [Card]

    /// Whether a card can be used that only lacks a display.
    var hasUsableCard: Bool {
        for card in cards where card.refusal == nil { return true }
        return false
    }

    /// Looks at every card. Each is closed again.
    init() {
        self.init(paths: DisplayDevice.paths())
    }

    init(paths: [String]) {
        var cards: [Card] = []
        for path in paths { cards.append(DisplaySurvey.examine(path)) }
        self.init(cards: cards)
    }

    init(cards: [Card]) {
        self.cards = cards
    }

    private static func examine(_ path: String) -> Card {
        var card = Card(path: path)
        do throws(OutputError) {
            let device = try DisplayDevice(path: path)
            card.driver = device.driver
            card.driverVersion = device.driverVersion
            card.isAtomic = device.isAtomic
            card.preferredDepth = device.preferredDepth
            for id in device.connectors {
                guard let record = try? systemDisplayConnector(device.descriptor, id, probing: true)
                else { continue }
                let isDesktop = device.isDesktop(record)
                let crtc = device.currentCRTC(of: record)
                let current = crtc == 0 ? nil : (try? systemDisplayCRTC(device.descriptor, crtc))?.mode
                card.connectors.append(
                    Connector(
                        record: record, isDesktop: isDesktop,
                        worth: DisplayChoice.worth(of: record, isDesktop: isDesktop), current: current,
                        formats: formats(device, record, crtc)))
            }
        } catch {
            card.refusal = error
        }
        return card
    }

    private static func formats(
        _ device: borrowing DisplayDevice, _ record: ConnectorRecord, _ current: UInt32
    ) -> [UInt32] {
        var masks: [UInt32] = []
        for id in record.encoders {
            if let encoder = try? systemDisplayEncoder(device.descriptor, id) { masks.append(encoder.possible) }
        }
        let crtcs = DisplayChoice.crtcs(current: current, masks: masks, crtcs: device.crtcs)
        guard let crtc = crtcs.first else { return [] }
        return device.primaryPlane(of: crtc)?.formats ?? []
    }

    /// The connectors worth trying, best first: those with something plugged
    /// in before those that cannot know, built-in glass before plugs, then in
    /// the kernel's order.
    func candidates(connector name: String? = nil) -> [Candidate] {
        var found: [(key: Int, candidate: Candidate)] = []
        for (cardPlace, card) in cards.enumerated() {
            for (place, connector) in card.connectors.enumerated() where connector.worth != .none {
                if let name, !name.utf8.elementsEqual(connector.record.name.utf8) { continue }
                let key =
                    (DisplayChoice.Worth.connected.rawValue - connector.worth.rawValue) * 10
                    + DisplayChoice.typeRank(connector.record.type)
                found.append((key, Candidate(card: cardPlace, connector: place)))
            }
        }
        var sorted: [Candidate] = []
        for key in 0..<30 {
            for entry in found where entry.key == key { sorted.append(entry.candidate) }
        }
        return sorted
    }

    /// Why a card is of no use, in words; nil when it has a connector worth trying.
    func refusal(of card: Card) -> String? {
        if let refusal = card.refusal { return refusal.finding }
        if card.connectors.isEmpty { return "\(card.path): it has no connector" }
        var text = "\(card.path):"
        for connector in card.connectors {
            guard connector.worth == .none else { return nil }
            text += " \(connector.record.name): "
            text += DisplayChoice.refusal(of: connector.record, isDesktop: connector.isDesktop)
            text += ";"
        }
        return String(decoding: text.utf8.dropLast(), as: UTF8.self)
    }
}
