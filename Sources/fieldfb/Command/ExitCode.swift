/// How the program ends. The numbers follow sysexits.h where it has one.
enum ExitCode: CInt, Sendable {
    /// All went well.
    case success = 0
    /// The daemon refused the request, or `check` found a fault.
    case refused = 1
    /// The command was used wrongly.
    case usage = 64
    /// There is no daemon to talk to.
    case noDaemon = 69
    /// The machine lacks what the daemon cannot run without.
    case system = 71
    /// Another instance of the daemon has the socket.
    case alreadyRunning = 73
    /// A connection broke, or a file could not be read or written.
    case inputOutput = 74
}
