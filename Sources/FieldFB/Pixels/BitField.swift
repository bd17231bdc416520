/// A run of bits in a pixel word: where one channel lives.
public struct BitField: Equatable, Sendable {
    /// The number of the lowest bit; bit 0 is the lowest of the word.
    public let offset: Int
    /// How many bits; 0 when the channel is absent.
    public let length: Int

    public init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    /// No bits at all.
    static let absent = BitField(offset: 0, length: 0)

    /// The bits of the field, or nil when it does not fit in a word of `bits` bits.
    func mask(in bits: Int) -> UInt32? {
        guard (0...bits).contains(length), offset >= 0, offset <= bits - length else { return nil }
        if length == 0 { return 0 }
        return (UInt32.max >> UInt32(32 - length)) << UInt32(offset)
    }
}
