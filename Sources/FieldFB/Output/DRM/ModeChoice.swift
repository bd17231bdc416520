/// A mode that a person asked for.
public struct WantedMode: Equatable, Sendable {
    /// Pixels in a row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// Refreshes in a thousand seconds, or nil for any rate.
    public var refreshMillihertz: Int?

    public init(width: Int, height: Int, refreshMillihertz: Int? = nil) {
        self.width = width
        self.height = height
        self.refreshMillihertz = refreshMillihertz
    }
}

/// In which order the modes of a connector are tried.
enum ModeChoice {
    /// Without a preferred mode, larger modes than this many pixels come after
    /// all others: they cost a small processor too much.
    static let pixelLimit = 1920 * 1200
    /// A progressive mode with fewer rows is an old television's half picture,
    /// and no reason to put aside an interlaced mode.
    static let leastProgressiveHeight = 400

    /// The places of all modes in the list, best first: the wanted ones, the
    /// one in use (no flash, and what the boot asked for), the preferred one,
    /// then from the largest progressive one down, those above the pixel limit
    /// from the smallest up, double-scan ones, and interlaced ones last.
    static func order(_ modes: [DisplayMode], wanted: WantedMode? = nil, current: DisplayMode? = nil) -> [Int] {
        let fullProgressive = modes.contains { !$0.isInterlaced && $0.height >= leastProgressiveHeight }
        var ranked: [(rank: Rank, place: Int)] = []
        for (place, mode) in modes.enumerated() where mode.width > 0 && mode.height > 0 {
            let new = rank(mode, wanted, current, fullProgressive)
            let index = ranked.firstIndex { new.isBefore($0.rank) } ?? ranked.endIndex
            ranked.insert((new, place), at: index)
        }
        return ranked.map { $0.place }
    }

    /// Lower numbers go first; the second decides between equals, and so on.
    private struct Rank {
        var group: Int
        var first: Int
        var second: Int
        var third: Int

        func isBefore(_ other: Rank) -> Bool {
            if group != other.group { return group < other.group }
            if first != other.first { return first < other.first }
            if second != other.second { return second < other.second }
            return third < other.third
        }
    }

    /// How far a rate is from the wanted one; 0 where any will do.
    private static func distance(_ rate: Int, _ wanted: WantedMode) -> Int {
        guard let refresh = wanted.refreshMillihertz else { return 0 }
        let (difference, overflow) = rate.subtractingReportingOverflow(refresh)
        return overflow ? Int.max : Int(clamping: difference.magnitude)
    }

    private static func rank(
        _ mode: DisplayMode, _ wanted: WantedMode?, _ current: DisplayMode?, _ fullProgressive: Bool
    ) -> Rank {
        let rate = mode.refreshMillihertz
        let scan = mode.isInterlaced || mode.isDoubleScan ? 1 : 0
        let notPreferred = mode.isPreferred ? 0 : 1
        let fromSixty = abs(rate - 60_000)
        if let wanted, mode.width == wanted.width, mode.height == wanted.height {
            return Rank(group: 0, first: scan, second: distance(rate, wanted), third: notPreferred)
        }
        if let current, mode.isSame(as: current) {
            return Rank(group: 1, first: 0, second: 0, third: 0)
        }
        let late = mode.isInterlaced && fullProgressive
        if mode.isPreferred && !late {
            return Rank(group: 2, first: scan, second: -mode.pixelCount, third: fromSixty)
        }
        if late { return Rank(group: 6, first: -mode.pixelCount, second: fromSixty, third: 0) }
        if mode.isDoubleScan { return Rank(group: 5, first: -mode.pixelCount, second: fromSixty, third: 0) }
        if mode.pixelCount > pixelLimit {
            return Rank(group: 4, first: mode.pixelCount, second: fromSixty, third: 0)
        }
        return Rank(group: 3, first: -mode.pixelCount, second: fromSixty, third: 0)
    }
}
