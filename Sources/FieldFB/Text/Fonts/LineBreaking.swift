/// Where a line may end: after blanks and hyphens, and between the letters of
/// scripts that are written without blanks.
enum LineBreaking {
    /// Whether a new line may begin with the letter at `index`.
    static func mayBreak(before index: Int, in scalars: [UInt32]) -> Bool {
        guard index > 0, index < scalars.count else { return false }
        let last = scalars[index - 1]
        let next = scalars[index]
        if CleanText.isMark(next) || next == 0x200B { return false }
        if isBlank(last) { return !isBlank(next) }
        if isBlank(next) { return false }
        if last == 0x200B { return true }
        if isHyphen(last) { return index > 1 && !isBlank(scalars[index - 2]) }
        return (isIdeograph(last) || isIdeograph(next)) && !isClosing(next) && !isOpening(last)
    }

    /// A blank that parts words; one that holds them together is none.
    static func isBlank(_ scalar: UInt32) -> Bool {
        scalar == 0x20 || scalar == 0x1680 || (0x2000...0x200A).contains(scalar) && scalar != 0x2007
            || scalar == 0x205F || scalar == 0x3000
    }

    private static func isHyphen(_ scalar: UInt32) -> Bool {
        scalar == 0x2D || scalar == 0x2010 || scalar == 0xAD || scalar == 0x2013 || scalar == 0x2014
    }

    /// Letters of Chinese, Japanese and Korean.
    private static func isIdeograph(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x2E80...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF01...0xFF60, 0x1F200...0x1F2FF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }

    private static func isClosing(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x21, 0x25, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D, 0x2019, 0x201D, 0x2026, 0x3001, 0x3002, 0x3005,
            0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063,
            0x3083, 0x3085, 0x3087, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30FB,
            0x30FC, 0xFF01, 0xFF05, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D:
            true
        default: false
        }
    }

    private static func isOpening(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x28, 0x5B, 0x7B, 0x2018, 0x201C, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0xFF08, 0xFF3B,
            0xFF5B:
            true
        default: false
        }
    }
}
