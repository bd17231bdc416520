import CDRM

/// An open DRM device that can set modes and make dumb buffers.
@usableFromInline
struct DisplayDevice: ~Copyable {
    let path: String
    let descriptor: CInt
    let driver: String
    let driverVersion: String
    /// Whether the driver takes atomic commits.
    let isAtomic: Bool
    /// The depth the driver calls its natural one, in bits; 0 when it does not say.
    let preferredDepth: Int
    /// The device itself: the same from boot to boot, unlike the number of the device file.
    let folder: DeviceFolder
    /// Whether flips are stamped with the monotonic clock.
    let hasMonotonicStamps: Bool
    /// In the kernel's order.
    let crtcs: [UInt32]
    private let hasPlanes: Bool
    /// The planes that carry a picture by themselves. What kind a plane is never changes.
    private let primaryPlanes: [UInt32]

    /// Where the kernel puts the files of DRM devices.
    static let filesFolder = "/dev/dri"

    /// The paths of all cards, by number.
    static func paths() -> [String]? {
        DeviceNumbers.all(in: filesFolder, named: "card")?.map { "\(filesFolder)/card\($0)" }
    }

    /// Opens a card, or takes over an open one.
    ///
    /// - Parameter opened: a descriptor of this card; owned from now on.
    /// - Throws: `unsuitable` for a device that has no displays or no dumb buffers.
    init(path: String, opened: CInt? = nil) throws(OutputError) {
        let descriptor: CInt
        if let opened {
            descriptor = opened
        } else {
            do throws(SystemFailure) {
                descriptor = try systemOpen(path, .readWriteNonBlocking)
            } catch {
                throw OutputError(opening: error, place: path)
            }
        }
        let driver = systemDisplayDriver(descriptor)
        do throws(OutputError) {
            guard (systemDisplayCapability(descriptor, DRM_CAP_DUMB_BUFFER) ?? 0) != 0 else {
                throw OutputError(
                    .unsuitable, call: "DRM_CAP_DUMB_BUFFER", place: path,
                    detail: "its driver \(driver.name) makes no buffers that can be drawn to")
            }
            let resources: (crtcs: [UInt32], connectors: [UInt32])
            do {
                resources = try systemDisplayResources(descriptor)
            } catch {
                let reason: OutputError.Reason = error.errno == ENODEV ? .gone : .unsuitable
                throw OutputError(
                    reason, failure: error, place: path, detail: "its driver \(driver.name) has no displays")
            }
            guard !resources.crtcs.isEmpty, !resources.connectors.isEmpty else {
                throw OutputError(
                    .unsuitable, call: "DRM_IOCTL_MODE_GETRESOURCES", place: path,
                    detail: "its driver \(driver.name) has no displays")
            }
            crtcs = resources.crtcs
        } catch {
            systemClose(descriptor)
            throw error
        }
        let universal = systemDisplayClientCapability(descriptor, DRM_CLIENT_CAP_UNIVERSAL_PLANES)
        isAtomic =
            universal && systemDisplayClientCapability(descriptor, DRM_CLIENT_CAP_ATOMIC)
        hasPlanes = universal
        primaryPlanes = universal ? DisplayDevice.primaryPlanes(descriptor) : []
        hasMonotonicStamps = (systemDisplayCapability(descriptor, DRM_CAP_TIMESTAMP_MONOTONIC) ?? 0) != 0
        folder = DeviceFolder.ofCard(path)
        preferredDepth = Int(
            clamping: systemDisplayCapability(descriptor, DRM_CAP_DUMB_PREFERRED_DEPTH) ?? 0)
        self.path = path
        self.descriptor = descriptor
        self.driver = driver.name
        driverVersion = driver.version
    }

    deinit {
        systemClose(descriptor)
    }

    private static func primaryPlanes(_ descriptor: CInt) -> [UInt32] {
        var ids: [UInt32] = []
        for plane in (try? systemDisplayPlanes(descriptor)) ?? [] {
            let properties = (try? systemDisplayProperties(descriptor, plane.id, .plane)) ?? []
            if properties.named("type")?.value == UInt64(DRM_PLANE_TYPE_PRIMARY) { ids.append(plane.id) }
        }
        return ids
    }

    /// The connectors there are now, in the kernel's order. Their number may change.
    func connectors() throws(SystemFailure) -> [UInt32] {
        try systemDisplayResources(descriptor).connectors
    }

    /// The properties of an object; none when they cannot be read.
    func properties(of object: UInt32, _ kind: DisplayObjectKind) -> [DisplayProperty] {
        (try? systemDisplayProperties(descriptor, object, kind)) ?? []
    }

    /// Whether a connector is for ordinary displays.
    func isDesktop(_ connector: ConnectorRecord) -> Bool {
        (properties(of: connector.id, .connector).named("non-desktop")?.value ?? 0) == 0
    }

    /// The CRTC that feeds a connector now, or 0.
    func currentCRTC(of connector: ConnectorRecord) -> UInt32 {
        guard connector.currentEncoder != 0,
            let encoder = try? systemDisplayEncoder(descriptor, connector.currentEncoder)
        else { return 0 }
        return encoder.crtc
    }

    /// The planes as they are now; none when nobody tells.
    func planes() -> [PlaneRecord] {
        hasPlanes ? (try? systemDisplayPlanes(descriptor)) ?? [] : []
    }

    /// The plane that carries the picture of a CRTC, or nil when nobody tells.
    ///
    /// - Parameter used: planes that carry displays of this program already.
    func primaryPlane(
        of crtc: UInt32, among planes: [PlaneRecord], used: [(crtc: UInt32, plane: UInt32)]
    ) -> PlaneRecord? {
        guard let place = crtcs.firstIndex(of: crtc) else { return nil }
        let primary = planes.filter { primaryPlanes.contains($0.id) }
        guard let id = DisplayChoice.primaryPlanes(primary, crtcs: crtcs, used: used)[place] else { return nil }
        return primary.first { $0.id == id }
    }

    /// How the kernel says the glass of a connector is built in; nil when it does not.
    func panelOrientation(of connector: ConnectorRecord) -> Orientation? {
        guard let property = properties(of: connector.id, .connector).named("panel orientation"),
            let word = systemDisplayPropertyWord(descriptor, property)
        else { return nil }
        return DisplayChoice.orientation(panel: word)
    }
}
