import FieldCore
import Testing

@testable import FieldFB

struct GaussianBlurTests {
    /// A true Gaussian, in double precision, the edge repeated, one direction
    /// after the other.
    static func reference(_ pixels: [UInt32], _ width: Int, _ height: Int, _ deviation: Double) -> [[Double]] {
        let reach = Int((6 * deviation).rounded(.up))
        var weights: [Double] = []
        for distance in -reach...reach {
            weights.append(Self.exponential(-Double(distance * distance) / (2 * deviation * deviation)))
        }
        let sum = weights.reduce(0, +)
        var channels: [[Double]] = []
        for shift in [16, 8, 0] as [UInt32] {
            let plane = pixels.map { Double($0 >> shift & 0xFF) }
            var across = plane
            for y in 0..<height {
                for x in 0..<width {
                    var value = 0.0
                    for (index, weight) in weights.enumerated() {
                        value += weight * plane[y * width + min(max(x + index - reach, 0), width - 1)]
                    }
                    across[y * width + x] = value / sum
                }
            }
            var down = across
            for y in 0..<height {
                for x in 0..<width {
                    var value = 0.0
                    for (index, weight) in weights.enumerated() {
                        value += weight * across[min(max(y + index - reach, 0), height - 1) * width + x]
                    }
                    down[y * width + x] = value / sum
                }
            }
            channels.append(down)
        }
        return channels
    }

    /// By the compiler's own library, unlike the code under test.
    private static func exponential(_ power: Double) -> Double { exp2Reference(power * 1.4426950408889634) }

    private static func exp2Reference(_ power: Double) -> Double {
        // 2^power from its whole part and the series of the rest.
        let whole = power.rounded()
        let rest = (power - whole) * 0.6931471805599453
        var term = 1.0
        var sum = 1.0
        for index in 1...24 {
            term *= rest / Double(index)
            sum += term
        }
        return whole < -1000 ? 0 : sum * Double(sign: .plus, exponent: Int(whole), significand: 1)
    }

    struct Picture: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let pixel: @Sendable (Int, Int, inout SeededGenerator) -> UInt32
    }

    static let pictures = [
        Picture(testDescription: "noise") { _, _, random in UInt32.random(in: 0...0xFFFFFF, using: &random) },
        Picture(testDescription: "a step") { x, _, _ in x < 40 ? 0 : 0xFFFFFF },
        Picture(testDescription: "a bright dot") { x, y, _ in x == 50 && y == 21 ? 0xFFFFFF : 0 },
        Picture(testDescription: "a bright corner") { x, y, _ in x < 3 && y < 3 ? 0xFF8000 : 0x102030 },
        Picture(testDescription: "stripes") { x, y, _ in x & 1 == 0 ? 0xFF00FF : 0x00FF00 },
    ]

    @Test("a blur is within one step of a true Gaussian", arguments: pictures, [0.5, 1, 2.2, 3.9, 4.4, 7, 9.3, 20, 47, 100])
    func exact(_ picture: Picture, _ deviation: Double) {
        var random = SeededGenerator(seed: 4711)
        let (width, height) = (96, 41)
        var pixels: [UInt32] = []
        for y in 0..<height {
            for x in 0..<width { pixels.append(0xFF00_0000 | picture.pixel(x, y, &random)) }
        }
        let expected = Self.reference(pixels, width, height, deviation)
        GaussianBlur.blur(&pixels, width: width, height: height, deviation: deviation)
        var worst = 0.0
        for (channel, shift) in zip(expected, [16, 8, 0] as [UInt32]) {
            for (value, pixel) in zip(channel, pixels) { worst = max(worst, abs(value - Double(pixel >> shift & 0xFF))) }
        }
        #expect(worst <= 1, "worst \(worst), seed 4711")
    }

    @Test("one colour stays as it is, however wide the blur", arguments: [0.3, 5, 60, 800])
    func constant(_ deviation: Double) {
        var pixels = [UInt32](repeating: 0xFF12_3456, count: 70 * 3)
        GaussianBlur.blur(&pixels, width: 70, height: 3, deviation: deviation)
        #expect(pixels.allSatisfy { $0 == 0xFF12_3456 })
    }

    @Test("a picture of one pixel can be blurred")
    func one() {
        var pixels: [UInt32] = [0xFFAA_BBCC]
        GaussianBlur.blur(&pixels, width: 1, height: 1, deviation: 30)
        #expect(pixels == [0xFFAA_BBCC])
    }

    @Test("no width traps", arguments: [-1, 0, .nan, .infinity, 1e9])
    func absurd(_ deviation: Double) {
        var pixels = [UInt32](repeating: 0xFF00_0000, count: 12)
        GaussianBlur.blur(&pixels, width: 4, height: 3, deviation: deviation)
        #expect(pixels.count == 12)
    }
}
