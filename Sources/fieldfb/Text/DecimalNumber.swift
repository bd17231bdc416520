/// Numbers as people write them in setting files and requests: digits with at
/// most one point, no exponent, no thousands separator, in every locale.
enum DecimalNumber {
    /// The longest number that is read, in bytes.
    static let longest = 40

    /// The whole numbers up to this are exact in double precision.
    private static let exactLimit: UInt64 = 1 << 53
    /// The powers of ten up to this one are exact in double precision.
    private static let exactPowers = 22

    /// The number, or nil when the text is anything else.
    ///
    /// The result is the double nearest to the number as long as its digits
    /// make a whole number up to 2^53, which 15 digits always do; decimals
    /// beyond that do not count. One division of two exact doubles is all the
    /// arithmetic, so every machine gives the same bits.
    static func parse(_ text: String) -> Double? {
        guard text.utf8.count <= longest else { return nil }
        var digits = text.utf8[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
        var mantissa: UInt64 = 0
        var decimals = 0
        var digitCount = 0
        var hasPoint = false
        var isFull = false
        for byte in digits {
            if byte == UInt8(ascii: ".") && !hasPoint {
                hasPoint = true
                continue
            }
            guard byte.isASCIIDigit else { return nil }
            digitCount += 1
            let next = mantissa * 10 + UInt64(byte - UInt8(ascii: "0"))
            if isFull || next > exactLimit || decimals == exactPowers {
                // A whole part as large as this is beyond every setting.
                guard hasPoint else { return nil }
                isFull = true
            } else {
                mantissa = next
                if hasPoint { decimals += 1 }
            }
        }
        guard digitCount > 0 else { return nil }
        var power = 1.0
        for _ in 0..<decimals { power *= 10 }
        let value = Double(mantissa) / power
        return isNegative ? -value : value
    }

    /// The whole number, or nil when the text is anything else or too large.
    static func parseWhole(_ text: String) -> Int? {
        guard let first = text.utf8.first, first.isASCIIDigit || first == UInt8(ascii: "-"),
            text.utf8.count <= longest
        else { return nil }
        return Int(text)
    }

    /// The shortest text that `parse` reads back as this value.
    static func text(_ value: Double) -> String {
        let description = "\(value)"
        let bytes = Array(description.utf8)
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "e")),
            let exponent = Int(String(bytes: bytes[(mark + 1)...]).withoutPlus)
        else {
            return bytes.suffix(2).elementsEqual(".0".utf8) ? String(bytes: bytes.dropLast(2)) : description
        }
        return expanded(bytes[..<mark], exponent: exponent)
    }

    /// Digits with a point, moved by a power of ten.
    private static func expanded(_ mantissa: ArraySlice<UInt8>, exponent: Int) -> String {
        let isNegative = mantissa.first == UInt8(ascii: "-")
        let unsigned = isNegative ? mantissa.dropFirst() : mantissa
        let whole = unsigned.prefix { $0 != UInt8(ascii: ".") }
        var digits = Array(whole)
        digits += unsigned.dropFirst(whole.count + 1)
        var point = whole.count + exponent
        let zero = UInt8(ascii: "0")
        while point <= 0 {
            digits.insert(zero, at: 0)
            point += 1
        }
        while digits.count < point { digits.append(zero) }
        var fraction = digits[point...]
        while fraction.last == zero { fraction.removeLast() }
        let text = (isNegative ? "-" : "") + String(bytes: digits[..<point])
        return fraction.isEmpty ? text : text + "." + String(bytes: fraction)
    }
}

extension String {
    fileprivate var withoutPlus: String {
        utf8.first == UInt8(ascii: "+") ? String(bytes: utf8.dropFirst()) : self
    }
}
