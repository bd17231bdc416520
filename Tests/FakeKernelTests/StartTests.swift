import FakeKernel
import Testing

@testable import ProgramLab

@Suite("On a scripted kernel, the program")
struct StartTests {
    @Test("shows the still frame, and gives everything back at its end")
    func startAndEnd() throws {
        let kernel = try FakeKernel(
            """
            card 0 driver=vc4 crtcs=2 console=yes
            connector card0 HDMI-A-1 mm=531x299 modes=160x120@60!
            terminals 1
            """)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        #expect(try kernel.counts()["framebuffers"] == 2)
        _ = try daemon.ask("quit")
        #expect(try daemon.exitCode() == 0)
        let left = try kernel.left()
        #expect(left.counts.values.allSatisfy { $0 == 0 }, "left: \(left.counts)")
        #expect(left.rules == [])
    }
}
