/// How far the kernel's text console is turned on the glass.
///
/// Where a display does not tell by itself how it stands in its case, the
/// console is the best witness: somebody turned it so that it can be read.
public enum ConsoleRotation {
    /// The turn of this machine's console; upright when nothing tells.
    public static func current() -> Orientation {
        let told = orientation(
            inFile: text("/sys/class/graphics/fbcon/rotate"), commandLine: text("/proc/cmdline"))
        return told ?? .upright
    }

    /// What the two sources say together. A console that is not set up yet says
    /// 0, so that only another number outdoes the command line.
    static func orientation(inFile file: [UInt8], commandLine: [UInt8]) -> Orientation? {
        let present = orientation(inFile: file)
        if let present, present != .upright { return present }
        return orientation(inCommandLine: commandLine) ?? present
    }

    /// Reads the content of /sys/class/graphics/fbcon/rotate; nil for anything
    /// but one of its four numbers.
    static func orientation(inFile content: [UInt8]) -> Orientation? {
        let digits = content.filter { $0 > UInt8(ascii: " ") }
        guard digits.count == 1, let digit = digits.first else { return nil }
        return Orientation(consoleRotation: Int(digit) - 48)
    }

    /// Reads the kernel's command line: the last `rotate` of the words `fbcon=`,
    /// whose parts stand between commas. Nil when there is none.
    static func orientation(inCommandLine line: [UInt8]) -> Orientation? {
        var result: Orientation?
        for word in line.split(whereSeparator: { $0 <= UInt8(ascii: " ") }) {
            guard let options = word.removing("fbcon=") else { continue }
            for option in options.split(separator: UInt8(ascii: ",")) {
                guard let number = option.removing("rotate:"), let digit = number.first, number.count == 1
                else { continue }
                result = Orientation(consoleRotation: Int(digit) - 48) ?? result
            }
        }
        return result
    }

    /// A short file, or nothing.
    private static func text(_ path: String) -> [UInt8] {
        guard let descriptor = try? systemOpen(path, .read) else { return [] }
        defer { systemClose(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        guard let count = try? systemRead(descriptor, into: &bytes) else { return [] }
        return Array(bytes.prefix(count))
    }
}

extension ArraySlice<UInt8> {
    /// What follows a beginning; nil when it does not begin so.
    fileprivate func removing(_ beginning: StaticString) -> ArraySlice<UInt8>? {
        beginning.withUTF8Buffer { bytes in
            guard count >= bytes.count, unsafe prefix(bytes.count).elementsEqual(bytes) else { return nil }
            return dropFirst(bytes.count)
        }
    }
}
