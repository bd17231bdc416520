import Testing
import VMLab

@Suite("On a real kernel, a second daemon")
struct SecondDaemonTests {
    @Test("on the same socket ends with a message, and the first one's picture stays")
    func sameSocket() async throws {
        try await Lab.withMachine(.virtio) { machine in
            _ = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            let picture = try await machine.look()

            let second = try await machine.shell.run("timeout 10 fieldfb run")
            #expect(second.status != 0)
            #expect(second.output.contains("another instance is running"))
            try await machine.expectNoChange(from: picture)
        }
    }

    @Test("on its own socket waits for the display, and takes it when the first one ends")
    func ownSocket() async throws {
        try await Lab.withMachine(.virtio) { machine in
            let first = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            let picture = try await machine.look()

            try await machine.shell.call(
                """
                fieldfb run --socket /run/second --set EaseTime=0 >/run/second.log 2>&1 &
                until fieldfb ctl --socket /run/second park; do sleep 0.1; done
                until grep -q 'another program drives this display' /run/second.log; do sleep 0.1; done
                """)
            try await machine.expectNoChange(from: picture)

            try await first.request("quit")
            #expect(try await first.waitForEnd() == 0)
            try await machine.waitUntilShown(.still)
        }
    }
}
