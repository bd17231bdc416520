import Testing

@testable import fieldfb

@Suite("When frames are due")
struct FramePacerTests {
    /// 25 frames a second: a frame every 40 ms.
    private let period: Int64 = 40_000_000

    @Test("nothing is due until somebody asks")
    func idle() {
        let pacer = FramePacer(rate: 25)
        #expect(pacer.deadline == nil)
        #expect(!pacer.isDue(now: .max))
    }

    @Test("the first frame is due at once, the next ones a period apart, whenever the work was done")
    func grid() {
        var pacer = FramePacer(rate: 25)
        pacer.schedule(now: 1000)
        #expect(pacer.deadline == 1000)
        var missed = 0
        for frame in 1...100 {
            // The frame is begun up to 11 ms late, as with 11 ms of work.
            missed += pacer.advance(now: (pacer.deadline ?? 0) + Int64(frame % 12) * 1_000_000)
            #expect(pacer.deadline == 1000 + Int64(frame) * period)
        }
        #expect(missed == 0)
    }

    @Test("after a stall the frames go on ahead, on the same grid, without a burst")
    func stall() {
        var pacer = FramePacer(rate: 25)
        pacer.schedule(now: 0)
        #expect(pacer.advance(now: 0) == 0)
        let late = period + 300_000_000
        #expect(pacer.advance(now: late) == 7)
        #expect(pacer.deadline == 9 * period)
        #expect((pacer.deadline ?? 0) > late)
    }

    @Test("a frame asked for between two is not due before its time")
    func noFlood() {
        var pacer = FramePacer(rate: 25)
        pacer.schedule(now: 0)
        _ = pacer.advance(now: 0)
        pacer.stop()
        pacer.schedule(now: 5)
        #expect(pacer.deadline == period)
        pacer.schedule(now: 6)
        #expect(pacer.deadline == period)
    }

    @Test("a slow rate is no stall: the shape may move on for two periods")
    func longestStep() {
        #expect(FramePacer(rate: 25).longestStep == 250_000_000)
        #expect(FramePacer(rate: 1).longestStep == 2_000_000_000)
    }

    @Test("a frame asked for after a rest is due at once")
    func afterRest() {
        var pacer = FramePacer(rate: 25)
        pacer.schedule(now: 0)
        _ = pacer.advance(now: 0)
        pacer.stop()
        pacer.schedule(now: 10_000_000_000)
        #expect(pacer.deadline == 10_000_000_000)
    }
}
