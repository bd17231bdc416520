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
    let crtcs: [UInt32]
    let connectors: [UInt32]
    let planes: [PlaneRecord]

    /// The folder in which the kernel puts DRM devices.
    static let folder = "/dev/dri"

    /// The paths of all cards, by number.
    static func paths() -> [String] {
        var numbers: [UInt32] = []
        do {
            for name in try systemFolderNames(folder) where name.utf8.starts(with: "card".utf8) {
                if let number = UInt32(Substring(name.utf8.dropFirst(4))) { numbers.append(number) }
            }
        } catch {
            return []
        }
        numbers.sort()
        return numbers.map { "\(folder)/card\($0)" }
    }

    /// Opens a card.
    ///
    /// - Parameter allowingAtomic: false keeps to the legacy calls.
    /// - Throws: `unsuitable` for a device that has no displays or no dumb buffers.
    init(path: String, allowingAtomic: Bool = true) throws(OutputError) {
        let descriptor: CInt
        do {
            descriptor = try systemOpen(path, .readWriteNonBlocking)
        } catch {
            throw OutputError(opening: error, place: path)
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
            connectors = resources.connectors
        } catch {
            systemClose(descriptor)
            throw error
        }
        let universal = systemDisplayClientCapability(descriptor, DRM_CLIENT_CAP_UNIVERSAL_PLANES)
        isAtomic =
            allowingAtomic && universal
            && systemDisplayClientCapability(descriptor, DRM_CLIENT_CAP_ATOMIC)
        planes = universal ? (try? systemDisplayPlanes(descriptor)) ?? [] : []
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

    /// The plane that carries the picture of a CRTC, or nil when nobody tells.
    func primaryPlane(of crtc: UInt32) -> PlaneRecord? {
        guard let place = crtcs.firstIndex(of: crtc), place < 32 else { return nil }
        var found: PlaneRecord?
        for plane in planes where plane.possibleCRTCs >> UInt32(place) & 1 == 1 {
            guard properties(of: plane.id, .plane).named("type")?.value == UInt64(DRM_PLANE_TYPE_PRIMARY)
            else { continue }
            if plane.crtc == crtc { return plane }
            if plane.crtc == 0, found == nil { found = plane }
        }
        return found
    }
}
