/// Who decides about switching to and from a virtual terminal.
enum TerminalSwitching: Equatable {
    /// The kernel, at once.
    case automatic
    /// A program, which the kernel asks with one signal and tells with another.
    case program(release: CInt, acquire: CInt)

    /// As this program asks for it.
    static var ours: TerminalSwitching {
        .program(release: Console.releaseSignal, acquire: Console.acquireSignal)
    }
}
