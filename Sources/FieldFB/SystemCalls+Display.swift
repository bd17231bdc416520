import CDRM

// The requests of the kernel's DRM interface that ask: what a device is and has.
// Those that make and show something are in SystemCalls+Display+Showing.swift.

/// How often a request is made again that the kernel wants to be made again.
private let repetitionLimit = 20
/// Lists are asked for again when they grew meanwhile, so often at most.
private let growthLimit = 4
/// No device has a list as long as this.
private let longestList: UInt32 = 4096

/// Makes a request, again where the kernel asks for it, but not for ever.
func systemDisplayCall(_ name: StaticString, _ body: () -> CInt) throws(SystemFailure) {
    var calls = 0
    while true {
        do throws(SystemFailure) {
            try systemCall(name) { Int(body()) }
            return
        } catch {
            calls += 1
            guard error.errno == EAGAIN, calls < repetitionLimit else { throw error }
        }
    }
}

/// Makes a request with a record that the kernel reads and fills.
func systemDisplayCall<Record: BitwiseCopyable>(
    _ name: StaticString, _ descriptor: CInt, _ request: CUnsignedLong, _ record: inout Record
) throws(SystemFailure) {
    try systemDisplayCall(name) {
        unsafe withUnsafeMutablePointer(to: &record) {
            unsafe cdrm_display_call(descriptor, request, $0)
        }
    }
}

// MARK: - The device

/// The name and the version of the kernel driver.
func systemDisplayDriver(_ descriptor: CInt) -> (name: String, version: String) {
    var name = [CChar](repeating: 0, count: 64)
    var record = unsafe drm_version()
    do throws(SystemFailure) {
        try systemDisplayCall("DRM_IOCTL_VERSION") {
            unsafe name.withUnsafeMutableBufferPointer {
                unsafe record.name = $0.baseAddress
                unsafe record.name_len = __kernel_size_t($0.count - 1)
                return unsafe withUnsafeMutablePointer(to: &record) {
                    unsafe cdrm_display_call(descriptor, cdrm_version, $0)
                }
            }
        }
    } catch {
        return ("", "")
    }
    var bytes: [UInt8] = []
    for letter in name {
        if letter == 0 { break }
        bytes.append(UInt8(bitPattern: letter))
    }
    return (
        String(decoding: bytes, as: UTF8.self),
        unsafe "\(record.version_major).\(record.version_minor).\(record.version_patchlevel)"
    )
}

/// A capability of the device, or nil when the kernel does not know it.
func systemDisplayCapability(_ descriptor: CInt, _ capability: CInt) -> UInt64? {
    var record = drm_get_cap(capability: UInt64(capability), value: 0)
    do throws(SystemFailure) {
        try systemDisplayCall("DRM_IOCTL_GET_CAP", descriptor, cdrm_get_capability, &record)
        return record.value
    } catch {
        return nil
    }
}

/// Whether the device is still there: one that was removed says so to whatever
/// it is asked. Any other refusal comes from a device that lives.
func systemDisplayIsPresent(_ descriptor: CInt) -> Bool {
    var record = drm_get_cap(capability: UInt64(DRM_CAP_DUMB_BUFFER), value: 0)
    do throws(SystemFailure) {
        try systemDisplayCall("DRM_IOCTL_GET_CAP", descriptor, cdrm_get_capability, &record)
        return true
    } catch {
        return error.errno != ENODEV && error.errno != EBADF && error.errno != ENXIO
    }
}

/// Asks for a kind of interface; false when the kernel or the driver lacks it.
func systemDisplayClientCapability(_ descriptor: CInt, _ capability: CInt) -> Bool {
    var record = drm_set_client_cap(capability: UInt64(capability), value: 1)
    do throws(SystemFailure) {
        try systemDisplayCall("DRM_IOCTL_SET_CLIENT_CAP", descriptor, cdrm_set_client_capability, &record)
        return true
    } catch {
        return false
    }
}

func systemDisplayBecomeMaster(_ descriptor: CInt) throws(SystemFailure) {
    try systemDisplayCall("DRM_IOCTL_SET_MASTER") { cdrm_display_call(descriptor, cdrm_set_master, nil) }
}

/// Gives up being master. Who is not is refused, and who may not (before Linux
/// 5.8 nobody but root) as well.
func systemDisplayDropMaster(_ descriptor: CInt) throws(SystemFailure) {
    try systemDisplayCall("DRM_IOCTL_DROP_MASTER") { cdrm_display_call(descriptor, cdrm_drop_master, nil) }
}

/// The CRTCs and connectors of a device, in the kernel's order.
func systemDisplayResources(
    _ descriptor: CInt
) throws(SystemFailure) -> (crtcs: [UInt32], connectors: [UInt32]) {
    var (crtcCount, connectorCount) = (UInt32(0), UInt32(0))
    for _ in 0..<growthLimit {
        let crtcs = KernelArray<UInt32>(count: Int(crtcCount))
        let connectors = KernelArray<UInt32>(count: Int(connectorCount))
        var record = drm_mode_card_res()
        (record.count_crtcs, record.crtc_id_ptr) = (crtcCount, crtcs.address)
        (record.count_connectors, record.connector_id_ptr) = (connectorCount, connectors.address)
        try systemDisplayCall("DRM_IOCTL_MODE_GETRESOURCES", descriptor, cdrm_get_resources, &record)
        let isWhole = record.count_crtcs <= crtcCount && record.count_connectors <= connectorCount
        if isWhole {
            return (crtcs.elements(Int(record.count_crtcs)), connectors.elements(Int(record.count_connectors)))
        }
        crtcCount = min(max(crtcCount, record.count_crtcs), longestList)
        connectorCount = min(max(connectorCount, record.count_connectors), longestList)
    }
    throw SystemFailure(call: "DRM_IOCTL_MODE_GETRESOURCES", errno: EINVAL)
}

/// The framebuffers that were made through this descriptor.
func systemOwnFramebuffers(_ descriptor: CInt) throws(SystemFailure) -> [UInt32] {
    let room = 256
    let framebuffers = KernelArray<UInt32>(count: room)
    var record = drm_mode_card_res()
    (record.count_fbs, record.fb_id_ptr) = (UInt32(room), framebuffers.address)
    try systemDisplayCall("DRM_IOCTL_MODE_GETRESOURCES", descriptor, cdrm_get_resources, &record)
    return framebuffers.elements(min(room, Int(record.count_fbs)))
}

// MARK: - Objects

/// A connector; `probing` looks at the plug, which may take a tenth of a second.
func systemDisplayConnector(
    _ descriptor: CInt, _ id: UInt32, probing: Bool
) throws(SystemFailure) -> ConnectorRecord {
    // Without room for a mode the kernel looks at the plug.
    var modeCount: UInt32 = probing ? 0 : 1
    var encoderCount: UInt32 = 0
    for _ in 0..<growthLimit {
        let modes = KernelArray<drm_mode_modeinfo>(count: Int(modeCount))
        let encoders = KernelArray<UInt32>(count: Int(encoderCount))
        var record = drm_mode_get_connector()
        record.connector_id = id
        (record.count_modes, record.modes_ptr) = (modeCount, modes.address)
        (record.count_encoders, record.encoders_ptr) = (encoderCount, encoders.address)
        try systemDisplayCall("DRM_IOCTL_MODE_GETCONNECTOR", descriptor, cdrm_get_connector, &record)
        if record.count_modes <= modeCount && record.count_encoders <= encoderCount {
            return ConnectorRecord(
                record, modes: modes.elements(Int(record.count_modes)),
                encoders: encoders.elements(Int(record.count_encoders)))
        }
        modeCount = min(max(modeCount, record.count_modes, 1), longestList)
        encoderCount = min(max(encoderCount, record.count_encoders), longestList)
    }
    throw SystemFailure(call: "DRM_IOCTL_MODE_GETCONNECTOR", errno: EINVAL)
}

extension ConnectorRecord {
    fileprivate init(_ record: drm_mode_get_connector, modes: [drm_mode_modeinfo], encoders: [UInt32]) {
        var type = "Type\(record.connector_type)"
        if let name = unsafe drmModeGetConnectorTypeName(record.connector_type) {
            type = unsafe String(cString: name)
        }
        let state: ConnectorState
        switch record.connection {
        case UInt32(DRM_MODE_CONNECTED.rawValue): state = .connected
        case UInt32(DRM_MODE_DISCONNECTED.rawValue): state = .disconnected
        default: state = .unknown
        }
        self.init(
            id: record.connector_id, type: record.connector_type,
            name: "\(type)-\(record.connector_type_id)", state: state,
            size: ConnectorSize(
                widthMillimetres: Int(Int32(bitPattern: record.mm_width)),
                heightMillimetres: Int(Int32(bitPattern: record.mm_height))),
            modes: modes.map { DisplayMode($0) }, encoders: encoders, currentEncoder: record.encoder_id)
    }
}

/// The CRTC an encoder is fed by (0 for none), and a bit for each CRTC that could.
func systemDisplayEncoder(
    _ descriptor: CInt, _ id: UInt32
) throws(SystemFailure) -> (crtc: UInt32, possible: UInt32) {
    var record = drm_mode_get_encoder()
    record.encoder_id = id
    try systemDisplayCall("DRM_IOCTL_MODE_GETENCODER", descriptor, cdrm_get_encoder, &record)
    return (record.crtc_id, record.possible_crtcs)
}

func systemDisplayCRTC(_ descriptor: CInt, _ id: UInt32) throws(SystemFailure) -> CRTCRecord {
    var record = drm_mode_crtc()
    record.crtc_id = id
    try systemDisplayCall("DRM_IOCTL_MODE_GETCRTC", descriptor, cdrm_get_crtc, &record)
    return CRTCRecord(
        id: id, framebuffer: record.fb_id, x: record.x, y: record.y,
        mode: record.mode_valid != 0 ? DisplayMode(record.mode) : nil, gammaSize: Int(record.gamma_size))
}

/// Every plane of a device. Those that vanish while they are asked are left out.
func systemDisplayPlanes(_ descriptor: CInt) throws(SystemFailure) -> [PlaneRecord] {
    var count: UInt32 = 0
    for _ in 0..<growthLimit {
        let ids = KernelArray<UInt32>(count: Int(count))
        var record = drm_mode_get_plane_res(plane_id_ptr: ids.address, count_planes: count)
        try systemDisplayCall("DRM_IOCTL_MODE_GETPLANERESOURCES", descriptor, cdrm_get_plane_resources, &record)
        if record.count_planes <= count {
            return ids.elements(Int(record.count_planes)).compactMap { systemDisplayPlane(descriptor, $0) }
        }
        count = min(record.count_planes, longestList)
    }
    throw SystemFailure(call: "DRM_IOCTL_MODE_GETPLANERESOURCES", errno: EINVAL)
}

private func systemDisplayPlane(_ descriptor: CInt, _ id: UInt32) -> PlaneRecord? {
    var count: UInt32 = 0
    for _ in 0..<growthLimit {
        let formats = KernelArray<UInt32>(count: Int(count))
        var record = drm_mode_get_plane()
        record.plane_id = id
        (record.count_format_types, record.format_type_ptr) = (count, formats.address)
        do throws(SystemFailure) {
            try systemDisplayCall("DRM_IOCTL_MODE_GETPLANE", descriptor, cdrm_get_plane, &record)
        } catch {
            return nil
        }
        if record.count_format_types <= count {
            return PlaneRecord(
                id: id, crtc: record.crtc_id, framebuffer: record.fb_id, possibleCRTCs: record.possible_crtcs,
                formats: formats.elements(Int(record.count_format_types)))
        }
        count = min(record.count_format_types, longestList)
    }
    return nil
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
    var count: UInt32 = 0
    for _ in 0..<growthLimit {
        let ids = KernelArray<UInt32>(count: Int(count))
        let values = KernelArray<UInt64>(count: Int(count))
        var record = drm_mode_obj_get_properties(
            props_ptr: ids.address, prop_values_ptr: values.address, count_props: count, obj_id: object,
            obj_type: kind.rawValue)
        try systemDisplayCall("DRM_IOCTL_MODE_OBJ_GETPROPERTIES", descriptor, cdrm_get_properties, &record)
        if record.count_props <= count {
            var properties: [DisplayProperty] = []
            let length = Int(record.count_props)
            for (id, value) in zip(ids.elements(length), values.elements(length)) {
                var property = drm_mode_get_property()
                property.prop_id = id
                do throws(SystemFailure) {
                    try systemDisplayCall("DRM_IOCTL_MODE_GETPROPERTY", descriptor, cdrm_get_property, &property)
                } catch {
                    continue
                }
                properties.append(DisplayProperty(id: id, name: systemText(property.name), value: value))
            }
            return properties
        }
        count = min(record.count_props, longestList)
    }
    throw SystemFailure(call: "DRM_IOCTL_MODE_OBJ_GETPROPERTIES", errno: EINVAL)
}

/// The kernel's word for the value of a property that is one of several words.
func systemDisplayPropertyWord(_ descriptor: CInt, _ property: DisplayProperty) -> String? {
    var count: UInt32 = 0
    for _ in 0..<growthLimit {
        let words = KernelArray<drm_mode_property_enum>(count: Int(count))
        var record = drm_mode_get_property()
        record.prop_id = property.id
        (record.count_enum_blobs, record.enum_blob_ptr) = (count, words.address)
        do throws(SystemFailure) {
            try systemDisplayCall("DRM_IOCTL_MODE_GETPROPERTY", descriptor, cdrm_get_property, &record)
        } catch {
            return nil
        }
        if record.count_enum_blobs <= count {
            for word in words.elements(Int(record.count_enum_blobs)) where word.value == property.value {
                return systemText(word.name)
            }
            return nil
        }
        count = min(record.count_enum_blobs, longestList)
    }
    return nil
}
