@testable import FieldFB

/// The 8x8 matrix of Bayer's 1973 paper, as it is printed in textbooks.
let bayer: [Int] = [
    0, 32, 8, 40, 2, 34, 10, 42,
    48, 16, 56, 24, 50, 18, 58, 26,
    12, 44, 4, 36, 14, 46, 6, 38,
    60, 28, 52, 20, 62, 30, 54, 22,
    3, 35, 11, 43, 1, 33, 9, 41,
    51, 19, 59, 27, 49, 17, 57, 25,
    15, 47, 7, 39, 13, 45, 5, 37,
    63, 31, 55, 23, 61, 29, 53, 21,
]

/// A pixel made slowly: one bit after the other, from the definition of a
/// format and nothing of the packer.
enum ReferencePacker {
    /// The bits of a number, the lowest first.
    static func bits(_ number: Int, _ count: Int) -> [Int] {
        (0..<count).map { number >> $0 & 1 }
    }

    /// The 8 bit value of a level: its bits, from the highest on, over and over.
    static func shown(_ level: Int, _ length: Int) -> Int {
        var value = 0
        for bit in 0..<8 { value = value * 2 + (level >> (length - 1 - bit % length) & 1) }
        return value
    }

    /// The level of a value among rising ones, at a place of the pattern.
    static func level(_ value: Int, among levels: [Int], x: Int, y: Int) -> Int {
        let lower = levels.lastIndex { $0 <= value } ?? 0
        guard lower + 1 < levels.count else { return lower }
        let step = Double(levels[lower + 1] - levels[lower])
        let share = (64 * Double(value - levels[lower]) / step).rounded()
        return Double(bayer[y % 8 * 8 + x % 8]) < share ? lower + 1 : lower
    }

    /// The level of a value in a field of so many bits.
    static func level(_ value: Int, bits length: Int, x: Int, y: Int) -> Int {
        if length > 8 { return value << (length - 8) | value >> (16 - length) }
        return level(value, among: (0..<(1 << length)).map { shown($0, length) }, x: x, y: y)
    }

    /// The bits of a pixel, the lowest first.
    static func pixel(_ colour: UInt32, _ format: PixelFormat, x: Int, y: Int) -> [Int] {
        let (red, green, blue) = (Int(colour >> 16 & 255), Int(colour >> 8 & 255), Int(colour & 255))
        let count = format.bitsPerPixel
        switch format.meaning {
        case .colours:
            // What no colour uses is ones.
            var word = [Int](repeating: 1, count: count)
            for (value, field) in [(red, format.red), (green, format.green), (blue, format.blue)] {
                let level = level(value, bits: field.length, x: x, y: y)
                for (index, bit) in bits(level, field.length).enumerated() { word[field.offset + index] = bit }
            }
            return word
        case .grey, .darkness:
            let brightness = (77 * red + 151 * green + 28 * blue) / 256
            let word = bits(level(brightness, bits: count, x: x, y: y), count)
            return format.meaning == .grey ? word : word.map { 1 - $0 }
        case .displayPalette:
            let sides = [0, 51, 102, 153, 204, 255]
            if red == green && green == blue {
                let greys = (0...45).map { Int((Double($0) * 255 / 45).rounded()) }
                let wanted = greys[level(red, among: greys, x: x, y: y)]
                let number = DisplayPalette.colours.firstIndex { $0 == 0xFF00_0000 | UInt32(wanted) * 0x1_0101 }
                return bits(number!, 8)
            }
            let number =
                level(red, among: sides, x: x, y: y) * 36 + level(green, among: sides, x: x, y: y) * 6
                + level(blue, among: sides, x: x, y: y)
            return bits(number, 8)
        case .fixedPalette(let palette):
            let wanted = [red, green, blue].map { shown(level($0, bits: 4, x: x, y: y), 4) }
            let distances = palette.map { colour in
                (0..<3).map { channel in
                    let apart = Int(colour >> UInt32(16 - 8 * channel) & 255) - wanted[channel]
                    return apart * apart
                }.reduce(0, +)
            }
            return bits(distances.firstIndex(of: distances.min()!)!, count)
        }
    }

    /// A row of pixels as bytes.
    static func row(_ colours: [UInt32], _ format: PixelFormat, x: Int, y: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (colours.count * format.bitsPerPixel + 7) / 8)
        func set(_ byte: Int, _ bit: Int, _ value: Int) { bytes[byte] |= UInt8(value) << UInt8(bit) }
        for (index, colour) in colours.enumerated() {
            for (number, bit) in pixel(colour, format, x: x + index, y: y).enumerated() {
                let first = index * format.bitsPerPixel
                if format.bitsPerPixel >= 8 || format.isLowestFirst {
                    set((first + number) / 8, (first + number) % 8, bit)
                } else {
                    // The leftmost pixel in the highest bits.
                    set(first / 8, 8 - format.bitsPerPixel - first % 8 + number, bit)
                }
            }
        }
        return bytes
    }
}
