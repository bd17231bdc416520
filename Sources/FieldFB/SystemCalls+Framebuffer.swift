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
