/// Which CRTC feeds which connector of a card.
enum CRTCAssignment {
    /// A connector that wants a CRTC.
    struct Need: Sendable {
        /// The CRTC of the display that is lit there already, or 0.
        var lit: UInt32 = 0
        /// The CRTC that feeds it now, whoever lit it, or 0.
        var current: UInt32 = 0
        /// `possible_crtcs` of each of its encoders.
        var masks: [UInt32]
    }

    /// A CRTC for as many connectors as possible: those that are lit keep
    /// theirs, and each gets the one that feeds it already, unless one more
    /// display can be lit otherwise. A lit display never goes dark for another.
    ///
    /// - Parameters:
    ///   - needs: the connectors, the most important first.
    ///   - crtcs: the device's CRTCs in the kernel's order.
    ///   - held: CRTCs that are not to be had.
    static func assign(_ needs: [Need], crtcs: [UInt32], held: [UInt32] = []) -> [UInt32?] {
        var order: [Int] = []
        for place in needs.indices where needs[place].lit != 0 { order.append(place) }
        for place in needs.indices where needs[place].lit == 0 && needs[place].current != 0 { order.append(place) }
        for place in needs.indices where !order.contains(place) { order.append(place) }
        let assigned = Matching.assign(
            order.map { place in
                let need = needs[place]
                return DisplayChoice.crtcs(
                    current: need.lit != 0 ? need.lit : need.current, masks: need.masks, crtcs: crtcs, taken: held)
            })
        var result = [UInt32?](repeating: nil, count: needs.count)
        for (rank, place) in order.enumerated() { result[place] = assigned[rank] }
        return result
    }
}
