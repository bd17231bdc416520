import Testing
import VMLab

/// From the first second of a machine to the end of its boot.
@Suite("On a booting Debian, the field")
struct SystemdBootTests {
    @Test("is on the glass before sysinit.target is reached, and stays")
    func early() async throws {
        try await Lab.booting(.kiosk) { machine, recording in
            try await machine.waitUntilBooted()
            let clock = try await machine.clock()
            let field = try await machine.view.expected(.frozen)
            try await machine.waitUntilShown(field)
            let pictures = try await recording.endWithTimes()
            let first = try #require(pictures.firstIndex { .picture($0.screen) == field }, "the field was shown")
            #expect(pictures[first...].count == 1, "nothing else came after it")
            let shown = clock.latest(pictures[first].before)
            let sysinit = try await machine.activation(of: "sysinit.target")
            let basic = try await machine.activation(of: "basic.target")
            print("the field is shown \(basic - shown) s before basic.target, at \(shown) s; sysinit.target at \(sysinit) s, basic.target at \(basic) s, multi-user.target at \(try await machine.activation(of: "multi-user.target")) s")
            #expect(shown < sysinit)
        }
    }
}
