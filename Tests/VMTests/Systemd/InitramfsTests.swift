import Testing
import VMLab

/// The field from the initial file system on.
@Suite("On a Debian with an initial file system of its own making")
struct InitramfsTests {
    @Test("the field is there before the real root is, and nothing else comes after it", arguments: [
        "initramfs-tools", "dracut",
    ])
    func handedOver(_ maker: String) async throws {
        try await Lab.booting(.kiosk(with: maker)) { machine, recording in
            try await machine.waitUntilBooted()
            _ = try await machine.service()
            try await machine.waitUntilFieldShown()
            let clock = try await machine.clock()
            let field = try await machine.view.expected(.frozen), still = try await machine.view.expected(.still)
            let pictures = try await recording.endWithTimes()
            let first = try #require(pictures.firstIndex { .picture($0.screen) == field }, "the field was shown")
            try expect(Array(pictures[first...]), toBeOnly: field, still)

            // The socket is among the first units of the real root.
            let root = try await machine.activation(of: "fieldfb.socket")
            let shown = clock.latest(pictures[first].before)
            print("\(maker): the field is shown \(root - shown) seconds before the socket of the real root")
            #expect(shown < root)
            // The instance of the initial file system has left.
            #expect(try await machine.shell.call("ls /proc/*/exe -l 2>/dev/null | grep -c bin/fieldfb") == "1")
            #expect(try await machine.complaints() == [])
        }
    }
}
