/// The tags that flips of a card carry, and which of them came back.
struct FlipTags {
    private var sequence: UInt32 = 0
    private var ended: [(crtc: UInt32, tag: UInt64)]

    init(crtcs: [UInt32]) {
        ended = crtcs.map { ($0, 0) }
    }

    /// A tag that no flip before had, also not one of a display that is gone.
    mutating func next(_ crtc: UInt32) -> UInt64 {
        sequence &+= 1
        return UInt64(crtc) << 32 | UInt64(sequence)
    }

    /// A flip with that tag ended. The tag of another program, or of no CRTC
    /// of this card, changes nothing.
    mutating func ended(_ tag: UInt64) {
        for place in ended.indices where ended[place].crtc == UInt32(truncatingIfNeeded: tag >> 32) {
            ended[place].tag = tag
        }
    }

    /// The tag of the last flip of a CRTC that ended; 0 before the first.
    func lastEnded(_ crtc: UInt32) -> UInt64 {
        for entry in ended where entry.crtc == crtc { return entry.tag }
        return 0
    }
}
