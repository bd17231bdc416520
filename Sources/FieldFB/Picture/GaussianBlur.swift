/// A true Gaussian blur, within a step of a channel of the exact one, at a cost
/// that does not grow with its width.
///
/// A row is halved as long as the blur stays at least two pixels wide, blurred
/// there, and doubled again. Halving with the weights 1 3 3 1 and doubling with
/// 1 3 are blurs by themselves, of variance 3/4 each in the pixels of their
/// level; what they add is taken from the blur in the middle. Only additions,
/// multiplications and roots: the same bits on every machine.
public enum GaussianBlur {
    /// How wide a blur may be, in pixels.
    public static let deviations = 0.1...800.0

    /// Blurs opaque pixels. Beyond the edge is the edge.
    ///
    /// - Parameters:
    ///   - deviation: standard deviation, in pixels; below 0.1 nothing is done.
    ///   - isCancelled: asked now and then; when true, the pixels are left half done.
    public static func blur(
        _ pixels: inout [UInt32], width: Int, height: Int, deviation: Double, isCancelled: () -> Bool = { false }
    ) {
        precondition(pixels.count == width * height)
        guard deviation >= deviations.lowerBound, width > 0, height > 0 else { return }
        let plan = Plan(deviation: min(deviation, deviations.upperBound))
        var across = BlurredLine(count: width, plan: plan)
        // Sixteen bits a channel in between: a pass must not round the other's sum.
        var between = [SIMD4<UInt16>](repeating: .zero, count: width * height)
        for y in 0..<height {
            if y & 15 == 0 && isCancelled() { return }
            for x in 0..<width { across.line[x] = channels(pixels[y * width + x]) }
            across.blur()
            for x in 0..<width {
                between[y * width + x] = SIMD4<UInt16>(truncatingIfNeeded: SIMD4<Int32>(across.line[x] * 256 + 0.5))
            }
        }
        var down = BlurredLine(count: height, plan: plan)
        for x in 0..<width {
            if x & 15 == 0 && isCancelled() { return }
            for y in 0..<height { down.line[y] = SIMD4<Float>(between[y * width + x]) * (1 / 256) }
            down.blur()
            for y in 0..<height { pixels[y * width + x] = pixel(down.line[y]) }
        }
    }

    @inline(__always)
    private static func channels(_ pixel: UInt32) -> SIMD4<Float> {
        SIMD4<Float>(
            SIMD4<Int32>(
                Int32(truncatingIfNeeded: pixel & 0xFF), Int32(truncatingIfNeeded: pixel >> 8 & 0xFF),
                Int32(truncatingIfNeeded: pixel >> 16 & 0xFF), 0))
    }

    @inline(__always)
    private static func pixel(_ value: SIMD4<Float>) -> UInt32 {
        let whole = SIMD4<UInt32>(truncatingIfNeeded: SIMD4<Int32>(value + 0.5))
        return 0xFF00_0000 | whole.z << 16 | whole.y << 8 | whole.x
    }

    /// How often a line is halved, and the weights of the blur in the middle.
    struct Plan {
        let halvings: Int
        /// From the middle outwards; the sum of both sides and the middle is 1.
        let weights: [Float]

        init(deviation: Double) {
            var halvings = 0
            var variance = deviation * deviation
            // Halving and doubling add 1.5 at this level; the rest counts a quarter below.
            while (variance - 1.5) / 4 >= 4 {
                variance = (variance - 1.5) / 4
                halvings += 1
            }
            self.halvings = halvings
            let reach = Int((4.5 * variance.squareRoot()).rounded(.up))
            var values: [Double] = []
            var sum = 0.0
            for distance in 0...max(1, reach) {
                let value = Plan.exponential(-Double(distance * distance) / (2 * variance))
                values.append(value)
                sum += distance == 0 ? value : 2 * value
            }
            var weights: [Float] = []
            for value in values { weights.append(Float(value / sum)) }
            self.weights = weights
        }

        /// e to a power that is not positive, from the power series of a 1024th of it.
        static func exponential(_ power: Double) -> Double {
            guard power > -700 else { return 0 }
            let small = power / 1024
            var value = 1 + small * (1 + small * (0.5 + small * (1.0 / 6 + small * (1.0 / 24 + small / 120))))
            for _ in 0..<10 { value *= value }
            return value
        }
    }
}

/// A row or a column on its way through the blur.
struct BlurredLine {
    /// What is blurred, in its own size.
    var line: [SIMD4<Float>]
    private let plan: GaussianBlur.Plan
    /// The line at each level, a margin on either side.
    private var levels: [[SIMD4<Float>]] = []
    private var margins: [Int] = []
    private var blurred: [SIMD4<Float>]

    init(count: Int, plan: GaussianBlur.Plan) {
        self.plan = plan
        line = [SIMD4<Float>](repeating: .zero, count: count)
        // The margin in the middle holds the whole reach; each level above twice as much.
        var counts = [count]
        var margin = plan.weights.count + 2
        margins = [margin]
        for _ in 0..<plan.halvings {
            counts.append((counts[counts.count - 1] + 1) / 2)
            margin = margin * 2 + 2
            margins.insert(margin, at: 0)
        }
        for (level, count) in counts.enumerated() {
            levels.append([SIMD4<Float>](repeating: .zero, count: count + 2 * margins[level]))
        }
        blurred = levels[plan.halvings]
    }

    /// Blurs `line` in place. Allocates nothing.
    mutating func blur() {
        let margin = margins[0]
        for index in 0..<margin {
            levels[0][index] = line[0]
            levels[0][margin + line.count + index] = line[line.count - 1]
        }
        for index in line.indices { levels[0][margin + index] = line[index] }
        for level in 0..<plan.halvings { halve(level) }
        convolve()
        for level in (0..<plan.halvings).reversed() { double(level) }
        let source = plan.halvings == 0 ? blurred : levels[0]
        for index in line.indices { line[index] = source[margin + index] }
    }

    /// Pixel i of the lower level lies between 2i and 2i + 1 of the upper one.
    private mutating func halve(_ level: Int) {
        let upper = margins[level]
        let lower = margins[level + 1]
        let last = levels[level].count - 1
        for index in levels[level + 1].indices {
            let place = upper + 2 * (index - lower)
            let inner = levels[level][min(max(place, 0), last)] + levels[level][min(max(place + 1, 0), last)]
            let outer = levels[level][min(max(place - 1, 0), last)] + levels[level][min(max(place + 2, 0), last)]
            levels[level + 1][index] = inner * 0.375 + outer * 0.125
        }
    }

    private mutating func convolve() {
        let reach = plan.weights.count - 1
        let level = plan.halvings
        let last = levels[level].count - 1
        for index in blurred.indices {
            var sum = levels[level][index] * plan.weights[0]
            for distance in 1...reach {
                let pair = levels[level][max(index - distance, 0)] + levels[level][min(index + distance, last)]
                sum += pair * plan.weights[distance]
            }
            blurred[index] = sum
        }
        if level > 0 { levels[level] = blurred }
    }

    private mutating func double(_ level: Int) {
        let upper = margins[level]
        let lower = margins[level + 1]
        let last = levels[level + 1].count - 1
        for index in levels[level].indices {
            let offset = index - upper
            let near = lower + (offset >> 1)
            let far = offset & 1 == 0 ? near - 1 : near + 1
            levels[level][index] =
                levels[level + 1][min(max(near, 0), last)] * 0.75 + levels[level + 1][min(max(far, 0), last)] * 0.25
        }
    }
}
