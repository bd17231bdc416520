/// What becomes of the 256 values of a channel where a display has fewer levels.
///
/// A value that no level has exactly becomes the lower neighbour at some places
/// and the upper one at the others, by a fixed 8x8 pattern, so that a slow slope
/// does not show bands. A value that a level has is never dithered: flat colour
/// stays flat.
struct LevelTable: Sendable {
    /// For each value 64 times its lower level, and the share of the places,
    /// in 64ths, at which the next level is taken instead.
    let parts: [UInt32]

    /// - Parameter levels: the values that the levels show, from 0 to 255 and
    ///   rising; at least two.
    init(levels: [Int]) {
        var parts = [UInt32](repeating: 0, count: 256)
        var lower = 0
        for value in 0..<256 {
            while lower + 1 < levels.count && levels[lower + 1] <= value { lower += 1 }
            var share = 0
            if lower + 1 < levels.count {
                let step = levels[lower + 1] - levels[lower]
                share = (64 * (value - levels[lower]) + step / 2) / step
            }
            parts[value] = UInt32(lower * 64 + share)
        }
        self.parts = parts
    }

    /// The levels of a field of 1 to 8 bits.
    init(length: Int) {
        self.init(levels: (0..<(1 << length)).map { LevelTable.expand(UInt32($0), length: length) })
    }

    /// The 8 bit value that a display makes of a field's content: its bits
    /// repeated downwards, so that zero stays 0 and all ones become 255.
    static func expand(_ level: UInt32, length: Int) -> Int {
        if length >= 8 { return Int(level >> UInt32(length - 8)) }
        var value: UInt32 = 0
        var shift = 8 - length
        while shift > -length {
            value |= shift >= 0 ? level << UInt32(shift) : level >> UInt32(-shift)
            shift -= length
        }
        return Int(value & 0xFF)
    }
}

/// The order in which the 64 places of the dither pattern turn on.
enum DitherPattern {
    /// The Bayer matrix of 8x8: row after row, each number of 0...63 once. Its
    /// construction interleaves the bits of `x ^ y` and `y`, lowest first.
    static let thresholds: [UInt8] = {
        var pattern = [UInt8](repeating: 0, count: 64)
        for y in 0..<8 {
            for x in 0..<8 {
                let mixed = x ^ y
                var threshold = 0
                for bit in 0..<3 {
                    threshold = threshold << 2 | (mixed >> bit & 1) << 1 | (y >> bit & 1)
                }
                pattern[y * 8 + x] = UInt8(threshold)
            }
        }
        return pattern
    }()

    /// What is added to a part before its 64th is taken: with it, a share that
    /// is larger than the threshold of a place reaches the next level there.
    static let additions: [UInt32] = thresholds.map { 63 - UInt32($0) }
}
