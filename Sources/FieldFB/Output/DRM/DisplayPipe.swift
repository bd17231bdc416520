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
    /// Planes of the program before that would lie over the picture.
    let planesAbove: [UInt32]

    init(device: borrowing DisplayDevice, connector: ConnectorRecord, crtc: UInt32) {
        self.connector = connector.id
        connectorName = connector.name
        self.crtc = crtc
        let plane = device.primaryPlane(of: crtc)
        self.plane = plane
        if device.isAtomic, let plane {
            atomic = AtomicProperties(
                connector: device.properties(of: connector.id, .connector),
                crtc: device.properties(of: crtc, .crtc),
                plane: device.properties(of: plane.id, .plane))
        } else {
            atomic = nil
        }
        var above: [UInt32] = []
        for other in device.planes
        where other.crtc == crtc && other.framebuffer != 0 && other.id != plane?.id {
            above.append(other.id)
        }
        planesAbove = above
    }

    /// Lights the display in one step, by one atomic commit.
    func setAtomically(
        _ properties: AtomicProperties, plane: UInt32, mode: DisplayMode, framebuffer: UInt32,
        descriptor: CInt
    ) throws(SystemFailure) {
        let blob = try systemCreateBlob(descriptor, [mode.kernel])
        // The kernel keeps its own copy of the mode as long as it is in use.
        defer { systemDestroyBlob(descriptor, blob) }
        var request = AtomicRequest()
        properties.light(
            &request, pipe: self, plane: plane, modeBlob: blob, framebuffer: framebuffer,
            width: mode.width, height: mode.height)
        try systemAtomicCommit(descriptor, request, flags: DRM_MODE_ATOMIC_ALLOW_MODESET, tag: 0)
    }

    /// Lights the display by the legacy call.
    func setLegacy(mode: DisplayMode, framebuffer: UInt32, descriptor: CInt) throws(SystemFailure) {
        try systemSetCRTC(
            descriptor, crtc, framebuffer: framebuffer, connectors: [connector], mode: mode)
    }

    /// Takes away what the program before left over the picture.
    func clearAbove(descriptor: CInt) {
        systemHideCursor(descriptor, crtc)
        for plane in planesAbove { systemDisablePlane(descriptor, plane) }
    }
}

/// What a display showed before, to be set back on leaving.
struct FormerPicture: Sendable {
    private let record: CRTCRecord
    private let connectors: [UInt32]

    /// - Parameter connectors: those that showed the picture.
    init(_ record: CRTCRecord, connectors: [UInt32]) {
        self.record = record
        self.connectors = connectors
    }

    /// Sets it back. Refused when another program drives the display by now: then it is theirs.
    func restore(descriptor: CInt) {
        do throws(SystemFailure) {
            if let mode = record.mode, record.framebuffer != 0, !connectors.isEmpty {
                try systemSetCRTC(
                    descriptor, record.id, framebuffer: record.framebuffer, x: record.x, y: record.y,
                    connectors: connectors, mode: mode)
            } else {
                try systemSetCRTC(descriptor, record.id, framebuffer: 0, connectors: [], mode: nil)
            }
        } catch {
            // Nothing more can be done; closing the device lets the kernel put its console back.
            return
        }
    }
}
