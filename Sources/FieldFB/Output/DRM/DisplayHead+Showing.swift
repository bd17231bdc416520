import CDRM

/// How a drawn buffer is handed to the kernel, by each method.
extension DisplayHead {
    mutating func show(_ target: Int, now: Int64) throws(SystemFailure) {
        let descriptor = card.descriptor
        switch method {
        case .atomicFlip:
            guard let properties = pipe.atomic, let plane = pipe.plane else {
                throw SystemFailure(call: "DRM_IOCTL_MODE_ATOMIC", errno: EOPNOTSUPP)
            }
            let blob = clipsBlob(properties)
            // The commit takes what the blob holds; the id is not needed after it.
            defer { if blob != 0 { systemDestroyBlob(descriptor, blob) } }
            properties.flip(&request, plane: plane.id, framebuffer: framebuffer(of: target), clipsBlob: blob)
            let tag = card.nextTag(pipe.crtc)
            try systemAtomicCommit(
                descriptor, request, flags: DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT, tag: tag)
            flip.began(tag: tag, at: now)
        case .legacyFlip:
            let tag = card.nextTag(pipe.crtc)
            try systemPageFlip(descriptor, pipe.crtc, framebuffer: framebuffer(of: target), tag: tag)
            flip.began(tag: tag, at: now)
        case .setCRTC:
            try pipe.setLegacy(mode: mode, framebuffer: framebuffer(of: target), descriptor: descriptor)
        case .inPlace:
            try markDirty(target)
        }
    }

    /// What the display has not been handed yet, where it lies on the glass.
    private func onGlass(_ band: PixelRect) -> PixelRect {
        orientation.onGlass(band, width: mode.width, height: mode.height)
    }

    /// The changed parts as the kernel's copy, or 0 where the driver does not want them.
    private mutating func clipsBlob(_ properties: AtomicProperties) -> UInt32 {
        guard takesClips, properties.damageClips != nil, !damage.isEverythingShown else { return 0 }
        clipSides.removeAll(keepingCapacity: true)
        for band in damage.unshownBands {
            let rect = onGlass(band)
            clipSides.append(Int32(clamping: rect.x))
            clipSides.append(Int32(clamping: rect.y))
            clipSides.append(Int32(clamping: rect.maxX))
            clipSides.append(Int32(clamping: rect.maxY))
        }
        do {
            return try systemCreateBlob(card.descriptor, clipSides)
        } catch {
            return 0
        }
    }

    private mutating func markDirty(_ target: Int) throws(SystemFailure) {
        guard marksDirty, !damage.isEverythingShown else { return }
        clips.removeAll(keepingCapacity: true)
        for band in damage.unshownBands {
            let rect = onGlass(band)
            clips.append(
                drm_clip_rect(
                    x1: UInt16(clamping: rect.x), y1: UInt16(clamping: rect.y),
                    x2: UInt16(clamping: rect.maxX), y2: UInt16(clamping: rect.maxY)))
        }
        do throws(SystemFailure) {
            try systemMarkDirty(card.descriptor, framebuffer: framebuffer(of: target), &clips)
        } catch {
            guard DisplayRefusal.meansNoNeed(errno: error.errno) else { throw error }
            marksDirty = false
        }
    }
}
