/// Reads the records that a DRM device sends on its descriptor.
enum FlipEvents {
    /// The kind of record that tells the end of a page flip.
    private static let flipComplete: UInt32 = 2
    /// A kind and a length, 32 bits each, begin every record.
    private static let headerSize = 8
    /// Bytes up to and with the tag of a flip's record, and of the whole record.
    private static let flipSize = 32

    /// The tags of the page flips that ended, in order.
    ///
    /// Records of other kinds are passed over. A record whose length cannot be
    /// true ends the reading: nothing behind it can be found.
    static func completedTags(in bytes: [UInt8], count: Int, _ found: (UInt64) -> Void) {
        let end = min(max(0, count), bytes.count)
        var start = 0
        while end - start >= headerSize {
            let kind = UInt32(truncatingIfNeeded: number(bytes, start, bytesWide: 4))
            let length = Int(clamping: number(bytes, start + 4, bytesWide: 4))
            guard length >= headerSize, length <= end - start else { return }
            if kind == flipComplete, length >= flipSize {
                found(number(bytes, start + headerSize, bytesWide: 8))
            }
            start += length
        }
    }

    /// A number in the byte order of the machine.
    private static func number(_ bytes: [UInt8], _ start: Int, bytesWide: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<bytesWide {
            let shift = UInt64(isLittleEndian ? index : bytesWide - 1 - index) * 8
            value |= UInt64(bytes[start + index]) << shift
        }
        return value
    }

    private static let isLittleEndian = UInt32(1).littleEndian == 1
}
