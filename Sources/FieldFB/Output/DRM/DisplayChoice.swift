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
        var formats = PixelFormat.named.filter { offered.isEmpty || offered.contains($0.code) }
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

    private static let rgb565Code: UInt32 = {
        for entry in PixelFormat.named where entry.format == .rgb565 { return entry.code }
        return 0
    }()
}
