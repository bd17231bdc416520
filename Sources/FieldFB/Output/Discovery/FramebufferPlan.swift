/// Which framebuffer device to use when no card shows anything: a function of
/// values alone.
enum FramebufferPlan {
    /// What became of a card.
    enum CardState: Equatable, Sendable {
        /// A display of it is lit.
        case lit
        /// It works, but there is no display to light.
        case withoutDisplay
        /// Another program drives it.
        case ofAnother
        /// It cannot be used, or its displays cannot be lit.
        case useless
    }

    /// The devices that may be drawn to, in order.
    ///
    /// None while a display of a card is lit, or another program drives a card:
    /// a framebuffer device may be the same screen. And where a card only lacks
    /// a display, its own framebuffer device has none either, but would keep us
    /// from seeing one come.
    ///
    /// - Parameter cards: what became of each card, with the device it is.
    static func usable(
        _ nodes: [FramebufferNode], cards: [(folder: DeviceFolder, state: CardState)],
        selection: DisplaySelection
    ) -> [FramebufferNode] {
        for card in cards where card.state == .lit || card.state == .ofAnother { return [] }
        return nodes.filter { node in
            guard selection.includes(path: node.path, device: node.folder.name, connector: node.name)
            else { return false }
            return !cards.contains {
                $0.state == .withoutDisplay && !$0.folder.path.isEmpty && $0.folder == node.folder
            }
        }
    }
}
