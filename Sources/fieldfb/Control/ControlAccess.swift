/// Who may command the daemon. Everybody who can connect may ask how it is.
enum ControlAccess: String, CaseIterable, Sendable {
    /// Root, the daemon's own user, and members of the group of the socket's file.
    case group
    /// Root and the daemon's own user.
    case root
    /// Whoever can connect.
    case everyone

    /// Whether somebody may command.
    func admits(_ peer: Peer) -> Bool {
        switch self {
        case .everyone: true
        case .group: peer.isTrusted || peer.isInGroup
        case .root: peer.isTrusted
        }
    }

    /// What is said to those who may not.
    var refusal: Refusal {
        Refusal(.denied, self == .root
            ? "only root may ask for that; Access says so"
            : "only root and the group of the socket may ask for that; Access says so")
    }
}

/// Who is at the other end of a connection, as the kernel knew it when the
/// client connected (unix(7), SO_PEERCRED).
struct Peer: Sendable {
    /// The process; 0 for one that this process cannot see.
    var process: Int
    /// The user; nil when the kernel does not tell.
    var user: UInt32?
    /// Whether it is root or the user this process runs as.
    var isTrusted: Bool
    /// Whether its own group or one of its further groups is that of the
    /// socket's file.
    var isInGroup: Bool

    /// The peer of a connection.
    ///
    /// - Parameter group: the group of the socket's file; nil when it has none.
    init(of descriptor: CInt, group: UInt32?) {
        let credentials = try? SystemCalls.peer(descriptor)
        process = credentials?.process ?? 0
        user = credentials?.user
        isTrusted = user == 0 || (user != nil && user == SystemCalls.effectiveUser())
        isInGroup = false
        guard let group, let credentials else { return }
        isInGroup = credentials.group == group || SystemCalls.peer(descriptor, isMemberOf: group)
    }

    /// For the log: who did something.
    var text: String { user.map { "uid \($0), pid \(process)" } ?? "an unknown user" }
}
