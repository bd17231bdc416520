import Testing

@testable import fieldfb

@Suite("Who may command")
struct ControlAccessTests {
    /// Somebody with a connection, made of what the kernel told.
    private func peer(trusted: Bool = false, inGroup: Bool = false) -> Peer {
        var peer = Peer(of: -1, group: nil)
        peer.isTrusted = trusted
        peer.isInGroup = inGroup
        return peer
    }

    @Test("root and the daemon's own user may under every rule", arguments: ControlAccess.allCases)
    func trusted(_ access: ControlAccess) {
        #expect(access.admits(peer(trusted: true)))
    }

    @Test("the group may unless it is for root only, others only where it is for everyone")
    func others() {
        #expect(ControlAccess.group.admits(peer(inGroup: true)))
        #expect(!ControlAccess.root.admits(peer(inGroup: true)))
        #expect(ControlAccess.everyone.admits(peer()))
        #expect(!ControlAccess.group.admits(peer()))
        #expect(!ControlAccess.root.admits(peer()))
    }

    @Test("of whom the kernel tells nothing, nothing good is supposed")
    func unknown() {
        let unknown = Peer(of: -1, group: 0)
        #expect(unknown.user == nil)
        #expect(!unknown.isTrusted && !unknown.isInGroup)
    }

    @Test("everybody may ask how it is, and nothing else", arguments: [
        ("status", true), ("ping", true), ("version", true), ("help", true), ("active", false), ("park", false),
        ("progress 1", false), ("message", false), ("set Pitch 3", false), ("get Pitch", false), ("subscribe", false),
        ("release", false), ("acquire", false), ("quit", false),
    ])
    func questions(_ line: String, _ isQuestion: Bool) throws {
        #expect(try ControlRequest(parsing: Array(line.utf8)[...]).isQuestion == isQuestion)
    }
}
