/// Writes one line of JSON, member after member. What writes a member stays out
/// of line: a report has dozens of them.
struct JSONWriter {
    private(set) var text = ""
    private var needsComma = false

    /// An object; its members are written by `body`.
    mutating func object(_ body: (inout JSONWriter) -> Void) {
        container("{", "}", body)
    }

    /// An array; its elements are written by `body`.
    mutating func array(_ body: (inout JSONWriter) -> Void) {
        container("[", "]", body)
    }

    /// The name of a member; its value comes next.
    @inline(never)
    mutating func key(_ name: String) {
        separate()
        text += JSONWriter.escaped(name)
        text += ":"
        needsComma = false
    }

    @inline(never)
    mutating func value(_ string: String) { scalar(JSONWriter.escaped(string)) }
    @inline(never)
    mutating func value(_ number: Int) { scalar("\(number)") }
    mutating func value(_ flag: Bool) { scalar(flag ? "true" : "false") }
    /// A number; JSON knows no infinity, so what is not finite becomes null.
    mutating func value(_ number: Double) {
        scalar(number.isFinite ? DecimalNumber.text(number) : "null")
    }
    mutating func null() { scalar("null") }

    @inline(never)
    mutating func member(_ name: String, _ string: String) {
        key(name)
        value(string)
    }
    @inline(never)
    mutating func member(_ name: String, _ number: Int) {
        key(name)
        value(number)
    }
    @inline(never)
    mutating func member(_ name: String, _ flag: Bool) {
        key(name)
        value(flag)
    }
    @inline(never)
    mutating func member(_ name: String, _ number: Double) {
        key(name)
        value(number)
    }

    /// A member that may have no value: null then.
    @inline(never)
    mutating func member(_ name: String, _ string: String?) {
        key(name)
        if let string { value(string) } else { null() }
    }
    @inline(never)
    mutating func member(_ name: String, _ number: Double?) {
        key(name)
        if let number { value(number) } else { null() }
    }

    private mutating func container(
        _ opening: String, _ closing: String, _ body: (inout JSONWriter) -> Void
    ) {
        separate()
        text += opening
        needsComma = false
        body(&self)
        text += closing
        needsComma = true
    }

    private mutating func scalar(_ written: String) {
        separate()
        text += written
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { text += "," }
        needsComma = false
    }

    /// A JSON string with its quotation marks (RFC 8259, section 7).
    static func escaped(_ string: String) -> String {
        let hexadecimal = Array("0123456789abcdef".utf8)
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes += [UInt8(ascii: "\\"), byte]
            case _ where byte.isControl:
                bytes += "\\u00".utf8
                bytes += [hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            default:
                bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return String(decoding: bytes, as: UTF8.self)
    }
}
