/// Which connector, CRTC and pixel format to try, and in which order.
enum DisplayChoice {
    /// The kernel's number of the connectors that write into memory.
    private static let writeback: UInt32 = 18

    /// How good a connector is to show something on.
    enum Worth: Int {
        /// Nothing plugged in, no mode, or not a display for people.
        case none = 0
        /// It cannot know whether something is plugged in, but it has modes.
        case unknown = 1
        /// Something is plugged in, and there are modes.
        case connected = 2
    }

    /// - Parameter isDesktop: false for glasses and other displays that are not for a desktop.
    static func worth(of connector: ConnectorRecord, isDesktop: Bool) -> Worth {
        guard isDesktop, connector.type != writeback else { return .none }
        var usable = false
        for mode in connector.modes where mode.width > 0 && mode.height > 0 { usable = true }
        guard usable else { return .none }
        switch connector.state {
        case .connected: return .connected
        case .unknown: return .unknown
        case .disconnected: return .none
        }
    }

    /// Why a connector of no worth is not used.
    static func refusal(of connector: ConnectorRecord, isDesktop: Bool) -> String {
        if connector.type == writeback { return "writes into memory, not to a display" }
        if !isDesktop { return "is not a display for a desktop" }
        if connector.state == .disconnected { return "nothing is connected" }
        return "it offers no mode"
    }

    /// Lower numbers are tried first among connectors of the same worth: glass
    /// that is built in, then plugs, then kinds that are not known here.
    static func typeRank(_ type: UInt32) -> Int {
        switch type {
        case 7, 14, 16, 17, 19: 0  // LVDS, eDP, DSI, DPI, SPI
        case 1...6, 8...13, 20: 1  // VGA to component, DIN to TV, USB
        default: 2
        }
    }

    /// The largest of these numbers.
    static let lastTypeRank = 2

    /// The CRTCs that could feed a connector, best first: the one that feeds
    /// it now, then each one whose bit is set for one of its encoders. A bit's
    /// number is the place in the device's list, not the CRTC's id.
    ///
    /// - Parameters:
    ///   - current: the CRTC that feeds it now, or 0.
    ///   - masks: `possible_crtcs` of each encoder of the connector.
    ///   - crtcs: the device's CRTCs in the kernel's order.
    ///   - taken: CRTCs that feed other displays.
    static func crtcs(current: UInt32, masks: [UInt32], crtcs: [UInt32], taken: [UInt32] = []) -> [UInt32] {
        var order: [UInt32] = []
        if crtcs.contains(current), !taken.contains(current) { order.append(current) }
        for mask in masks {
            for (place, crtc) in crtcs.enumerated().prefix(32)
            where mask >> UInt32(place) & 1 == 1 && !taken.contains(crtc) && !order.contains(crtc) {
                order.append(crtc)
            }
        }
        return order
    }

    /// The primary plane of each CRTC, or nil: the one that is on it now,
    /// otherwise one that nothing uses. No plane is given to two CRTCs.
    ///
    /// - Parameters:
    ///   - planes: the primary planes of the device.
    ///   - crtcs: the device's CRTCs in the kernel's order.
    ///   - used: planes that carry displays of this program already.
    static func primaryPlanes(
        _ planes: [PlaneRecord], crtcs: [UInt32], used: [(crtc: UInt32, plane: UInt32)] = []
    ) -> [UInt32?] {
        var wishes: [[UInt32]] = []
        for (place, crtc) in crtcs.enumerated() {
            var own: [UInt32] = []
            for entry in used where entry.crtc == crtc { own = [entry.plane] }
            if own.isEmpty {
                for plane in planes where plane.crtc == crtc { own.append(plane.id) }
                for plane in planes
                where plane.crtc != crtc && place < 32 && plane.possibleCRTCs >> UInt32(place) & 1 == 1 {
                    own.append(plane.id)
                }
                own.removeAll { id in used.contains { $0.plane == id } }
            }
            wishes.append(own)
        }
        // CRTCs in use are served first, then those that show something.
        var order: [Int] = []
        for (place, crtc) in crtcs.enumerated() where used.contains(where: { $0.crtc == crtc }) {
            order.append(place)
        }
        for (place, crtc) in crtcs.enumerated()
        where !order.contains(place) && planes.contains(where: { $0.crtc == crtc }) { order.append(place) }
        for place in crtcs.indices where !order.contains(place) { order.append(place) }
        let assigned = Matching.assign(order.map { wishes[$0] })
        var result = [UInt32?](repeating: nil, count: crtcs.count)
        for (rank, place) in order.enumerated() { result[place] = assigned[rank] }
        return result
    }

    /// The formats to try, best first.
    ///
    /// - Parameters:
    ///   - offered: the codes of the primary plane; empty when nobody knows.
    ///   - preferredDepth: what the driver calls its natural depth; 0 when it does not say.
    ///   - connectorType: the kernel's number for the kind of plug.
    ///   - wanted: the format a person asked for.
    static func formats(
        offered: [UInt32], preferredDepth: Int, connectorType: UInt32, wanted: PixelFormat? = nil
    ) -> [NamedPixelFormat] {
        let codes = offered.isEmpty ? commonCodes : offered
        var formats = PixelFormat.named.filter { codes.contains($0.code) }
        // A panel behind a slow bus, or a firmware's picture, that lists 16 bits
        // first has no more: the kernel would cut down every 32 bit frame, and
        // without dithering.
        let isNarrow =
            narrowTypes.contains(connectorType) && preferredDepth == 16 && offered.first == rgb565Code
        let first: PixelFormat? = wanted ?? (isNarrow ? .rgb565 : nil)
        if let first, let place = formats.firstIndex(where: { $0.format == first }) {
            formats.insert(formats.remove(at: place), at: 0)
        }
        return formats
    }

    /// Kinds of connectors that may hide a 16 bit panel: unknown, SPI, USB.
    private static let narrowTypes: [UInt32] = [0, 19, 20]

    /// What displays take that do not tell: 32, 24 and 16 bits in both orders of colours.
    private static let commonCodes: [UInt32] = {
        let common: [PixelFormat] = [
            .xrgb8888, .argb8888, .xbgr8888, .abgr8888, .rgb888, .bgr888, .rgb565, .bgr565,
        ]
        return PixelFormat.named.filter { common.contains($0.format) }.map { $0.code }
    }()

    private static let rgb565Code: UInt32 = {
        for entry in PixelFormat.named where entry.format == .rgb565 { return entry.code }
        return 0
    }()

    /// How far a picture has to be turned on glass that is built in like that,
    /// by the kernel's word for it; nil for a word that is not known here.
    ///
    /// The word names the side of the panel that is at the top of the casing:
    /// with its right side up, a picture's top is at the panel's right side.
    static func orientation(panel word: String) -> Orientation? {
        if word.isSameWord(as: "Normal") { return .upright }
        if word.isSameWord(as: "Upside Down") { return .halfTurn }
        if word.isSameWord(as: "Right Side Up") { return .quarterTurn }
        if word.isSameWord(as: "Left Side Up") { return .threeQuarterTurn }
        return nil
    }
}
