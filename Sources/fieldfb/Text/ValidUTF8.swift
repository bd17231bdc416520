/// Whether bytes are well-formed UTF-8: no overlong form, no surrogate, nothing
/// above U+10FFFF, nothing cut short (The Unicode Standard, table 3-7).
func isValidUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
        let lead = bytes[index]
        index += 1
        let following: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0x00...0x7F: continue
        case 0xC2...0xDF: following = 1
        case 0xE0: (following, second) = (2, 0xA0...0xBF)
        case 0xED: (following, second) = (2, 0x80...0x9F)
        case 0xE1...0xEF: following = 2
        case 0xF0: (following, second) = (3, 0x90...0xBF)
        case 0xF1...0xF3: following = 3
        case 0xF4: (following, second) = (3, 0x80...0x8F)
        default: return false
        }
        guard bytes.endIndex - index >= following, second.contains(bytes[index]) else { return false }
        for offset in 1..<max(1, following) where !(0x80...0xBF).contains(bytes[index + offset]) {
            return false
        }
        index += following
    }
    return true
}
