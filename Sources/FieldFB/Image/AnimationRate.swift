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
    /// exact for every rate whose shortest fraction fits.
    var duration: (numerator: UInt16, denominator: UInt16) {
        var a = 1000
        var b = perThousandSeconds
        while b != 0 { (a, b) = (b, a % b) }
        let numerator = 1000 / a
        let denominator = perThousandSeconds / a
        if denominator <= Int(UInt16.max), numerator <= Int(UInt16.max) {
            return (UInt16(numerator), UInt16(denominator))
        }
        if perThousandSeconds > 1000 {
            let parts = 65535
            return (UInt16((parts * 1000 + perThousandSeconds / 2) / perThousandSeconds), UInt16(parts))
        }
        return (UInt16(min(65535, 1_000_000 / perThousandSeconds)), 1000)
    }
}
