/// The ids of the properties by which a display is driven atomically.
struct AtomicProperties: Sendable {
    let connectorCRTC: UInt32
    let crtcActive: UInt32
    let crtcMode: UInt32
    let planeCRTC: UInt32
    let planeFramebuffer: UInt32
    /// Source and target rectangle of the plane: x, y, width, height of each.
    let source: [UInt32]
    let target: [UInt32]
    /// Present where the driver wants to know what changed.
    let damageClips: UInt32?
    /// What a program before may have left in another state than a picture needs.
    let planeRotation: UInt32?
    let planeAlpha: UInt32?
    /// Set to train a link anew that became bad.
    let linkStatus: UInt32?

    /// Finds the properties by name; nil when one that is needed is missing.
    init?(connector: [DisplayProperty], crtc: [DisplayProperty], plane: [DisplayProperty]) {
        guard let connectorCRTC = connector.named("CRTC_ID"),
            let active = crtc.named("ACTIVE"), let mode = crtc.named("MODE_ID"),
            let planeCRTC = plane.named("CRTC_ID"), let framebuffer = plane.named("FB_ID"),
            let sourceX = plane.named("SRC_X"), let sourceY = plane.named("SRC_Y"),
            let sourceWidth = plane.named("SRC_W"), let sourceHeight = plane.named("SRC_H"),
            let targetX = plane.named("CRTC_X"), let targetY = plane.named("CRTC_Y"),
            let targetWidth = plane.named("CRTC_W"), let targetHeight = plane.named("CRTC_H")
        else { return nil }
        self.connectorCRTC = connectorCRTC.id
        crtcActive = active.id
        crtcMode = mode.id
        self.planeCRTC = planeCRTC.id
        planeFramebuffer = framebuffer.id
        source = [sourceX.id, sourceY.id, sourceWidth.id, sourceHeight.id]
        target = [targetX.id, targetY.id, targetWidth.id, targetHeight.id]
        damageClips = plane.named("FB_DAMAGE_CLIPS")?.id
        planeRotation = plane.named("rotation")?.id
        planeAlpha = plane.named("alpha")?.id
        linkStatus = connector.named("link-status")?.id
    }

    /// Fills a request that lights a connector with a mode and a picture.
    func light(
        _ request: inout AtomicRequest, pipe: DisplayPipe, plane: UInt32, modeBlob: UInt32,
        framebuffer: UInt32, width: Int, height: Int, planesAbove: [UInt32]
    ) {
        request.removeAll()
        request.set(pipe.connector, connectorCRTC, UInt64(pipe.crtc))
        if let linkStatus { request.set(pipe.connector, linkStatus, AtomicProperties.goodLink) }
        request.set(pipe.crtc, crtcMode, UInt64(modeBlob))
        request.set(pipe.crtc, crtcActive, 1)
        request.set(plane, planeFramebuffer, UInt64(framebuffer))
        request.set(plane, planeCRTC, UInt64(pipe.crtc))
        // Source sizes are in 1/65536 pixel.
        let size = [0, 0, UInt64(width), UInt64(height)]
        for (property, value) in zip(source, size) { request.set(plane, property, value << 16) }
        for (property, value) in zip(target, size) { request.set(plane, property, value) }
        if let planeRotation { request.set(plane, planeRotation, AtomicProperties.notRotated) }
        if let planeAlpha { request.set(plane, planeAlpha, AtomicProperties.opaque) }
        // The names of a plane's properties have the same ids on every plane.
        for other in planesAbove {
            request.set(other, planeFramebuffer, 0)
            request.set(other, planeCRTC, 0)
        }
    }

    // The kernel's values: DRM_MODE_ROTATE_0, the largest alpha, DRM_MODE_LINK_STATUS_GOOD.
    private static let notRotated: UInt64 = 1
    private static let opaque: UInt64 = 0xFFFF
    private static let goodLink: UInt64 = 0

    /// Fills a request that shows another picture.
    func flip(_ request: inout AtomicRequest, plane: UInt32, framebuffer: UInt32, clipsBlob: UInt32) {
        request.removeAll()
        request.set(plane, planeFramebuffer, UInt64(framebuffer))
        if let damageClips, clipsBlob != 0 { request.set(plane, damageClips, UInt64(clipsBlob)) }
    }
}
