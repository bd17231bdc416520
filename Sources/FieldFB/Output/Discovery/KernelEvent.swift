/// What the kernel tells about a display device.
struct KernelEvent: Equatable, Sendable {
    enum Subsystem: Equatable, Sendable {
        case drm, graphics
    }

    let subsystem: Subsystem
    /// The number in the name of the card the event is about, such as
    /// `dri/card0`; nil for other device files and connectors.
    let card: UInt32?
    /// Something was plugged in or out, or may have been.
    let isHotplug: Bool
    /// The connector where that was, if the kernel says.
    let connector: UInt32?

    /// Reads a message: `ACTION@PATH`, then `KEY=VALUE`, each closed by a zero.
    /// Nil when it is about no display device, or no message of this form at all.
    init?(_ bytes: [UInt8], count: Int) {
        let end = min(max(0, count), bytes.count)
        var subsystem: Subsystem?
        var card: UInt32?
        var connector: UInt32?
        var isHotplug = false
        var start = 0
        var isFirst = true
        while start < end {
            var stop = start
            while stop < end, bytes[stop] != 0 { stop += 1 }
            // What is cut off at the end is no word.
            guard stop < end else { break }
            let word = bytes[start..<stop]
            start = stop + 1
            if isFirst {
                guard word.contains(UInt8(ascii: "@")) else { return nil }
                isFirst = false
            } else if let value = KernelEvent.value(of: "SUBSYSTEM", in: word) {
                if value.elementsEqual("drm".utf8) {
                    subsystem = .drm
                } else if value.elementsEqual("graphics".utf8) {
                    subsystem = .graphics
                } else {
                    return nil
                }
            } else if let value = KernelEvent.value(of: "HOTPLUG", in: word) {
                isHotplug = value.elementsEqual("1".utf8)
            } else if let value = KernelEvent.value(of: "CONNECTOR", in: word) {
                connector = KernelEvent.number(value)
            } else if let value = KernelEvent.value(of: "DEVNAME", in: word),
                value.starts(with: "dri/card".utf8)
            {
                card = KernelEvent.number(value.dropFirst(8))
            }
        }
        guard let subsystem else { return nil }
        self.subsystem = subsystem
        self.card = card
        self.isHotplug = isHotplug
        self.connector = connector
    }

    private static func value(of key: StaticString, in word: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let length = key.utf8CodeUnitCount
        guard word.count > length, word[word.startIndex + length] == UInt8(ascii: "="),
            word.prefix(length).elementsEqual("\(key)".utf8)
        else { return nil }
        return word.dropFirst(length + 1)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
        guard (1...10).contains(digits.count) else { return nil }
        var number: UInt64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + UInt64(digit - UInt8(ascii: "0"))
        }
        return UInt32(exactly: number)
    }
}
