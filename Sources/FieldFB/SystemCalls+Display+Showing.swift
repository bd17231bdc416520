import CDRM

// The requests of the kernel's DRM interface that make buffers and show them.

// MARK: - Buffers

/// A buffer in ordinary pixels: its handle, bytes from row to row, and bytes in all.
func systemCreateDumbBuffer(
    _ descriptor: CInt, width: Int, height: Int, bitsPerPixel: Int
) throws(SystemFailure) -> (handle: UInt32, pitch: Int, byteCount: Int) {
    var record = drm_mode_create_dumb()
    record.width = UInt32(clamping: width)
    record.height = UInt32(clamping: height)
    record.bpp = UInt32(clamping: bitsPerPixel)
    try systemDisplayCall("DRM_IOCTL_MODE_CREATE_DUMB", descriptor, cdrm_create_dumb, &record)
    return (record.handle, Int(clamping: record.pitch), Int(clamping: record.size))
}

func systemDestroyDumbBuffer(_ descriptor: CInt, _ handle: UInt32) {
    var record = drm_mode_destroy_dumb(handle: handle)
    try? systemDisplayCall("DRM_IOCTL_MODE_DESTROY_DUMB", descriptor, cdrm_destroy_dumb, &record)
}

/// The offset at which a buffer is mapped.
func systemDumbBufferOffset(_ descriptor: CInt, _ handle: UInt32) throws(SystemFailure) -> Int64 {
    var record = drm_mode_map_dumb()
    record.handle = handle
    try systemDisplayCall("DRM_IOCTL_MODE_MAP_DUMB", descriptor, cdrm_map_dumb, &record)
    return Int64(clamping: record.offset)
}

/// Makes a buffer a framebuffer of a DRM format code, and answers its id.
func systemAddFramebuffer(
    _ descriptor: CInt, width: Int, height: Int, code: UInt32, handle: UInt32, pitch: Int
) throws(SystemFailure) -> UInt32 {
    var id: UInt32 = 0
    try systemDisplayCall("DRM_IOCTL_MODE_ADDFB2") {
        unsafe cdrm_add_plain_framebuffer(
            descriptor, UInt32(clamping: width), UInt32(clamping: height), code, handle,
            UInt32(clamping: pitch), &id)
    }
    return id
}

/// Removes a framebuffer; what shows it goes dark.
func systemRemoveFramebuffer(_ descriptor: CInt, _ id: UInt32) {
    var id = id
    try? systemDisplayCall("DRM_IOCTL_MODE_RMFB", descriptor, cdrm_remove_framebuffer, &id)
}

/// Gives up a framebuffer without touching what shows it; false when the
/// kernel does not know how (before Linux 6.8).
func systemCloseFramebuffer(_ descriptor: CInt, _ id: UInt32) -> Bool {
    var record = cdrm_closed_framebuffer(id: id, padding: 0)
    do throws(SystemFailure) {
        try systemDisplayCall("DRM_IOCTL_MODE_CLOSEFB", descriptor, cdrm_close_framebuffer, &record)
        return true
    } catch {
        return false
    }
}

// MARK: - Showing

/// Sets a CRTC by the legacy call; no mode turns it off.
func systemSetCRTC(
    _ descriptor: CInt, _ crtc: UInt32, framebuffer: UInt32, x: UInt32 = 0, y: UInt32 = 0,
    connectors: [UInt32], mode: DisplayMode?
) throws(SystemFailure) {
    let list = KernelArray(connectors)
    var record = drm_mode_crtc()
    record.crtc_id = crtc
    record.fb_id = framebuffer
    (record.x, record.y) = (x, y)
    (record.count_connectors, record.set_connectors_ptr) = (UInt32(connectors.count), list.address)
    if let mode {
        record.mode = mode.kernel
        record.mode_valid = 1
    }
    try systemDisplayCall("DRM_IOCTL_MODE_SETCRTC", descriptor, cdrm_set_crtc, &record)
}

/// Shows another framebuffer at the next refresh; an event with `tag` tells when.
func systemPageFlip(
    _ descriptor: CInt, _ crtc: UInt32, framebuffer: UInt32, tag: UInt64
) throws(SystemFailure) {
    try systemDisplayCall("DRM_IOCTL_MODE_PAGE_FLIP") { cdrm_page_flip(descriptor, crtc, framebuffer, tag) }
}

func systemAtomicCommit(
    _ descriptor: CInt, _ request: borrowing AtomicRequest, flags: CInt, tag: UInt64
) throws(SystemFailure) {
    let objectCount = UInt32(request.objects.count)
    try systemDisplayCall("DRM_IOCTL_MODE_ATOMIC") {
        unsafe cdrm_atomic_commit(
            descriptor, UInt32(flags), request.objects, request.propertyCounts, objectCount,
            request.properties, request.values, tag)
    }
}

/// Tells the kernel which parts of a framebuffer changed.
func systemMarkDirty(
    _ descriptor: CInt, framebuffer: UInt32, _ clips: inout [drm_clip_rect]
) throws(SystemFailure) {
    var record = drm_mode_fb_dirty_cmd()
    record.fb_id = framebuffer
    try systemDisplayCall("DRM_IOCTL_MODE_DIRTYFB") {
        unsafe clips.withUnsafeMutableBufferPointer {
            record.num_clips = UInt32($0.count)
            record.clips_ptr = UInt64(UInt(bitPattern: $0.baseAddress))
            return unsafe withUnsafeMutablePointer(to: &record) {
                unsafe cdrm_display_call(descriptor, cdrm_mark_dirty, $0)
            }
        }
    }
}

/// Gives the kernel a copy of some records, and answers the id of the copy.
func systemCreateBlob<Record: BitwiseCopyable>(
    _ descriptor: CInt, _ records: [Record]
) throws(SystemFailure) -> UInt32 {
    var blob = drm_mode_create_blob()
    try systemDisplayCall("DRM_IOCTL_MODE_CREATEPROPBLOB") {
        unsafe records.withUnsafeBytes {
            blob.length = UInt32($0.count)
            blob.data = UInt64(UInt(bitPattern: $0.baseAddress))
            return unsafe withUnsafeMutablePointer(to: &blob) {
                unsafe cdrm_display_call(descriptor, cdrm_create_blob, $0)
            }
        }
    }
    return blob.blob_id
}

func systemDestroyBlob(_ descriptor: CInt, _ id: UInt32) {
    var record = drm_mode_destroy_blob(blob_id: id)
    try? systemDisplayCall("DRM_IOCTL_MODE_DESTROYPROPBLOB", descriptor, cdrm_destroy_blob, &record)
}

// MARK: - What a program before left behind

/// Takes the mouse pointer of the program before off the screen. A display without one refuses: harmless.
func systemHideCursor(_ descriptor: CInt, _ crtc: UInt32) {
    var record = drm_mode_cursor()
    record.flags = UInt32(DRM_MODE_CURSOR_BO)
    record.crtc_id = crtc
    try? systemDisplayCall("DRM_IOCTL_MODE_CURSOR", descriptor, cdrm_set_cursor, &record)
}

/// Takes a plane of the program before off the screen.
func systemDisablePlane(_ descriptor: CInt, _ plane: UInt32) {
    var record = drm_mode_set_plane()
    record.plane_id = plane
    try? systemDisplayCall("DRM_IOCTL_MODE_SETPLANE", descriptor, cdrm_set_plane, &record)
}

/// Makes the colours come out as they are, whatever the program before did to them.
func systemSetLinearGamma(_ descriptor: CInt, _ crtc: UInt32, size: Int) {
    guard (2...65536).contains(size) else { return }
    let values = KernelArray((0..<size).map { UInt16(clamping: $0 * 65535 / (size - 1)) })
    var record = drm_mode_crtc_lut()
    record.crtc_id = crtc
    record.gamma_size = UInt32(size)
    (record.red, record.green, record.blue) = (values.address, values.address, values.address)
    try? systemDisplayCall("DRM_IOCTL_MODE_SETGAMMA", descriptor, cdrm_set_gamma, &record)
}

/// Sets a property of a connector by the legacy call.
func systemSetConnectorProperty(_ descriptor: CInt, _ connector: UInt32, _ property: UInt32, _ value: UInt64) {
    var record = drm_mode_connector_set_property(value: value, prop_id: property, connector_id: connector)
    try? systemDisplayCall("DRM_IOCTL_MODE_SETPROPERTY", descriptor, cdrm_set_property, &record)
}
