import Foundation
import Testing

@testable import FieldCore

struct TrigonometryTests {
    @Test("sine and cosine are within 3e-16 of the C library's over a hundred thousand angles")
    func againstLibrary() {
        var worst = 0.0
        for index in 0..<100_000 {
            let turns = Double(index) / 100_000 * 2 - 1
            // The reduction is exact in turns, and is not in radians: compare
            // within an eighth of a turn and let symmetry do the rest.
            let eighth = turns / 8
            worst = max(worst, abs(Trigonometry.sine(turns: eighth) - sin(eighth * 2 * .pi)))
            worst = max(worst, abs(Trigonometry.cosine(turns: eighth) - cos(eighth * 2 * .pi)))
        }
        #expect(worst < 3e-16)
    }

    @Test("quarters of a turn are exact", arguments: [
        (0.0, 0.0, 1.0), (0.25, 1, 0), (0.5, 0, -1), (0.75, -1, 0), (1, 0, 1), (-0.25, -1, 0),
        (123_456.25, 1, 0), (-77.5, 0, -1),
    ])
    func quarters(_ turns: Double, _ sine: Double, _ cosine: Double) {
        #expect(Trigonometry.sine(turns: turns) == sine)
        #expect(Trigonometry.cosine(turns: turns) == cosine)
    }

    /// Degrees and sines, from tables.
    static let known: [(Double, Double)] = [
        (30, 0.5), (45, 0.707106781186547524), (60, 0.866025403784438647), (150, 0.5),
        (210, -0.5), (36, 0.587785252292473129),
    ]

    @Test("known angles have their known sines", arguments: known)
    func knownAngles(_ degrees: Double, _ sine: Double) {
        #expect(abs(Trigonometry.sine(turns: degrees / 360) - sine) < 3e-16)
    }

    @Test("squares of sine and cosine add up to one all around")
    func unitCircle() {
        var worst = 0.0
        for index in 0..<10_000 {
            let (sine, cosine) = Trigonometry.evaluate(Double(index) * 0.618_033_988)
            worst = max(worst, abs(sine * sine + cosine * cosine - 1))
        }
        #expect(worst < 5e-16)
    }
}
