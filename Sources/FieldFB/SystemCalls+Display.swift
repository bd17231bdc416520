import CDRM

// The calls of libdrm, in the same form as those of SystemCalls.swift. What
// libdrm allocates is copied into Swift values and freed before a function returns.

// MARK: - The device

/// The name and the version of the kernel driver.
func systemDisplayDriver(_ descriptor: CInt) -> (name: String, version: String) {
    guard let version = unsafe drmGetVersion(descriptor) else { return ("", "") }
    let numbers = unsafe "\(version.pointee.version_major).\(version.pointee.version_minor)"
        + ".\(version.pointee.version_patchlevel)"
    var name = ""
    if let text = unsafe version.pointee.name { name = unsafe String(cString: text) }
    unsafe drmFreeVersion(version)
    return (name, numbers)
}

/// A capability of the device, or nil when the kernel does not know it.
func systemDisplayCapability(_ descriptor: CInt, _ capability: CInt) -> UInt64? {
    var value: UInt64 = 0
    guard unsafe drmGetCap(descriptor, UInt64(capability), &value) == 0 else { return nil }
    return value
}

/// Whether the device is still there.
func systemDisplayIsPresent(_ descriptor: CInt) -> Bool {
    systemDisplayCapability(descriptor, DRM_CAP_DUMB_BUFFER) != nil
}

/// Asks for a kind of interface; false when the kernel or the driver lacks it.
func systemDisplayClientCapability(_ descriptor: CInt, _ capability: CInt) -> Bool {
    drmSetClientCap(descriptor, UInt64(capability), 1) == 0
}

func systemDisplayBecomeMaster(_ descriptor: CInt) throws(SystemFailure) {
    try systemCall("DRM_IOCTL_SET_MASTER") { Int(drmSetMaster(descriptor)) }
}

/// The CRTCs and connectors of a device, in the kernel's order.
func systemDisplayResources(
    _ descriptor: CInt
) throws(SystemFailure) -> (crtcs: [UInt32], connectors: [UInt32]) {
    cdrm_set_errno(0)
    guard let resources = unsafe drmModeGetResources(descriptor) else {
        throw SystemFailure(call: "DRM_IOCTL_MODE_GETRESOURCES", errno: cdrm_errno())
    }
    let crtcs = unsafe systemArray(resources.pointee.crtcs, resources.pointee.count_crtcs)
    let connectors = unsafe systemArray(resources.pointee.connectors, resources.pointee.count_connectors)
    unsafe drmModeFreeResources(resources)
    return (crtcs, connectors)
}

@unsafe
private func systemArray<Element>(_ start: UnsafeMutablePointer<Element>?, _ count: CInt) -> [Element] {
    guard let start = unsafe start, count > 0 else { return [] }
    return unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
}

// MARK: - Objects

/// A connector; `probing` looks at the plug, which may take a tenth of a second.
func systemDisplayConnector(
    _ descriptor: CInt, _ id: UInt32, probing: Bool
) throws(SystemFailure) -> ConnectorRecord {
    cdrm_set_errno(0)
    let found = unsafe probing
        ? drmModeGetConnector(descriptor, id) : drmModeGetConnectorCurrent(descriptor, id)
    guard let connector = unsafe found else {
        throw SystemFailure(call: "DRM_IOCTL_MODE_GETCONNECTOR", errno: cdrm_errno())
    }
    var type = "Type\(unsafe connector.pointee.connector_type)"
    if let name = unsafe drmModeGetConnectorTypeName(connector.pointee.connector_type) {
        type = unsafe String(cString: name)
    }
    let state: ConnectorState
    switch unsafe connector.pointee.connection {
    case DRM_MODE_CONNECTED: state = .connected
    case DRM_MODE_DISCONNECTED: state = .disconnected
    default: state = .unknown
    }
    let record = unsafe ConnectorRecord(
        id: connector.pointee.connector_id, type: connector.pointee.connector_type,
        name: "\(type)-\(connector.pointee.connector_type_id)", state: state,
        widthMillimetres: Int(Int32(bitPattern: connector.pointee.mmWidth)),
        heightMillimetres: Int(Int32(bitPattern: connector.pointee.mmHeight)),
        modes: systemArray(connector.pointee.modes, connector.pointee.count_modes).map { DisplayMode($0) },
        encoders: systemArray(connector.pointee.encoders, connector.pointee.count_encoders),
        currentEncoder: connector.pointee.encoder_id)
    unsafe drmModeFreeConnector(connector)
    return record
}

/// The CRTC an encoder is fed by (0 for none), and a bit for each CRTC that could.
func systemDisplayEncoder(
    _ descriptor: CInt, _ id: UInt32
) throws(SystemFailure) -> (crtc: UInt32, possible: UInt32) {
    cdrm_set_errno(0)
    guard let encoder = unsafe drmModeGetEncoder(descriptor, id) else {
        throw SystemFailure(call: "DRM_IOCTL_MODE_GETENCODER", errno: cdrm_errno())
    }
    let answer = unsafe (encoder.pointee.crtc_id, encoder.pointee.possible_crtcs)
    unsafe drmModeFreeEncoder(encoder)
    return answer
}

func systemDisplayCRTC(_ descriptor: CInt, _ id: UInt32) throws(SystemFailure) -> CRTCRecord {
    cdrm_set_errno(0)
    guard let crtc = unsafe drmModeGetCrtc(descriptor, id) else {
        throw SystemFailure(call: "DRM_IOCTL_MODE_GETCRTC", errno: cdrm_errno())
    }
    let record = unsafe CRTCRecord(
        id: id, framebuffer: crtc.pointee.buffer_id, x: crtc.pointee.x, y: crtc.pointee.y,
        mode: crtc.pointee.mode_valid != 0 ? DisplayMode(crtc.pointee.mode) : nil)
    unsafe drmModeFreeCrtc(crtc)
    return record
}

/// Every plane; needs the client capability of universal planes to tell primary ones.
func systemDisplayPlanes(_ descriptor: CInt) throws(SystemFailure) -> [PlaneRecord] {
    cdrm_set_errno(0)
    guard let list = unsafe drmModeGetPlaneResources(descriptor) else {
        throw SystemFailure(call: "DRM_IOCTL_MODE_GETPLANERESOURCES", errno: cdrm_errno())
    }
    let ids = unsafe systemArray(list.pointee.planes, CInt(clamping: list.pointee.count_planes))
    unsafe drmModeFreePlaneResources(list)
    var planes: [PlaneRecord] = []
    for id in ids {
        guard let plane = unsafe drmModeGetPlane(descriptor, id) else { continue }
        unsafe planes.append(
            PlaneRecord(
                id: id, crtc: plane.pointee.crtc_id, framebuffer: plane.pointee.fb_id,
                possibleCRTCs: plane.pointee.possible_crtcs,
                formats: systemArray(plane.pointee.formats, CInt(clamping: plane.pointee.count_formats))))
        unsafe drmModeFreePlane(plane)
    }
    return planes
}

/// The kinds of objects that have properties.
enum DisplayObjectKind: UInt32 {
    case crtc = 0xcccc_cccc
    case connector = 0xc0c0_c0c0
    case plane = 0xeeee_eeee
}

/// The properties of an object with their present values; those that cannot be read are left out.
func systemDisplayProperties(
    _ descriptor: CInt, _ object: UInt32, _ kind: DisplayObjectKind
) throws(SystemFailure) -> [DisplayProperty] {
    cdrm_set_errno(0)
    guard let list = unsafe drmModeObjectGetProperties(descriptor, object, kind.rawValue) else {
        throw SystemFailure(call: "DRM_IOCTL_MODE_OBJ_GETPROPERTIES", errno: cdrm_errno())
    }
    let count = unsafe CInt(clamping: list.pointee.count_props)
    let ids = unsafe systemArray(list.pointee.props, count)
    let values = unsafe systemArray(list.pointee.prop_values, count)
    unsafe drmModeFreeObjectProperties(list)
    var properties: [DisplayProperty] = []
    for (id, value) in zip(ids, values) {
        guard let property = unsafe drmModeGetProperty(descriptor, id) else { continue }
        unsafe properties.append(DisplayProperty(id: id, name: systemText(property.pointee.name), value: value))
        unsafe drmModeFreeProperty(property)
    }
    return properties
}

// MARK: - Buffers

/// A buffer in ordinary pixels: its handle, bytes from row to row, and bytes in all.
func systemCreateDumbBuffer(
    _ descriptor: CInt, width: Int, height: Int, bitsPerPixel: Int
) throws(SystemFailure) -> (handle: UInt32, pitch: Int, byteCount: Int) {
    var handle: UInt32 = 0
    var pitch: UInt32 = 0
    var byteCount: UInt64 = 0
    try systemCall("DRM_IOCTL_MODE_CREATE_DUMB") {
        Int(
            unsafe drmModeCreateDumbBuffer(
                descriptor, UInt32(clamping: width), UInt32(clamping: height), UInt32(clamping: bitsPerPixel), 0,
                &handle, &pitch, &byteCount))
    }
    return (handle, Int(clamping: pitch), Int(clamping: byteCount))
}

func systemDestroyDumbBuffer(_ descriptor: CInt, _ handle: UInt32) {
    _ = drmModeDestroyDumbBuffer(descriptor, handle)
}

/// The offset at which a buffer is mapped.
func systemDumbBufferOffset(_ descriptor: CInt, _ handle: UInt32) throws(SystemFailure) -> Int64 {
    var offset: UInt64 = 0
    try systemCall("DRM_IOCTL_MODE_MAP_DUMB") {
        Int(unsafe drmModeMapDumbBuffer(descriptor, handle, &offset))
    }
    return Int64(clamping: offset)
}

/// Makes a buffer a framebuffer of a DRM format code, and answers its id.
func systemAddFramebuffer(
    _ descriptor: CInt, width: Int, height: Int, code: UInt32, handle: UInt32, pitch: Int
) throws(SystemFailure) -> UInt32 {
    let handles: [UInt32] = [handle, 0, 0, 0]
    let pitches: [UInt32] = [UInt32(clamping: pitch), 0, 0, 0]
    let offsets: [UInt32] = [0, 0, 0, 0]
    var id: UInt32 = 0
    try systemCall("DRM_IOCTL_MODE_ADDFB2") {
        Int(
            unsafe drmModeAddFB2(
                descriptor, UInt32(clamping: width), UInt32(clamping: height), code, handles, pitches, offsets, &id, 0))
    }
    return id
}

func systemRemoveFramebuffer(_ descriptor: CInt, _ id: UInt32) {
    _ = drmModeRmFB(descriptor, id)
}

// MARK: - Showing

/// Sets a CRTC by the legacy call; no mode turns it off.
func systemSetCRTC(
    _ descriptor: CInt, _ crtc: UInt32, framebuffer: UInt32, x: UInt32 = 0, y: UInt32 = 0,
    connectors: [UInt32], mode: DisplayMode?
) throws(SystemFailure) {
    var connectors = connectors
    var kernelMode = mode?.kernel ?? drmModeModeInfo()
    try systemCall("DRM_IOCTL_MODE_SETCRTC") {
        unsafe connectors.withUnsafeMutableBufferPointer { list in
            unsafe withUnsafeMutablePointer(to: &kernelMode) { pointer in
                Int(
                    unsafe drmModeSetCrtc(
                        descriptor, crtc, framebuffer, x, y, list.baseAddress, CInt(list.count),
                        mode == nil ? nil : pointer))
            }
        }
    }
}

/// Shows another framebuffer at the next refresh; an event with `tag` tells when.
func systemPageFlip(
    _ descriptor: CInt, _ crtc: UInt32, framebuffer: UInt32, tag: UInt64
) throws(SystemFailure) {
    try systemCall("DRM_IOCTL_MODE_PAGE_FLIP") {
        Int(cdrm_page_flip(descriptor, crtc, framebuffer, tag))
    }
}

func systemAtomicCommit(
    _ descriptor: CInt, _ request: borrowing AtomicRequest, flags: CInt, tag: UInt64
) throws(SystemFailure) {
    let objectCount = UInt32(request.objects.count)
    try systemCall("DRM_IOCTL_MODE_ATOMIC") {
        Int(
            unsafe cdrm_atomic_commit(
                descriptor, UInt32(flags), request.objects, request.propertyCounts, objectCount,
                request.properties, request.values, tag))
    }
}

/// Tells the kernel which parts of a framebuffer changed.
func systemMarkDirty(
    _ descriptor: CInt, framebuffer: UInt32, _ clips: inout [drm_clip_rect]
) throws(SystemFailure) {
    try systemCall("DRM_IOCTL_MODE_DIRTYFB") {
        unsafe clips.withUnsafeMutableBufferPointer {
            Int(unsafe drmModeDirtyFB(descriptor, framebuffer, $0.baseAddress, UInt32($0.count)))
        }
    }
}

/// Gives the kernel a copy of some records, and answers the id of the copy.
func systemCreateBlob<Record>(_ descriptor: CInt, _ records: [Record]) throws(SystemFailure) -> UInt32 {
    var id: UInt32 = 0
    try systemCall("DRM_IOCTL_MODE_CREATEPROPBLOB") {
        unsafe records.withUnsafeBytes {
            Int(unsafe drmModeCreatePropertyBlob(descriptor, $0.baseAddress, $0.count, &id))
        }
    }
    return id
}

func systemDestroyBlob(_ descriptor: CInt, _ id: UInt32) {
    _ = drmModeDestroyPropertyBlob(descriptor, id)
}

/// Takes the mouse pointer of the program before off the screen. A display without one refuses: harmless.
func systemHideCursor(_ descriptor: CInt, _ crtc: UInt32) {
    _ = drmModeSetCursor(descriptor, crtc, 0, 0, 0)
}

/// Takes a plane of the program before off the screen.
func systemDisablePlane(_ descriptor: CInt, _ plane: UInt32) {
    _ = drmModeSetPlane(descriptor, plane, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
}
