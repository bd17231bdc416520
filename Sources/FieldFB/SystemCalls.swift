import CDRM

// Every call into C that this module makes is a function in this file. Nothing else in the module names libc or libdrm.

/// A call that failed, with its error number.
struct SystemFailure: Error {
    let call: StaticString
    let errno: CInt
}

/// The words of the C library for an error number.
func systemErrorText(_ code: CInt) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
}
