import FieldFB

/// Gives the text console back when the program dies of a fault of its own.
///
/// No owner is reached on that way out: the handler of the deadly signals
/// makes one system call, then the signal takes its course.
enum CrashGuard {
    /// Written before a handler can run and read by it: the program has one thread.
    nonisolated(unsafe) private static var console: ConsoleRestore?

    /// What to give back; nil for nothing.
    static func watch(_ restore: ConsoleRestore?) {
        unsafe console = restore
        SystemCalls.onCrash { number in
            unsafe CrashGuard.console?.restore()
            SystemCalls.raise(number)
        }
    }
}
