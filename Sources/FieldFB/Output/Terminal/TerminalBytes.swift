/// Bytes on their way to a terminal.
extension [UInt8] {
    mutating func appendText(_ text: StaticString) {
        text.withUTF8Buffer { bytes in
            for index in 0..<bytes.count { append(unsafe bytes[index]) }
        }
    }

    /// Appends a number that is not negative, in decimal, without making a string.
    mutating func appendNumber(_ number: Int) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    /// Moves the cursor; row and column count from 0.
    mutating func appendMove(row: Int, column: Int) {
        appendText("\u{1B}[")
        appendNumber(row + 1)
        append(UInt8(ascii: ";"))
        appendNumber(column + 1)
        append(UInt8(ascii: "H"))
    }
}
