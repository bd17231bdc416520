import CDRM

/// The way of a picture to one display: the plane that carries it, the CRTC
/// that sends it, the connector it leaves by.
struct DisplayPipe: Sendable {
    let connector: UInt32
    let connectorName: String
    let crtc: UInt32
    /// The primary plane, or nil when nobody tells.
    let plane: PlaneRecord?
    /// What to set atomically, or nil where only the legacy calls work.
    let atomic: AtomicProperties?
    /// The property that keeps a connector from sleeping, or nil.
    private let power: UInt32?
    private let gammaSize: Int

    init(card: DisplayCard, connector: ConnectorRecord, crtc: CRTCRecord) {
        let device = card.descriptor
        self.connector = connector.id
        connectorName = connector.name
        self.crtc = crtc.id
        gammaSize = crtc.gammaSize
        let plane = card.device.primaryPlane(
            of: crtc.id, among: card.device.planes(), used: card.usedPlanes)
        self.plane = plane
        let properties = (try? systemDisplayProperties(device, connector.id, .connector)) ?? []
        power = properties.named("DPMS")?.id
        if card.device.isAtomic, let plane {
            atomic = AtomicProperties(
                connector: properties, crtc: card.device.properties(of: crtc.id, .crtc),
                plane: card.device.properties(of: plane.id, .plane))
        } else {
            atomic = nil
        }
    }

    /// Lights the display in one step, by one atomic commit.
    ///
    /// - Parameter onlyTesting: the kernel only says whether it would.
    func setAtomically(
        _ properties: AtomicProperties, plane: UInt32, mode: DisplayMode, framebuffer: UInt32,
        descriptor: CInt, onlyTesting: Bool = false
    ) throws(SystemFailure) {
        let blob = try systemCreateBlob(descriptor, [mode.kernel])
        // The kernel keeps its own copy of the mode as long as it is in use.
        defer { systemDestroyBlob(descriptor, blob) }
        var request = AtomicRequest()
        properties.light(
            &request, pipe: self, plane: plane, modeBlob: blob, framebuffer: framebuffer,
            width: mode.width, height: mode.height, planesAbove: planesAbove(descriptor))
        let testing = onlyTesting ? DRM_MODE_ATOMIC_TEST_ONLY : 0
        try systemAtomicCommit(descriptor, request, flags: DRM_MODE_ATOMIC_ALLOW_MODESET | testing, tag: 0)
    }

    /// Lights the display by the legacy call.
    func setLegacy(mode: DisplayMode, framebuffer: UInt32, descriptor: CInt) throws(SystemFailure) {
        try systemSetCRTC(
            descriptor, crtc, framebuffer: framebuffer, connectors: [connector], mode: mode)
    }

    /// Planes that lie over the picture, left by a program before.
    private func planesAbove(_ descriptor: CInt) -> [UInt32] {
        var above: [UInt32] = []
        guard let plane, let planes = try? systemDisplayPlanes(descriptor) else { return [] }
        for other in planes where other.crtc == crtc && other.framebuffer != 0 && other.id != plane.id {
            above.append(other.id)
        }
        return above
    }

    /// Takes away what a program before left over the picture or in its
    /// colours, and sees to it that the display is not asleep. What a driver
    /// does not know it refuses: harmless.
    func clearAbove(descriptor: CInt) {
        systemHideCursor(descriptor, crtc)
        for plane in planesAbove(descriptor) { systemDisablePlane(descriptor, plane) }
        if gammaSize > 1 { systemSetLinearGamma(descriptor, crtc, size: gammaSize) }
        if let power { systemSetConnectorProperty(descriptor, connector, power, UInt64(DRM_MODE_DPMS_ON)) }
    }

    /// Whether nothing is plugged in any more.
    func isUnplugged(descriptor: CInt) -> Bool {
        guard let record = try? systemDisplayConnector(descriptor, connector, probing: false) else { return false }
        return record.state == .disconnected
    }
}

/// What a display showed before, to be set back on leaving.
struct FormerPicture: Sendable {
    private let record: CRTCRecord
    private let connectors: [UInt32]
    /// The framebuffer it was in, or 0.
    var framebuffer: UInt32 { record.framebuffer }

    /// - Parameter connectors: those that showed the picture.
    init(_ record: CRTCRecord, connectors: [UInt32]) {
        self.record = record
        self.connectors = connectors
    }

    /// Sets it back. Refused when another program drives the display by now: then it is theirs.
    ///
    /// - Parameter used: connectors that show something else now, from another CRTC.
    func restore(descriptor: CInt, except used: [UInt32]) {
        let connectors = connectors.filter { !used.contains($0) }
        guard let mode = record.mode, record.framebuffer != 0, !connectors.isEmpty else {
            return turnOff(descriptor: descriptor)
        }
        // Nothing more can be done about a refusal; closing the device lets the
        // kernel put its console back.
        try? systemSetCRTC(
            descriptor, record.id, framebuffer: record.framebuffer, x: record.x, y: record.y,
            connectors: connectors, mode: mode)
    }

    /// Turns the CRTC off: nobody is there to see the picture.
    func turnOff(descriptor: CInt) {
        try? systemSetCRTC(descriptor, record.id, framebuffer: 0, connectors: [], mode: nil)
    }
}
