import CDRM

// The calls of virtual terminals.

/// KD_TEXT or KD_GRAPHICS.
func systemConsoleMode(_ descriptor: CInt) throws(SystemFailure) -> CInt {
    var mode: CInt = 0
    try systemCall("KDGETMODE") { Int(unsafe cdrm_console_mode(descriptor, &mode)) }
    return mode
}

func systemSetConsoleMode(_ descriptor: CInt, _ mode: CInt) throws(SystemFailure) {
    try systemCall("KDSETMODE") { Int(cdrm_console_set_mode(descriptor, mode)) }
}

/// The number of the virtual terminal that is shown.
func systemActiveTerminal(_ descriptor: CInt) throws(SystemFailure) -> Int {
    var state = vt_stat()
    try systemCall("VT_GETSTATE") { Int(unsafe cdrm_terminal_state(descriptor, &state)) }
    return Int(state.v_active)
}

/// Sets KD_TEXT and ignores a refusal. Safe in a signal handler.
func systemRestoreConsole(_ descriptor: CInt) {
    _ = cdrm_console_set_mode(descriptor, KD_TEXT)
}
