import CDRM

// The calls of virtual terminals.
//
// None of them waits for another program: VT_WAITACTIVE, which does, is not
// among them. KDSETMODE and VT_SETMODE wait for the kernel's console lock, which
// printing a kernel message holds: on a slow serial console that is a moment.

/// KD_TEXT or KD_GRAPHICS.
func systemConsoleMode(_ descriptor: CInt) throws(SystemFailure) -> CInt {
    var mode: CInt = 0
    try systemCall("KDGETMODE") { Int(unsafe cdrm_console_mode(descriptor, &mode)) }
    return mode
}

func systemSetConsoleMode(_ descriptor: CInt, _ mode: CInt) throws(SystemFailure) {
    try systemCall("KDSETMODE") { Int(cdrm_console_set_mode(descriptor, mode)) }
}

/// K_XLATE, K_UNICODE, K_OFF, K_RAW or K_MEDIUMRAW.
func systemKeyboardMode(_ descriptor: CInt) throws(SystemFailure) -> CInt {
    var mode: CInt = 0
    try systemCall("KDGKBMODE") { Int(unsafe cdrm_console_keyboard_mode(descriptor, &mode)) }
    return mode
}

func systemSetKeyboardMode(_ descriptor: CInt, _ mode: CInt) throws(SystemFailure) {
    try systemCall("KDSKBMODE") { Int(cdrm_console_set_keyboard_mode(descriptor, mode)) }
}

/// The number of the virtual terminal that is shown.
func systemActiveTerminal(_ descriptor: CInt) throws(SystemFailure) -> Int {
    var state = vt_stat()
    try systemCall("VT_GETSTATE") { Int(unsafe cdrm_terminal_state(descriptor, &state)) }
    return Int(state.v_active)
}

/// The number of the virtual terminal that a descriptor is; nil for anything else.
func systemTerminalNumber(_ descriptor: CInt) -> Int? {
    let number = Int(cdrm_terminal_number(descriptor))
    return number > 0 ? number : nil
}

/// Who decides about switching to and from a terminal.
func systemTerminalSwitching(_ descriptor: CInt) throws(SystemFailure) -> TerminalSwitching {
    var mode = vt_mode()
    try systemCall("VT_GETMODE") { Int(unsafe cdrm_terminal_mode(descriptor, &mode)) }
    guard CInt(mode.mode) == VT_PROCESS else { return .automatic }
    return .program(release: CInt(mode.relsig), acquire: CInt(mode.acqsig))
}

/// `program` makes it this process.
func systemSetTerminalSwitching(
    _ descriptor: CInt, _ switching: TerminalSwitching
) throws(SystemFailure) {
    var mode = vt_mode()
    switch switching {
    case .automatic:
        mode.mode = CChar(VT_AUTO)
    case .program(let release, let acquire):
        mode.mode = CChar(VT_PROCESS)
        mode.relsig = CShort(truncatingIfNeeded: release)
        mode.acqsig = CShort(truncatingIfNeeded: acquire)
    }
    try systemCall("VT_SETMODE") { Int(unsafe cdrm_terminal_set_mode(descriptor, &mode)) }
}

/// What a program answers when the kernel asks for its terminal or gives it back.
enum SystemSwitchAnswer: CInt {
    case refused = 0
    case allowed = 1
    case acknowledged = 2
}

func systemAnswerSwitch(_ descriptor: CInt, _ answer: SystemSwitchAnswer) throws(SystemFailure) {
    try systemCall("VT_RELDISP") { Int(cdrm_terminal_answer_switch(descriptor, answer.rawValue)) }
}

/// Asks for a terminal to be shown. Whether and when it is, the kernel decides.
func systemActivateTerminal(_ descriptor: CInt, _ number: Int) throws(SystemFailure) {
    try systemCall("VT_ACTIVATE") { Int(cdrm_terminal_activate(descriptor, CInt(clamping: number))) }
}

/// Shows a console that has been dark for want of keys.
func systemUnblankConsole(_ descriptor: CInt) throws(SystemFailure) {
    try systemCall("TIOCL_UNBLANKSCREEN") { Int(cdrm_console_unblank(descriptor)) }
}

/// Whether the kernel's console is dark; also while a program has the screen.
func systemIsConsoleBlanked(_ descriptor: CInt) throws(SystemFailure) -> Bool {
    try systemCall("TIOCL_BLANKEDSCREEN") { Int(cdrm_console_is_blanked(descriptor)) } > 0
}

/// Gives switching and text back to the kernel, whatever is refused. Safe in a
/// signal handler. A terminal that another program has taken over meanwhile is
/// left to it.
///
/// - Parameter isFollowed: whether this program has taken over switching.
func systemRestoreConsole(_ descriptor: CInt, isFollowed: Bool) {
    var mode = vt_mode()
    if unsafe isFollowed && cdrm_terminal_mode(descriptor, &mode) == 0 {
        guard CInt(mode.mode) == VT_PROCESS, CInt(mode.relsig) == Console.releaseSignal,
            CInt(mode.acqsig) == Console.acquireSignal
        else { return }
        mode = vt_mode()
        mode.mode = CChar(VT_AUTO)
        _ = unsafe cdrm_terminal_set_mode(descriptor, &mode)
    }
    _ = cdrm_console_set_mode(descriptor, KD_TEXT)
}

/// Makes an old descriptor mean what a new one means; the new number is closed.
func systemReplaceDescriptor(_ old: CInt, by new: CInt) throws(SystemFailure) {
    try systemCall("dup2") { Int(cdrm_replace_descriptor(new, old)) }
}

/// Whether a process of that number is alive.
func systemIsProcess(_ number: Int) -> Bool {
    number <= Int(CInt.max) && cdrm_is_process(CInt(number)) == 1
}
