import Testing

@testable import ProgramLab
@testable import fieldfb

@Suite("How much the log says")
struct LogLimiterTests {
    private static let second: Int64 = 1_000_000_000

    /// How many of so many lines of a priority come through at one moment.
    private func count(
        _ limiter: inout LogLimiter, _ priority: LogPriority, of lines: Int, at seconds: Int64
    ) -> Int {
        (0..<lines).count { _ in limiter.admits(priority, now: seconds * Self.second) }
    }

    @Test("thirty lines come through at once, then three a minute")
    func burst() {
        var limiter = LogLimiter(now: 0)
        #expect(count(&limiter, .warning, of: 100, at: 0) == 30)
        #expect(count(&limiter, .warning, of: 100, at: 19) == 0)
        #expect(count(&limiter, .warning, of: 100, at: 20) == 1)
        #expect(count(&limiter, .warning, of: 100, at: 60) == 2)
        #expect(count(&limiter, .error, of: 100, at: 61) == 0)
        #expect(count(&limiter, .warning, of: 100, at: 61 + 600) == 30)
    }

    @Test("the last ten of a burst are for warnings and errors", arguments: [LogPriority.info, .notice])
    func reserve(_ priority: LogPriority) {
        var limiter = LogLimiter(now: 0)
        #expect(count(&limiter, priority, of: 100, at: 0) == 20)
        #expect(count(&limiter, .warning, of: 5, at: 0) == 5)
        #expect(count(&limiter, .error, of: 100, at: 0) == 5)
    }

    @Test("what is held back is counted once, and is to be told after a minute")
    func heldBack() {
        var limiter = LogLimiter(now: 0)
        #expect(limiter.deadline == nil)
        _ = count(&limiter, .error, of: 30, at: 0)
        #expect(limiter.heldBack == 0 && limiter.deadline == nil)
        _ = count(&limiter, .error, of: 7, at: 3)
        _ = count(&limiter, .info, of: 2, at: 5)
        #expect(limiter.deadline == 63 * Self.second)
        #expect(limiter.takeHeldBack() == 9)
        #expect(limiter.takeHeldBack() == 0)
        #expect(limiter.deadline == nil)
    }

    @Test("lines for debugging are neither said nor counted, unless somebody does that")
    func debug() {
        var limiter = LogLimiter(now: 0)
        #expect(count(&limiter, .debug, of: 100, at: 0) == 0)
        #expect(limiter.heldBack == 0)
        limiter.isDebugging = true
        #expect(count(&limiter, .debug, of: 500, at: 0) == 500)
        #expect(count(&limiter, .warning, of: 5000, at: 0) == 500)
        #expect(count(&limiter, .warning, of: 5000, at: 1) == 50)
        limiter.isDebugging = false
        #expect(count(&limiter, .warning, of: 5000, at: 1) == 30)
    }

    @Test("whatever comes whenever, no hour has more than a burst and three lines a minute")
    func anyFlood() {
        let seed: UInt64 = 90_210
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            var limiter = LogLimiter(now: 0)
            var now: Int64 = 0
            var (said, sent) = (0, 0)
            while now < 3600 * Self.second {
                now += Int64.random(in: 0...(Bool.random(using: &generator) ? 40 : 1), using: &generator) * Self.second / 3
                let priority = [LogPriority.error, .warning, .notice, .info].randomElement(using: &generator)!
                sent += 1
                if limiter.admits(priority, now: now) { said += 1 }
            }
            #expect(said <= 30 + 60 * 3, "seed \(seed)")
            #expect(said + limiter.heldBack == sent, "seed \(seed)")
        }
    }

    @Test("a clock that stands still or jumps far does no harm")
    func oddClocks() {
        var limiter = LogLimiter(now: Int64.max - 1)
        #expect(count(&limiter, .error, of: 100, at: 0) == 30)
        #expect(count(&limiter, .error, of: 1, at: 0) == 0)
        var other = LogLimiter(now: 0)
        _ = count(&other, .error, of: 100, at: 0)
        #expect(count(&other, .error, of: 100, at: 9_000_000_000) == 30)
    }
}
