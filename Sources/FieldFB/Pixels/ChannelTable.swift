/// What becomes of the 256 values of a colour channel in a bit field.
///
/// A field shorter than 8 bits is dithered: a value that the field cannot hold
/// exactly becomes its lower neighbour at some places and the upper one at the
/// others, by a fixed 8x8 pattern, so that a slow slope does not show bands. A
/// value that the field holds exactly is never dithered: flat colour stays flat.
struct ChannelTable: Sendable {
    /// The field's content for each value, in place (shifted to its offset); of
    /// a dithered field the lower neighbour.
    let bits: [UInt32]
    /// At how many of the 64 places the upper neighbour is taken.
    let fraction: [UInt8]
    /// What one step adds to the word.
    let step: UInt32
    let isDithered: Bool

    init(_ field: BitField) {
        let length = field.length
        isDithered = length < 8
        step = 1 << UInt32(field.offset)
        var bits = [UInt32](repeating: 0, count: 256)
        var fraction = [UInt8](repeating: 0, count: 256)
        for value in 0..<256 {
            var level = UInt32(value)
            if length > 8 {
                level = level << UInt32(length - 8) | level >> UInt32(16 - length)
            } else if length < 8 {
                level >>= UInt32(8 - length)
                while level > 0 && ChannelTable.expand(level, length: length) > value { level -= 1 }
                let lower = ChannelTable.expand(level, length: length)
                if lower < value {
                    let upper = ChannelTable.expand(level + 1, length: length)
                    fraction[value] = UInt8((64 * (value - lower) + (upper - lower) / 2) / (upper - lower))
                }
            }
            bits[value] = level << UInt32(field.offset)
        }
        self.bits = bits
        self.fraction = fraction
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
}
