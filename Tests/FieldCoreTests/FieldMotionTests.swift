import Testing

@testable import FieldCore

private let frame: Int64 = 33_333_333

struct FieldMotionTests {
    /// Expected values worked out with 50 digits from the formulas, at
    /// 31,556,952 s (a year) plus 12.5 s.
    @Test("after a year of uptime the shape is exact to a hundred-millionth")
    func yearOfUptime() {
        var motion = FieldMotion(easeTime: 0)
        for _ in 0..<8_765 { motion.advance(nanoseconds: 3_600_000_000_000) }
        motion.advance(nanoseconds: 31_556_952_000_000_000 - 8_765 * 3_600_000_000_000)
        for _ in 0..<375 { motion.advance(nanoseconds: frame) }
        motion.advance(nanoseconds: 12_500_000_000 - 375 * frame)
        let mass = motion.mass
        #expect(abs(mass.centreX - 0.41407294480438126) < 1e-8)
        #expect(abs(mass.centreY - 0.34267507161759357) < 1e-8)
        #expect(abs(mass.breath - 0.92661146335678009) < 1e-8)
        #expect(abs(mass.swell - 0.70294801460051135) < 1e-8)
        #expect(abs(mass.three.sinePart - 0.11699593628796148) < 1e-8)
        #expect(abs(mass.three.cosinePart - -0.04436779285783049) < 1e-8)
        #expect(abs(mass.five.sinePart - -0.04380916200315434) < 1e-8)
        #expect(abs(mass.five.cosinePart - -0.10017646317831739) < 1e-8)
        #expect(abs(mass.two.sinePart - -0.08106456487271781) < 1e-8)
        #expect(abs(mass.two.cosinePart - -0.00115326949160415) < 1e-8)
    }

    @Test("a million frames leave the drift and fold waves exactly where one step of their sum does")
    func noAccumulatedError() {
        var stepped = FieldMotion(easeTime: 0)
        for _ in 0..<1_000_000 { stepped.advance(nanoseconds: frame) }
        var direct = FieldMotion(easeTime: 0)
        direct.advance(nanoseconds: frame * 1_000_000)
        #expect(stepped.mass.centreX == direct.mass.centreX)
        #expect(stepped.mass.centreY == direct.mass.centreY)
        #expect(stepped.mass.swell == direct.mass.swell)
        #expect(abs(stepped.mass.three.sinePart - direct.mass.three.sinePart) < 1e-9)
    }

    @Test("a change of speed does not move the shape at that moment")
    func speedChange() {
        var parameters = FieldParameters()
        var motion = FieldMotion(startTime: 1234.5, easeTime: 0)
        let before = motion.mass
        parameters.driftSpeed = 2.7
        parameters.foldSpeed = 0.3
        motion.setSpeeds(parameters)
        #expect(motion.mass == before)
        motion.advance(nanoseconds: 1_000_000)
        #expect(abs(motion.mass.centreX - before.centreX) < 1e-3)
        #expect(motion.mass.centreX != before.centreX)
    }

    @Test("drift speed 0 pins the shape while it goes on folding")
    func noDrift() {
        var parameters = FieldParameters()
        parameters.driftSpeed = 0
        var motion = FieldMotion(startTime: 5, easeTime: 0)
        motion.setSpeeds(parameters)
        let before = motion.mass
        motion.advance(nanoseconds: 1_000_000_000)
        #expect(motion.mass.centreX == before.centreX && motion.mass.centreY == before.centreY)
        #expect(motion.mass.swell != before.swell)
        #expect(motion.isMoving)
    }

    @Test("fold speed 0 freezes the form while it goes on drifting")
    func noFold() {
        var parameters = FieldParameters()
        parameters.foldSpeed = 0
        var motion = FieldMotion(startTime: 5, easeTime: 0)
        motion.setSpeeds(parameters)
        let before = motion.mass
        motion.advance(nanoseconds: 1_000_000_000)
        #expect(motion.mass.swell == before.swell && motion.mass.three == before.three)
        #expect(motion.mass.centreX != before.centreX)
    }

    @Test("with both speeds 0 nothing moves, and no timer is needed")
    func bothSpeedsZero() {
        var parameters = FieldParameters()
        parameters.driftSpeed = 0
        parameters.foldSpeed = 0
        var motion = FieldMotion(startTime: 5, easeTime: 0)
        motion.setSpeeds(parameters)
        #expect(!motion.isMoving)
        #expect(motion.mass != Mass.still)
    }

    @Test("parking eases to the still frame in 0.6 seconds, then rests")
    func park() {
        var motion = FieldMotion(startTime: 12)
        motion.advance(nanoseconds: 1_000_000_000)
        motion.park()
        var frames = 0
        var former = motion.mass
        while motion.isMoving {
            motion.advance(nanoseconds: frame)
            #expect(abs(motion.mass.centreX - former.centreX) < 0.03)
            former = motion.mass
            frames += 1
        }
        #expect(frames == 19)
        #expect(motion.mass == .still)
    }

    @Test("activating eases out of the still frame without a jump")
    func activate() {
        var motion = FieldMotion(startTime: 12, isActive: false)
        #expect(motion.mass == .still && !motion.isMoving)
        motion.activate()
        #expect(motion.mass == .still && motion.isMoving)
        motion.advance(nanoseconds: frame)
        #expect(abs(motion.mass.centreX - 0.5) < 0.01)
        motion.advance(nanoseconds: 1_000_000_000)
        #expect(motion.isMoving && motion.mass != .still)
    }

    @Test("turning back half way through an ease goes on from where the shape is")
    func turnBack() {
        var motion = FieldMotion(startTime: 12)
        motion.advance(nanoseconds: 2_000_000_000)
        motion.park()
        motion.advance(nanoseconds: 300_000_000)
        let half = motion.mass
        motion.activate()
        #expect(motion.mass == half)
        motion.advance(nanoseconds: 1_000_000)
        #expect(abs(motion.mass.centreX - half.centreX) < 2e-3)
    }

    @Test("an ease of 0 seconds cuts, as the original does")
    func cut() {
        var motion = FieldMotion(startTime: 12, easeTime: 0)
        motion.park()
        #expect(motion.mass == .still && !motion.isMoving)
        motion.activate()
        #expect(motion.mass == FieldMotion.running(at: 12, parameters: FieldParameters()).mass)
    }

    @Test("the clocks stand while the field rests")
    func clocksRest() {
        var motion = FieldMotion(startTime: 12, easeTime: 0)
        motion.park()
        motion.advance(nanoseconds: 5_000_000_000)
        motion.activate()
        #expect(motion.mass == FieldMotion.running(at: 12, parameters: FieldParameters()).mass)
    }

    @Test("reduced motion shows the still frame at once, and rests")
    func reduced() {
        var motion = FieldMotion(startTime: 12)
        motion.advance(nanoseconds: 2_000_000_000)
        motion.setReduced(true)
        #expect(motion.mass == .still && !motion.isMoving && motion.isActive)
        motion.setReduced(false)
        #expect(motion.isMoving)
    }

    @Test("absurd times and speeds neither trap nor give a shape that is not a number", arguments: [
        Int64.max, Int64.min, 0, -1, 1,
    ])
    func absurdTimes(_ nanoseconds: Int64) {
        for speed in [0, 1e300, -1, Double.nan, .infinity] {
            var parameters = FieldParameters()
            parameters.driftSpeed = speed
            parameters.foldSpeed = speed
            var motion = FieldMotion(startTime: 1e300, easeTime: -3)
            motion.setSpeeds(parameters)
            for _ in 0..<10 { motion.advance(nanoseconds: nanoseconds) }
            #expect(motion.mass.centreX.isFinite && motion.mass.three.sinePart.isFinite)
        }
        let far = FieldMotion.running(at: .greatestFiniteMagnitude, parameters: FieldParameters())
        #expect(far.mass.swell.isFinite)
    }
}
