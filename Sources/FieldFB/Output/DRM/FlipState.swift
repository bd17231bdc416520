/// Which page flip is under way, until when its end is awaited, and from when
/// on the buffer it takes off the glass may be drawn to.
struct FlipState {
    /// How long a flip may take before its event counts as lost, in
    /// nanoseconds. The slowest panels take a tenth of that.
    static let limit: Int64 = 1_000_000_000
    /// How many lost events in a row mean that the display is broken.
    static let lossLimit = 3
    /// A refresh is taken for no longer than this, in nanoseconds.
    private static let longestRefresh: Int64 = 40_000_000

    /// Three quarters of a refresh, in nanoseconds. Some drivers tell the end of
    /// a flip at once, while the display still reads the other buffer: whatever
    /// they tell, it is not drawn to earlier than that.
    private let leastTime: Int64
    private var tag: UInt64?
    private var began: Int64 = .min
    /// Lost events since the last one that came.
    private(set) var losses = 0

    /// - Parameter refreshMillihertz: the rate of the mode; 0 when it is unknown.
    init(refreshMillihertz: Int) {
        leastTime =
            refreshMillihertz > 0
            ? min(1_000_000_000_000 / Int64(refreshMillihertz), FlipState.longestRefresh) * 3 / 4 : 0
    }

    var isPending: Bool { tag != nil }

    /// Whether a flip is under way whose event may still come.
    ///
    /// - Parameter ended: the tag of the last flip of the CRTC that ended.
    func isWaiting(at now: Int64, ended: UInt64) -> Bool {
        guard let tag, tag != ended else { return false }
        return now - began < FlipState.limit
    }

    /// Whether it is too early to draw to the buffer that left the glass.
    func isTooEarly(at now: Int64) -> Bool {
        began != .min && now - began < leastTime
    }

    /// The kernel took a flip.
    mutating func began(tag: UInt64, at now: Int64) {
        self.tag = tag
        began = now
    }

    /// An event came. One of an earlier flip changes nothing.
    mutating func ended(tag: UInt64) {
        guard self.tag == tag else { return }
        self.tag = nil
        losses = 0
    }

    /// The event is given up, and a mode set takes the flip's place.
    mutating func lost() {
        tag = nil
        losses += 1
    }

    /// The picture got to the display without a flip.
    mutating func cancelled() {
        tag = nil
    }
}
