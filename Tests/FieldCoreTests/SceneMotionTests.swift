import Testing

@testable import FieldCore

private let second: Int64 = 1_000_000_000

struct ProgressMotionTests {
    /// The values shown while a progress is reached, a frame every 20 ms.
    private func course(_ motion: inout ProgressMotion, frames: Int = 60) -> [Double] {
        (0..<frames).map { _ in
            motion.advance(nanoseconds: second / 50)
            return motion.moment.value
        }
    }

    @Test("a jump is reached by way of the values in between, and is reached")
    func eased() {
        var motion = ProgressMotion()
        motion.set(.done(0.1))
        _ = course(&motion)
        motion.set(.done(0.9))
        let values = course(&motion)
        #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 && $1 - $0 < 0.12 })
        #expect(values.last == 0.9 && !motion.isMoving)
    }

    @Test("a lower value is held back, unless it is said to count")
    func neverBackwards() {
        var motion = ProgressMotion()
        motion.set(.done(0.7))
        _ = course(&motion)
        let counts = motion.set(.done(0.3))
        let held = course(&motion).last
        #expect(!counts && held == 0.7)
        motion.set(.done(0.3), mayFall: true)
        let fallen = course(&motion).last
        #expect(fallen == 0.3)
    }

    @Test("after none or unknown a task begins anew", arguments: [Progress.none, .unknown])
    func anew(_ between: Progress) {
        var motion = ProgressMotion()
        motion.set(.done(0.7))
        _ = course(&motion)
        motion.set(between)
        _ = course(&motion)
        motion.set(.done(0.2))
        let last = course(&motion).last
        #expect(last == 0.2)
    }

    @Test("what was unknown becomes known without a jump")
    func becomesKnown() {
        var motion = ProgressMotion()
        motion.set(.unknown)
        _ = course(&motion)
        let before = motion.moment
        motion.set(.done(0.4))
        #expect(motion.moment == before)
        var last = motion.moment
        for _ in 0..<60 {
            motion.advance(nanoseconds: second / 50)
            let next = motion.moment
            #expect(abs(next.certainty - last.certainty) < 0.12 && abs(next.value - last.value) < 0.12)
            last = next
        }
        #expect(last.certainty == 1 && last.value == 0.4)
    }

    @Test("what is unknown goes on and on")
    func travels() {
        var motion = ProgressMotion()
        motion.set(.unknown)
        var phases: Set<Int> = []
        for _ in 0..<200 {
            motion.advance(nanoseconds: second / 50)
            phases.insert(Int(motion.moment.phase * 20))
        }
        #expect(phases.count == 20 && motion.isMoving)
    }

    @Test("with reduced motion values are shown at once, and nothing moves")
    func reduced() {
        var motion = ProgressMotion()
        motion.setReduced(true)
        motion.set(.done(0.6))
        #expect(motion.moment == ProgressMoment(presence: 1, value: 0.6, certainty: 1, phase: 0.5) && !motion.isMoving)
        motion.set(.unknown)
        #expect(motion.moment.certainty == 0 && !motion.isMoving)
        motion.set(.none)
        #expect(motion.moment.presence == 0)
    }
}

struct PanelTimingTests {
    private func panel(grace: Double = 0.2, minimum: Double = 0.4, timeout: Double = 0, fade: Double = 0.3) -> PanelTiming {
        var panel = PanelTiming()
        panel.times.grace = grace
        panel.times.minimum = minimum
        panel.times.timeout = timeout
        panel.times.fade = fade
        return panel
    }

    /// Lets so many milliseconds pass, one by one.
    private func pass(_ panel: inout PanelTiming, _ milliseconds: Int) -> Double {
        var most = panel.presenceNow
        for _ in 0..<milliseconds {
            panel.advance(nanoseconds: 1_000_000)
            most = max(most, panel.presenceNow)
        }
        return most
    }

    @Test("a task that ends within the grace time shows nothing")
    func grace() {
        var panel = panel()
        panel.show()
        do {
            let most = pass(&panel, 199)
            #expect(most == 0)
        }
        panel.hide()
        do {
            let most = pass(&panel, 2000)
            #expect(most == 0 && panel.state == .hidden)
        }
    }

    @Test("one that ends just after it leaves the panel for the whole minimum time")
    func minimum() {
        var panel = panel()
        panel.show()
        _ = pass(&panel, 210)
        panel.hide()
        // Counted from the appearance, at 200 ms.
        _ = pass(&panel, 385)
        #expect(panel.state == .staying && panel.presenceNow == 1)
        _ = pass(&panel, 10)
        #expect(panel.state == .hidden)
        _ = pass(&panel, 300)
        #expect(panel.presenceNow == 0)
    }

    @Test("a panel that was up for longer goes at once")
    func late() {
        var panel = panel()
        panel.show()
        _ = pass(&panel, 1000)
        panel.hide()
        #expect(panel.state == .hidden && panel.isMoving)
    }

    @Test("a new wish keeps a panel that was about to go")
    func keeps() {
        var panel = panel()
        panel.show()
        _ = pass(&panel, 300)
        panel.hide()
        _ = pass(&panel, 100)
        panel.show()
        _ = pass(&panel, 1000)
        #expect(panel.state == .shown && panel.presenceNow == 1)
    }

    @Test("one that still fades out comes back at once")
    func comesBack() {
        var panel = panel()
        panel.show()
        _ = pass(&panel, 1000)
        panel.hide()
        _ = pass(&panel, 100)
        panel.show()
        #expect(panel.state == .shown)
        do {
            let most = pass(&panel, 300)
            #expect(most == 1)
        }
    }

    @Test("it goes when the last of its owners does")
    func owners() {
        var panel = panel(grace: 0, minimum: 0, fade: 0)
        panel.show()
        panel.show()
        panel.show(Array("backup".utf8))
        panel.show(Array("backup".utf8))
        panel.hide(Array("backup".utf8))
        panel.hide()
        #expect(panel.state == .shown)
        panel.hide()
        #expect(panel.state == .hidden)
        panel.hide()
        panel.hide(Array("nobody".utf8))
        panel.show()
        #expect(panel.state == .shown)
    }

    @Test("cancelling does not wait for the minimum time, clearing does")
    func cancel() {
        var cancelled = panel()
        cancelled.show()
        _ = pass(&cancelled, 250)
        var cleared = cancelled
        cancelled.cancel()
        cleared.clear()
        #expect(cancelled.state == .hidden && cleared.state == .staying)
    }

    @Test("it leaves by itself when its time is over, and says so")
    func timeout() {
        var panel = panel(grace: 0, timeout: 2)
        panel.show()
        var told = 0
        for _ in 0..<3000 where panel.advance(nanoseconds: 1_000_000) { told += 1 }
        #expect(told == 1 && panel.state == .hidden && !panel.isWanted)
    }

    @Test("nobody can have more owners kept than there is room for")
    func bounded() {
        var panel = panel()
        for number in 0..<PanelTiming.mostOwners {
            let isTaken = panel.show(Array("\(number)".utf8))
            #expect(isTaken)
        }
        let (other, known) = (panel.show(Array("one more".utf8)), panel.show(Array("0".utf8)))
        #expect(!other && known)
    }

    /// The rules said plainly, a millisecond at a time.
    private struct Model {
        var count = 0
        var wanted = 0
        var shownAt: Int?
        var askedAt: Int?

        mutating func settle(_ now: Int, grace: Int, minimum: Int) {
            if let shown = shownAt, count == 0, now - shown >= minimum { shownAt = nil }
            if shownAt == nil, let asked = askedAt, count > 0, now - asked >= grace {
                shownAt = now
                askedAt = nil
            }
        }
    }

    @Test("whatever is asked, in whatever order, the rules hold")
    func random() {
        let seed: UInt64 = 0x9A7E1
        var random = Generator(state: seed)
        for _ in 0..<200 {
            let grace = Int.random(in: 0...300, using: &random)
            let minimum = Int.random(in: 0...500, using: &random)
            // Without fading a panel that goes is gone.
            var panel = panel(grace: Double(grace) / 1000, minimum: Double(minimum) / 1000, fade: 0)
            var model = Model()
            for now in 0..<3000 {
                switch Int.random(in: 0..<120, using: &random) {
                case 0:
                    panel.show()
                    if model.count == 0 && model.shownAt == nil { model.askedAt = now }
                    model.count += 1
                case 1:
                    panel.hide()
                    model.count = max(0, model.count - 1)
                    if model.count == 0 { model.askedAt = nil }
                case 2 where now % 7 == 0:
                    panel.cancel()
                    model = Model()
                default: break
                }
                model.settle(now, grace: grace, minimum: minimum)
                #expect((panel.presenceNow > 0) == (model.shownAt != nil), "at \(now) ms, seed \(seed)")
                panel.advance(nanoseconds: 1_000_000)
                model.settle(now + 1, grace: grace, minimum: minimum)
            }
        }
    }

    @Test("while nothing is to come there is no pause to wait for")
    func pause() {
        var panel = panel()
        #expect(panel.pause == nil)
        panel.show()
        #expect(panel.pause == 200_000_000)
        _ = pass(&panel, 700)
        #expect(panel.pause == nil)
        panel.hide()
        #expect(panel.pause == nil)
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }
}

struct SceneMotionTests {
    @Test("parked, with progress and words that are there, nothing needs a timer")
    func rests() {
        var motion = SceneMotion(field: FieldMotion(isActive: false))
        motion.setProgress(.done(0.4))
        let isTaken = motion.showPanel()
        #expect(isTaken)
        for _ in 0..<200 { motion.advance(nanoseconds: second / 50) }
        #expect(!motion.isMoving && motion.pause == nil)
    }

    @Test("before the display is given up nothing but the field is on its way, and all goes on after")
    func heldForHandover() {
        var motion = SceneMotion(field: FieldMotion(isActive: false))
        motion.setProgress(.unknown)
        for _ in 0..<30 { motion.advance(nanoseconds: second / 50) }
        let before = motion.moment
        motion.setHeld(true)
        #expect(!motion.isMoving && motion.moment == before)
        motion.setHeld(false)
        #expect(motion.isMoving)
    }

    @Test("the field stands behind a panel that blurs, and goes on from there")
    func held() {
        var motion = SceneMotion(field: FieldMotion(easeTime: 0))
        motion.panelHoldsField = true
        motion.advance(nanoseconds: second)
        let before = motion.moment.mass
        var times = PanelTiming.Times()
        times.grace = 0
        times.minimum = 0
        motion.setPanelTimes(times)
        let isTaken = motion.showPanel()
        #expect(isTaken)
        for _ in 0..<100 { motion.advance(nanoseconds: second / 50) }
        // The frame in which the panel began to come still moved the field.
        let held = motion.moment.mass
        for _ in 0..<100 { motion.advance(nanoseconds: second / 50) }
        #expect(motion.moment.mass == held && !motion.isMoving)
        #expect(abs(held.centreX - before.centreX) < 0.01)
        motion.hidePanel()
        for _ in 0..<100 { motion.advance(nanoseconds: second / 50) }
        #expect(motion.moment.mass != held && motion.isMoving)
    }

    @Test("a field that carries the progress grows with it, and has its size at the end")
    func growsWithProgress() {
        var motion = SceneMotion(field: FieldMotion(isActive: false))
        motion.progressMovesField = true
        let size = motion.moment.mass.breath
        var sizes: [Double] = []
        for percent in stride(from: 0.0, through: 1, by: 0.25) {
            motion.setProgress(.done(percent))
            for _ in 0..<60 { motion.advance(nanoseconds: second / 50) }
            sizes.append(motion.moment.mass.breath / size)
        }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 5)
        #expect(sizes.first == SceneMotion.smallestField && sizes.last == 1)
    }
}

struct ProgressMarksTests {
    private func inks(_ style: ProgressParameters.Style, _ value: Double, certainty: Double = 1, phase: Double = 0) -> [Double] {
        var marks = ProgressMarks(style: style, size: Size(width: 300, height: 90), parameters: FieldParameters())
        marks.evaluate(ProgressMoment(presence: 1, value: value, certainty: certainty, phase: phase))
        return marks.marks.map(\.ink)
    }

    @Test("nothing done leaves every mark small, all done makes every mark full", arguments: [ProgressParameters.Style.bar, .ring])
    func ends(_ style: ProgressParameters.Style) {
        let parameters = FieldParameters()
        #expect(inks(style, 0).allSatisfy { $0 == parameters.minInk })
        #expect(inks(style, 1).allSatisfy { abs($0 - parameters.maxInk) < 1e-12 })
    }

    @Test("half done fills half of the marks", arguments: [ProgressParameters.Style.bar, .ring])
    func half(_ style: ProgressParameters.Style) {
        let parameters = FieldParameters()
        let all = inks(style, 0.5)
        let full = all.filter { $0 > (parameters.minInk + parameters.maxInk) / 2 }.count
        #expect(abs(full * 2 - all.count) <= 1)
    }

    @Test("more done is never less ink in any mark")
    func grows() {
        var last = inks(.bar, 0)
        for step in 1...200 {
            let next = inks(.bar, Double(step) / 200)
            #expect(zip(last, next).allSatisfy { $0 <= $1 })
            last = next
        }
    }

    @Test("the sign of something going on is as large all the way round a ring")
    func round() {
        let sums = (0..<40).map { inks(.ring, 0, certainty: 0, phase: Double($0) / 40).reduce(0, +) }
        #expect((sums.max() ?? 0) - (sums.min() ?? 0) < 0.05)
    }

    @Test("a ring begins at the top and goes clockwise")
    func clockwise() {
        var marks = ProgressMarks(style: .ring, size: Size(width: 100, height: 100), parameters: FieldParameters())
        marks.evaluate(ProgressMoment(presence: 1, value: 0.25, certainty: 1, phase: 0))
        let full = marks.marks.filter { $0.ink > 0.6 }
        #expect(full.allSatisfy { $0.x >= 49 && $0.y <= 55 } && !full.isEmpty)
        #expect(marks.marks[0].x == 50 && marks.marks[0].y < 10)
    }

    @Test("no size and no parameters trap", arguments: [0, -3, 1e-9, 1e9, .nan, .infinity] as [Double])
    func absurd(_ value: Double) {
        for style in ProgressParameters.Style.allCases {
            var parameters = FieldParameters()
            parameters.pitch = value
            parameters.maxRadiusRatio = value
            var marks = ProgressMarks(style: style, size: Size(width: value, height: value), parameters: parameters)
            marks.evaluate(ProgressMoment(presence: value, value: value, certainty: value, phase: value))
            #expect(marks.marks.count <= 512)
        }
    }
}
