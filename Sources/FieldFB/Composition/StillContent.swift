/// What a panel lies over, kept as it was when the panel came: sharp, and once
/// it is worked out, blurred.
struct StillContent {
    let sharp: [UInt32]
    /// The blurred content; nil until it is there.
    var soft: [UInt32]?
    private let width: Int
    private let height: Int
    private var isAsked = false

    init(sharp: [UInt32], width: Int, height: Int) {
        self.sharp = sharp
        self.width = width
        self.height = height
    }

    /// What to blur, once.
    mutating func takeRequest(deviation: Double) -> BlurRequest? {
        guard !isAsked, soft == nil else { return nil }
        isAsked = true
        return BlurRequest(pixels: sharp, width: width, height: height, deviation: deviation)
    }
}

/// Content that is to be blurred.
public struct BlurRequest: Sendable {
    /// Opaque, row after row.
    public var pixels: [UInt32]
    public var width: Int
    public var height: Int
    /// Standard deviation, in pixels.
    public var deviation: Double
}
