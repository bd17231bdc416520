/// How many frames an animation shows in a second, in steps of a thousandth.
public struct AnimationRate: Equatable, Sendable {
    /// Frames in a thousand seconds.
    public let perThousandSeconds: Int

    init(perThousandSeconds: Int) { self.perThousandSeconds = perThousandSeconds }

    /// A rate in 0.01...240 frames a second, or nil.
    public init?(framesPerSecond: Double) {
        guard framesPerSecond >= 0.01, framesPerSecond <= 240 else { return nil }
        perThousandSeconds = Int((framesPerSecond * 1000).rounded())
    }

    /// The moment at which frame `index` begins, in seconds after the first.
    public func seconds(ofFrame index: Int) -> Double {
        Double(index) * 1000 / Double(perThousandSeconds)
    }

    /// The moment at which frame `index` begins, in whole parts of which a
    /// second has `parts`. Rounding the moments, not the durations, keeps a long
    /// animation at its pace.
    func moment(ofFrame index: Int, parts: Int) -> Int {
        (index * 1000 * parts + perThousandSeconds / 2) / perThousandSeconds
    }

    /// The duration of a frame as a fraction of a second of two 16-bit numbers:
    /// exact for every rate whose shortest fraction fits, else to a 65535th.
    var duration: (numerator: UInt16, denominator: UInt16) {
        var divisor = 1000
        var rest = perThousandSeconds
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        if let numerator = UInt16(exactly: 1000 / divisor),
            let denominator = UInt16(exactly: perThousandSeconds / divisor)
        {
            return (numerator, denominator)
        }
        let parts = Int(UInt16.max)
        return (UInt16(clamping: (parts * 1000 + perThousandSeconds / 2) / perThousandSeconds), UInt16.max)
    }
}
