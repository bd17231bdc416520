import CDRM

// The calls of the framebuffer device, /dev/fb0.

func systemFramebufferFixed(_ descriptor: CInt) throws(SystemFailure) -> fb_fix_screeninfo {
    var record = fb_fix_screeninfo()
    try systemCall("FBIOGET_FSCREENINFO") { Int(unsafe cdrm_framebuffer_fixed(descriptor, &record)) }
    return record
}

func systemFramebufferVariable(_ descriptor: CInt) throws(SystemFailure) -> fb_var_screeninfo {
    var record = fb_var_screeninfo()
    try systemCall("FBIOGET_VSCREENINFO") { Int(unsafe cdrm_framebuffer_variable(descriptor, &record)) }
    return record
}

/// Shows the part of the memory that the record's offsets name.
func systemFramebufferPan(_ descriptor: CInt, _ record: fb_var_screeninfo) throws(SystemFailure) {
    var record = record
    try systemCall("FBIOPAN_DISPLAY") { Int(unsafe cdrm_framebuffer_pan(descriptor, &record)) }
}

/// Lights a screen that was blanked.
func systemFramebufferUnblank(_ descriptor: CInt) throws(SystemFailure) {
    try systemCall("FBIOBLANK") { Int(cdrm_framebuffer_unblank(descriptor)) }
}

/// Fills in what the device has of its first entries; the rest stays as it is.
func systemReadFramebufferColours(_ descriptor: CInt, _ colours: inout ColourMap) throws(SystemFailure) {
    try systemCall("FBIOGETCMAP") { systemFramebufferColours(descriptor, &colours, isSet: false) }
}

/// Sets the first entries of the device's tables.
func systemSetFramebufferColours(_ descriptor: CInt, _ colours: ColourMap) throws(SystemFailure) {
    if colours.count == 0 { return }
    var colours = colours
    try systemCall("FBIOPUTCMAP") { systemFramebufferColours(descriptor, &colours, isSet: true) }
}

private func systemFramebufferColours(_ descriptor: CInt, _ colours: inout ColourMap, isSet: Bool) -> Int {
    let count = colours.count
    return unsafe colours.red.withUnsafeMutableBufferPointer { red in
        unsafe colours.green.withUnsafeMutableBufferPointer { green in
            unsafe colours.blue.withUnsafeMutableBufferPointer { blue in
                guard count == green.count, count == blue.count else { return -1 }
                return Int(
                    unsafe cdrm_framebuffer_colours(
                        descriptor, isSet ? 1 : 0, UInt32(clamping: count), red.baseAddress,
                        green.baseAddress, blue.baseAddress))
            }
        }
    }
}
