/// Which page flip is under way, and until when its end is awaited.
struct FlipState {
    /// How long a flip may take before its event counts as lost, in
    /// nanoseconds. The slowest panels take a tenth of that.
    static let limit: Int64 = 1_000_000_000
    /// How many lost events in a row mean that the display is broken.
    static let lossLimit = 3

    private let crtc: UInt32
    private var sequence: UInt32 = 0
    private var deadline: Int64?
    /// Lost events since the last one that came.
    private(set) var losses = 0

    init(crtc: UInt32) {
        self.crtc = crtc
    }

    var isPending: Bool { deadline != nil }

    /// Whether a flip is under way whose event may still come.
    func isWaiting(at now: Int64) -> Bool {
        guard let deadline else { return false }
        return now < deadline
    }

    /// The tag of the next flip: no event of an earlier one carries it.
    var nextTag: UInt64 { UInt64(crtc) << 32 | UInt64(sequence &+ 1) }

    /// The kernel took the flip with `nextTag`.
    mutating func began(at now: Int64) {
        sequence &+= 1
        deadline = now + FlipState.limit
    }

    /// An event came. One of an earlier flip changes nothing.
    mutating func ended(tag: UInt64) {
        guard deadline != nil, tag == UInt64(crtc) << 32 | UInt64(sequence) else { return }
        deadline = nil
        losses = 0
    }

    /// The event is given up, and a mode set takes the flip's place.
    mutating func lost() {
        deadline = nil
        losses += 1
    }

    /// The picture got to the display without a flip.
    mutating func cancelled() {
        deadline = nil
    }
}
