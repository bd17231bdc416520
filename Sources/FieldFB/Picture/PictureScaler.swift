/// Makes pictures smaller by the average of the area, and larger along smooth
/// curves (Catmull-Rom), each side by itself.
struct PictureScaler {
    /// Which pixels make one, and how much each counts.
    private struct Weights {
        var first: [Int] = []
        /// So many for each pixel; the sum of each is `one`.
        var values: [[Int32]] = []
    }

    static let one: Int32 = 1 << 14

    /// Pixels of a part of the picture in another size.
    ///
    /// - Parameters:
    ///   - width, height: of the whole picture in its new size.
    ///   - part: what of it is wanted; it must lie within.
    ///   - isCancelled: asked now and then; when true, nil is the answer.
    static func scaled(
        _ picture: Picture, width: Int, height: Int, part: PixelRect, isCancelled: () -> Bool = { false }
    ) -> Picture? {
        if width == picture.width && height == picture.height { return picture.part(part) }
        let across = weights(from: picture.width, to: width, part.x..<part.maxX)
        let down = weights(from: picture.height, to: height, part.y..<part.maxY)
        // Only the columns that count.
        let left = across.first.min() ?? 0
        var right = left
        for index in across.first.indices { right = max(right, across.first[index] + across.values[index].count) }
        var row = [SIMD4<Int32>](repeating: .zero, count: right - left)
        var result: [UInt32] = []
        result.reserveCapacity(part.width * part.height)
        for y in 0..<part.height {
            if y & 15 == 0 && isCancelled() { return nil }
            for index in row.indices { row[index] = .zero }
            for (offset, weight) in down.values[y].enumerated() {
                let start = (down.first[y] + offset) * picture.width
                for index in row.indices {
                    row[index] &+= channels(picture.pixels[start + left + index]) &* weight
                }
            }
            // Eight and six bits: what is over for the next sum.
            for index in row.indices { row[index] = (row[index] &+ 128) &>> 8 }
            for x in 0..<part.width {
                var sum = SIMD4<Int32>.zero
                let first = across.first[x] - left
                for (offset, weight) in across.values[x].enumerated() { sum &+= row[first + offset] &* weight }
                result.append(pixel(sum))
            }
        }
        return Picture(width: part.width, height: part.height, pixels: result)
    }

    @inline(__always)
    private static func channels(_ pixel: UInt32) -> SIMD4<Int32> {
        SIMD4(
            Int32(truncatingIfNeeded: pixel & 0xFF), Int32(truncatingIfNeeded: pixel >> 8 & 0xFF),
            Int32(truncatingIfNeeded: pixel >> 16 & 0xFF), Int32(truncatingIfNeeded: pixel >> 24))
    }

    /// Rounded, and no channel above the alpha: a smooth curve may overshoot.
    @inline(__always)
    private static func pixel(_ sum: SIMD4<Int32>) -> UInt32 {
        var value = (sum &+ (1 << 19)) &>> 20
        value.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
        value.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: value.w))
        return UInt32(truncatingIfNeeded: value.x) | UInt32(truncatingIfNeeded: value.y) << 8
            | UInt32(truncatingIfNeeded: value.z) << 16 | UInt32(truncatingIfNeeded: value.w) << 24
    }

    private static func weights(from source: Int, to target: Int, _ wanted: Range<Int>) -> Weights {
        var weights = Weights()
        for index in wanted {
            let (first, values) =
                target < source ? areaWeights(source, target, index) : curveWeights(source, target, index)
            weights.first.append(first)
            weights.values.append(whole(values))
        }
        return weights
    }

    /// How much of each pixel lies below the new one.
    private static func areaWeights(_ source: Int, _ target: Int, _ index: Int) -> (Int, [Double]) {
        let start = index * source
        let end = start + source
        let first = start / target
        var values: [Double] = []
        var place = first
        while place * target < end && place < source {
            let covered = min(end, (place + 1) * target) - max(start, place * target)
            values.append(Double(covered) / Double(source))
            place += 1
        }
        return (first, values)
    }

    /// Catmull-Rom through four neighbours; those beyond the edge are the edge.
    private static func curveWeights(_ source: Int, _ target: Int, _ index: Int) -> (Int, [Double]) {
        let position = (Double(index) + 0.5) * Double(source) / Double(target) - 0.5
        let base = Int(position.rounded(.down))
        let t = position - Double(base)
        let curve = [
            t * (-0.5 + t * (1 - 0.5 * t)), 1 + t * t * (-2.5 + 1.5 * t), t * (0.5 + t * (2 - 1.5 * t)),
            t * t * (-0.5 + 0.5 * t),
        ]
        let first = min(max(base - 1, 0), source - 1)
        let last = min(max(base + 2, 0), source - 1)
        var values = [Double](repeating: 0, count: last - first + 1)
        for (offset, value) in curve.enumerated() {
            values[min(max(base - 1 + offset, 0), source - 1) - first] += value
        }
        return (first, values)
    }

    /// In whole numbers with the exact sum: what rounding leaves goes to the largest.
    private static func whole(_ values: [Double]) -> [Int32] {
        var result: [Int32] = []
        var sum: Int32 = 0
        var largest = 0
        for (index, value) in values.enumerated() {
            let weight = Int32((value * Double(one)).rounded())
            result.append(weight)
            sum += weight
            if value > values[largest] { largest = index }
        }
        result[largest] += one - sum
        return result
    }
}
