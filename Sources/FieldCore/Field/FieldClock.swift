/// The two clocks of the field: how far it has drifted and how far it has folded.
///
/// Time is added up as it passes, at the speed that holds at the moment, so a
/// change of speed never makes the shape jump. The sums are integers, so they
/// are as exact after a year as in the first second. Each clock wraps where
/// everything that reads it repeats:
/// - drift at 556.1 s, the common period of 8.3 s and 6.7 s;
/// - fold at 84,605,651.9 s, the common period of 6.1, 7.1, 5.9, 4.3 and 7.7 s;
/// - turning at 100 pi s, of which 2^64 units are one period: the three folds
///   turn at 0.34, -0.22 and 0.16 rad/s, that is 17, -11 and 8 times in it.
struct FieldClock: Equatable, Sendable {
    /// Nanoseconds of drift, 0..<556.1 s.
    private(set) var drift: Int64 = 0
    /// Nanoseconds of folding, 0..<84,605,651.9 s.
    private(set) var fold: Int64 = 0
    /// The same clock as `fold`, as a fraction of 100 pi s: unit 2^-64.
    private(set) var turning: UInt64 = 0

    private var driftRemainder = 0.0
    private var foldRemainder = 0.0

    private static let driftPeriod = 556_100_000_000.0
    private static let foldPeriod = 84_605_651_900_000_000.0
    private static let turningUnitsPerNanosecond =
        18_446_744_073_709_551_616.0 / (Trigonometry.radiansPerTurn * 50.0e9)

    init() {}

    /// Lets `nanoseconds` pass at the given speeds. Negative or absurd values
    /// count as no time.
    mutating func advance(nanoseconds: Double, driftSpeed: Double, foldSpeed: Double) {
        guard nanoseconds > 0, nanoseconds.isFinite else { return }
        FieldClock.add(
            nanoseconds * driftSpeed, to: &drift, remainder: &driftRemainder,
            period: FieldClock.driftPeriod)
        let folded = nanoseconds * foldSpeed
        FieldClock.add(
            folded, to: &fold, remainder: &foldRemainder, period: FieldClock.foldPeriod)
        let units = (folded * FieldClock.turningUnitsPerNanosecond)
            .truncatingRemainder(dividingBy: 18_446_744_073_709_551_616.0)
        if units > 0 { turning &+= UInt64(units) }
    }

    private static func add(
        _ elapsed: Double, to clock: inout Int64, remainder: inout Double, period: Double
    ) {
        let sum = elapsed.truncatingRemainder(dividingBy: period) + remainder
        guard sum > 0 else { return }
        let whole = sum.rounded(.down)
        remainder = sum - whole
        clock = (clock + Int64(whole)) % Int64(period)
    }
}
