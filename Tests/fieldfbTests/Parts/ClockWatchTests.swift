import CDRM
import Testing

@testable import fieldfb

@Suite("Whether the machine was suspended")
struct ClockWatchTests {
    @Test("a kernel that runs says nothing, and a look tells no suspend")
    func quiet() throws {
        var lines: [String] = []
        guard var watch = ClockWatch(log: { lines.append($0) }) else {
            Issue.record("no clock watch: \(lines)")
            return
        }
        var entries = [pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)]
        try SystemCalls.poll(&entries, milliseconds: 0)
        #expect(entries[0].revents == 0)
        // Called without news it does not wait either.
        let first = watch.hasResumed()
        let second = watch.hasResumed()
        #expect(!first && !second)
        #expect(lines.isEmpty)
    }

    @Test("time that only one of the clocks counted is a suspend, the noise of reading them is none")
    func threshold() {
        #expect(ClockWatch.isSuspend(from: 5_000_000_000, to: 6_000_000_000))
        #expect(!ClockWatch.isSuspend(from: 5_000_000_000, to: 5_001_000_000))
        #expect(!ClockWatch.isSuspend(from: 5_000_000_000, to: 4_000_000_000))
    }
}
