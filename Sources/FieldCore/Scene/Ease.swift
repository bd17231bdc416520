/// A number on its way to another one: a cubic smoothstep from where it was
/// when the aim changed.
struct Ease: Equatable, Sendable {
    private(set) var value: Double
    private(set) var aim: Double
    private var start: Double
    /// Seconds since the aim changed.
    private var elapsed = 0.0
    private var time: Double

    init(_ value: Double) {
        self.value = value
        aim = value
        start = value
        time = 0
    }

    var isMoving: Bool { value != aim }

    /// Sets out for another value, to be there after `time` seconds.
    mutating func aim(_ aim: Double, within time: Double) {
        guard aim != self.aim else { return }
        self.aim = aim
        start = value
        elapsed = 0
        self.time = time
        if !(time > 0) { finish() }
    }

    mutating func finish() { value = aim }

    mutating func advance(seconds: Double) {
        guard isMoving else { return }
        elapsed += seconds
        let share = elapsed / time
        guard share < 1 else { return finish() }
        value = start + (aim - start) * share * share * (3 - 2 * share)
    }
}
