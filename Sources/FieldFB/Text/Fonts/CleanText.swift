/// Words from outside as letters that can be set: whatever comes in, one line
/// of Unicode scalars without control characters comes out.
struct CleanText {
    private(set) var scalars: [UInt32] = []
    /// Whether bytes had to be replaced since they are no UTF-8.
    private(set) var hadInvalidBytes = false

    /// More are not set: no screen has room for them.
    static let longest = 4096

    init(_ bytes: [UInt8]) {
        var decoder = Unicode.UTF8()
        var iterator = bytes.makeIterator()
        decoding: while scalars.count < CleanText.longest {
            switch decoder.decode(&iterator) {
            case .scalarValue(let scalar): add(scalar.value)
            case .error:
                hadInvalidBytes = true
                add(0xFFFD)
            case .emptyInput: break decoding
            }
        }
        while scalars.last == 0x20 { scalars.removeLast() }
    }

    private mutating func add(_ value: UInt32) {
        switch value {
        case 0x00...0x20, 0x7F...0x9F, 0x2028, 0x2029:
            // Line ends and other controls part words, and no more.
            if let last = scalars.last, last != 0x20 { scalars.append(0x20) }
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF, 0xE0000...0xE007F:
            // What would turn the order of words about, or cannot be seen.
            break
        default: scalars.append(value)
        }
    }

    /// Whether the words read from right to left: their first letter with a
    /// direction says so.
    static func isRightToLeft(_ scalars: some Sequence<UInt32>) -> Bool {
        for scalar in scalars {
            if isRightToLeft(scalar) { return true }
            if isLeftToRight(scalar) { return false }
        }
        return false
    }

    /// Letters of Hebrew, Arabic, Syriac, Thaana, N'Ko and others of their direction.
    static func isRightToLeft(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }

    private static func isLeftToRight(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0x058F, 0x0900...0x1FFF, 0x2C00...0xD7FF, 0xF900...0xFB1C,
            0x10000...0x107FF, 0x11000...0x1E7FF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Whether a scalar belongs to the letter before it: accents, joiners and selectors.
    static func isMark(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x0300...0x036F, 0x0483...0x0489, 0x0591...0x05BD, 0x05BF, 0x05C1, 0x05C2, 0x05C4, 0x05C5, 0x0610...0x061A,
            0x064B...0x065F, 0x0670, 0x06D6...0x06DC, 0x06DF...0x06E4, 0x06E7, 0x06E8, 0x06EA...0x06ED, 0x0900...0x0903,
            0x093A...0x093C, 0x093E...0x094F, 0x0E31, 0x0E34...0x0E3A, 0x0E47...0x0E4E, 0x1AB0...0x1AFF,
            0x1DC0...0x1DFF, 0x200C, 0x200D, 0x20D0...0x20FF, 0x302A...0x302D, 0x3099, 0x309A, 0xFE00...0xFE0F,
            0xFE20...0xFE2F, 0x1F3FB...0x1F3FF, 0xE0100...0xE01EF:
            true
        default: false
        }
    }
}
