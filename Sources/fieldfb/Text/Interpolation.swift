/// Interpolation kept out of line. The standard library's is inlined wherever
/// a text is put together, and a program of many messages grows by a tenth.
extension DefaultStringInterpolation {
    @inline(never)
    mutating func appendInterpolation(_ text: String) {
        appendLiteral(text)
    }

    @inline(never)
    mutating func appendInterpolation(_ number: Int) {
        appendLiteral(number.description)
    }
}
