/// Numbers as people write them in setting files and requests: digits with at
/// most one point, no exponent, no thousands separator, in every locale.
enum DecimalNumber {
    /// The longest number that is read, in bytes.
    static let longest = 40

    /// The number, or nil when the text is anything else. The result is finite.
    static func parse(_ text: String) -> Double? {
        var digits = 0
        var points = 0
        guard text.utf8.count <= longest else { return nil }
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "-"):
                if index != 0 { return nil }
            case UInt8(ascii: "."):
                points += 1
            case let byte where byte.isASCIIDigit:
                digits += 1
            default:
                return nil
            }
        }
        guard digits > 0, points <= 1 else { return nil }
        // The form is proved; what is left to the standard library is rounding
        // to the nearest double. The program never leaves the C locale.
        guard let value = Double(text), value.isFinite else { return nil }
        return value
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
