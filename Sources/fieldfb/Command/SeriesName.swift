/// The file names of a numbered series, from a name that holds one `%d`, such
/// as `frame%04d.png`.
///
/// Read here and never handed to C: only `%d`, `%Nd` and `%0Nd` with a width N
/// of 1 to 9 count, and `%%` is a per cent sign.
struct SeriesName {
    private let before: [UInt8]
    private let after: [UInt8]
    private let width: Int
    private let padding: UInt8

    /// Nil when the name holds no place for the number, more than one, or a
    /// per cent sign of another kind.
    init?(_ name: String) {
        var parts: [[UInt8]] = [[]]
        var width = 0
        var padding = UInt8(ascii: " ")
        let bytes = Array(name.utf8)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            guard byte == UInt8(ascii: "%") else {
                parts[parts.count - 1].append(byte)
                continue
            }
            if index < bytes.count, bytes[index] == UInt8(ascii: "%") {
                parts[parts.count - 1].append(byte)
                index += 1
                continue
            }
            if index < bytes.count, bytes[index] == UInt8(ascii: "0") {
                padding = bytes[index]
                index += 1
            }
            if index < bytes.count, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(bytes[index]) {
                width = Int(bytes[index] - UInt8(ascii: "0"))
                index += 1
            }
            guard index < bytes.count, bytes[index] == UInt8(ascii: "d") else { return nil }
            index += 1
            parts.append([])
        }
        guard parts.count == 2 else { return nil }
        before = parts[0]
        after = parts[1]
        self.width = width
        self.padding = padding
    }

    /// The name of the file with this number.
    func path(_ number: Int) -> String {
        let digits = Array("\(number)".utf8)
        let filling = [UInt8](repeating: padding, count: max(0, width - digits.count))
        return String(bytes: before + filling + digits + after)
    }
}
