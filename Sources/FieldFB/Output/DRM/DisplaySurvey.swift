/// What there is to show something on: every card with every connector.
struct DisplaySurvey: Sendable {
    /// A card, and why it cannot be used if that is so.
    struct Card: Sendable {
        let path: String
        var folder = DeviceFolder(path: "")
        /// Of the card as it is open now; 0 when it could not be opened.
        var serial: UInt64 = 0
        var driver = ""
        var driverVersion = ""
        var isAtomic = false
        var hasMonotonicStamps = false
        var preferredDepth = 0
        /// Whether no other program is its master; nil when nobody asked.
        var isFree: Bool?
        /// In the kernel's order.
        var crtcs: [UInt32] = []
        var connectors: [Connector] = []
        /// Whether a connector did not answer: it may do so later.
        var isIncomplete = false
        var refusal: OutputError?
    }

    struct Connector: Sendable {
        let record: ConnectorRecord
        let isDesktop: Bool
        let worth: DisplayChoice.Worth
        /// How the kernel says the glass is built in; nil when it does not.
        var orientation: Orientation?
        /// The CRTC that feeds it now, or 0.
        var currentCRTC: UInt32 = 0
        /// The mode in use, if any.
        let current: DisplayMode?
        /// A bit for each CRTC that could feed it, for each of its encoders.
        var masks: [UInt32] = []
        /// Codes of the pixel formats of its primary plane; empty when nobody tells.
        let formats: [UInt32]
    }

    /// A connector of a card, by their places.
    struct Candidate: Equatable, Sendable {
        let card: Int
        let connector: Int
    }

    let cards: [Card]

    init(cards: [Card]) {
        self.cards = cards
    }

    /// Whether a card can be used that only lacks a display.
    var hasUsableCard: Bool {
        for card in cards where card.refusal == nil { return true }
        return false
    }

    /// The connectors worth trying, best first: built-in glass before plugs,
    /// then in the kernel's order. Those that cannot know whether something is
    /// plugged in only when no connector of any card knows of a display.
    func candidates(_ selection: DisplaySelection = DisplaySelection(words: [])) -> [Candidate] {
        var found: [(worth: DisplayChoice.Worth, rank: Int, candidate: Candidate)] = []
        for (cardPlace, card) in cards.enumerated() {
            for (place, connector) in card.connectors.enumerated() where connector.worth != .none {
                guard
                    selection.includes(
                        path: card.path, device: card.folder.name, connector: connector.record.name)
                else { continue }
                found.append(
                    (
                        connector.worth, DisplayChoice.typeRank(connector.record.type),
                        Candidate(card: cardPlace, connector: place)
                    ))
            }
        }
        let isAnyConnected = found.contains { $0.worth == .connected }
        var sorted: [Candidate] = []
        for rank in 0...DisplayChoice.lastTypeRank {
            for entry in found where entry.rank == rank && (!isAnyConnected || entry.worth == .connected) {
                sorted.append(entry.candidate)
            }
        }
        return sorted
    }

    func worth(of candidate: Candidate) -> DisplayChoice.Worth {
        cards[candidate.card].connectors[candidate.connector].worth
    }

    /// Whether the kernel says of any display how its glass is built in.
    var knowsOrientation: Bool {
        for card in cards {
            for connector in card.connectors where connector.orientation != nil && connector.worth != .none {
                return true
            }
        }
        return false
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
