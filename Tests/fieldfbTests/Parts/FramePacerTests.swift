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

@Suite("When frames are due on a slow display")
struct FramePacerSpreadTests {
    private static let millisecond: Int64 = 1_000_000

    /// Frames one after the other on a made-up clock: when each was begun.
    /// Frame `n` takes `work(n)` milliseconds.
    private func begins(
        _ pacer: inout FramePacer, count: Int, from start: Int64 = 0, work: (Int) -> Int
    ) -> [Int64] {
        var now = start
        var begins: [Int64] = []
        pacer.schedule(now: now)
        for frame in 0..<count {
            now = max(now, pacer.deadline ?? now)
            begins.append(now)
            _ = pacer.advance(now: now)
            let took = Int64(work(frame)) * Self.millisecond
            now += took
            pacer.took(took)
        }
        return begins
    }

    private func gaps(_ begins: [Int64]) -> [Int64] {
        zip(begins, begins.dropFirst()).map { ($1 - $0) / Self.millisecond }
    }

    @Test("11 ms of work and one stall of 300 ms: 25 frames a second, and again after the stall")
    func oneStall() {
        var pacer = FramePacer(rate: 25)
        let gaps = gaps(begins(&pacer, count: 60) { $0 == 20 ? 300 : 11 })
        #expect(gaps[..<20].allSatisfy { $0 == 40 })
        // The frame that was waited for is begun at once, the next ones lie on the grid.
        #expect(gaps[20] == 300)
        #expect(gaps[21] == 20)
        #expect(gaps[22...].allSatisfy { $0 == 40 })
    }

    @Test("a first picture with its mode set slows nothing down")
    func slowStart() {
        var pacer = FramePacer(rate: 25)
        let gaps = gaps(begins(&pacer, count: 10) { $0 == 0 ? 700 : 5 })
        #expect(gaps[0] == 700)
        #expect(gaps[1] == 20)
        #expect(gaps[2...].allSatisfy { $0 == 40 })
    }

    @Test("a panel that takes longer than a frame is busy for half of the time", arguments: [50, 230, 3000])
    func slowPanel(_ work: Int) {
        var pacer = FramePacer(rate: 25)
        let gaps = gaps(begins(&pacer, count: 40) { _ in work })
        // The first may be a mode set, so the second follows at once; then the habit is known.
        #expect(gaps[0] == max(40, Int64(work)))
        #expect(gaps[1] > Int64(work))
        #expect(gaps[2...].allSatisfy { $0 == 2 * Int64(work) })
    }

    @Test("a panel that turns quick again gets its frames back, step by step and for good")
    func recovers() {
        var pacer = FramePacer(rate: 25)
        let gaps = gaps(begins(&pacer, count: 60) { $0 < 30 ? 200 : 4 })
        #expect(gaps[25] == 400)
        #expect(gaps[40...].allSatisfy { $0 == 40 })
        #expect(zip(gaps[30..<45], gaps[31..<46]).allSatisfy { $0 >= $1 })
    }

    @Test("slow and quick pictures in turn give a steady pace")
    func steady() {
        var pacer = FramePacer(rate: 25)
        let gaps = gaps(begins(&pacer, count: 60) { $0 % 2 == 0 ? 90 : 20 })
        #expect(Set(gaps[10...]).count == 1)
    }

    @Test("a program stopped for a minute goes on at once, on the same grid, and is as quick as before")
    func stopped() {
        var pacer = FramePacer(rate: 25)
        let begins = begins(&pacer, count: 40) { $0 == 20 ? 60_000 : 3 }
        let gaps = gaps(begins)
        #expect(gaps[20] >= 60_000 && gaps[20] <= 60_040)
        #expect(gaps[21...].allSatisfy { $0 == 40 })
        #expect(begins.allSatisfy { $0 % (40 * Self.millisecond) == 0 })
    }

    @Test("a program stopped while it shows its second picture is held up for seconds, not minutes")
    func stoppedEarly() {
        var pacer = FramePacer(rate: 25)
        let gaps = gaps(begins(&pacer, count: 30) { $0 < 2 ? 60_000 : 3 })
        #expect(gaps[1...].allSatisfy { $0 <= 60_040 })
        #expect(gaps[2...].reduce(0, +) < 60_000)
        #expect(gaps[20...].allSatisfy { $0 == 40 })
    }

    @Test("a display of 10 Hz gets 10 frames a second, one of 240 Hz what was asked for")
    func refresh() {
        var pacer = FramePacer(rate: 30)
        pacer.setRefresh(millihertz: 10_000)
        #expect(pacer.interval == 100 * Self.millisecond)
        #expect(gaps(begins(&pacer, count: 20) { _ in 3 }).allSatisfy { $0 == 100 })
        pacer.setRefresh(millihertz: 240_000)
        #expect(pacer.interval == 33_333_333)
        var quick = FramePacer(rate: 500)
        quick.setRefresh(millihertz: 240_000)
        #expect(quick.interval == 4_166_666)
    }

    @Test("a refresh that nobody knows, or that cannot be, is no limit", arguments: [0, 10, 999, -1, Int.min])
    func unknownRefresh(_ millihertz: Int) {
        var pacer = FramePacer(rate: 25)
        pacer.setRefresh(millihertz: millihertz)
        #expect(pacer.interval == 40 * Self.millisecond)
    }

    @Test("times that cannot be change nothing for long", arguments: [Int64.min, -1, 0, .max])
    func absurdTimes(_ time: Int64) {
        var pacer = FramePacer(rate: 25)
        pacer.schedule(now: 0)
        for _ in 0..<20 {
            _ = pacer.advance(now: pacer.deadline ?? 0)
            pacer.took(time)
        }
        #expect(pacer.interval <= 2 * UsualTime.longest)
    }

    @Test("a picture that is asked for while the last one is still on its way waits for its moment")
    func noBacklog() {
        var pacer = FramePacer(rate: 25)
        _ = begins(&pacer, count: 20) { _ in 500 }
        pacer.stop()
        let deadline = pacer.deadline
        #expect(deadline == nil)
        let now: Int64 = 19 * 1000 * Self.millisecond
        pacer.schedule(now: now)
        #expect((pacer.deadline ?? 0) > now)
    }
}

@Suite("When frames are due on a slow processor")
struct FramePacerShareTests {
    private static let millisecond: Int64 = 1_000_000

    /// The times between frames at 25 a second, of which each takes `cost(n)` milliseconds of a processor.
    private func gaps(_ count: Int, share: Double = 0.25, _ cost: (Int) -> Double) -> [Int64] {
        var pacer = FramePacer(rate: 25)
        var begins: [Int64] = []
        pacer.schedule(now: 0)
        for frame in 0..<count {
            let now = pacer.deadline ?? 0
            begins.append(now)
            #expect(pacer.advance(now: now) == 0)
            pacer.drew(Int64(cost(frame) * Double(Self.millisecond)), share: share)
        }
        return zip(begins, begins.dropFirst()).map { ($1 - $0) / Self.millisecond }
    }

    @Test("a quarter of the time is for drawing: whole periods are left out", arguments: [
        (9.9, 40), (10.1, 80), (19.9, 80), (29.0, 120), (59.0, 240),
    ])
    func share(_ cost: Double, _ gap: Int64) {
        #expect(gaps(20) { _ in cost }[2...].allSatisfy { $0 == gap })
    }

    @Test("a display that many periods would be left out of gets four frames a second all the same")
    func atLeast() {
        #expect(gaps(20) { _ in 900 }[2...].allSatisfy { $0 == 240 })
    }

    @Test("one dear frame in eight changes nothing, such as one that draws the whole picture")
    func oneDear() {
        #expect(gaps(60) { $0 % 8 == 0 ? 200 : 5 }.allSatisfy { $0 == 40 })
    }

    @Test("without a limit nothing is left out")
    func noLimit() {
        #expect(gaps(20, share: 0) { _ in 900 }.allSatisfy { $0 == 40 })
    }

    @Test("frames that get cheap come as often as before")
    func cheapAgain() {
        let gaps = gaps(60) { $0 < 30 ? 35 : 2 }
        #expect(gaps[20] == 160)
        #expect(gaps[45...].allSatisfy { $0 == 40 })
        #expect(zip(gaps[30..<45], gaps[31..<46]).allSatisfy { $0 >= $1 })
    }

    @Test("a cost about the limit does not change the pace back and forth")
    func calm() {
        let gaps = gaps(200) { 10 + ($0 / 10 % 2 == 0 ? 0.8 : -0.8) }
        #expect(zip(gaps, gaps.dropFirst()).count { $0 != $1 } == 1)
    }

    @Test("times that cannot be change nothing for long", arguments: [Int64.min, -1, 0, .max])
    func absurdTimes(_ time: Int64) {
        var pacer = FramePacer(rate: 25)
        pacer.schedule(now: 0)
        for share in [0.25, 1e-300, .infinity, -1, .nan] {
            for _ in 0..<10 {
                _ = pacer.advance(now: pacer.deadline ?? 0)
                pacer.drew(time, share: share)
            }
            #expect((40...250).contains(pacer.interval / Self.millisecond))
        }
    }
}
