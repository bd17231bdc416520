/// The parts of a surface that changed: a short list of row bands.
///
/// Each band is a rectangle; bands do not overlap and go from top to bottom.
/// At most `limit` of them are kept: when one more comes, the two neighbours
/// whose union adds the fewest pixels are merged. The storage is made once, so
/// recording damage allocates nothing.
public struct Damage: Sendable {
    /// How many bands are kept at most.
    public let limit: Int
    /// The bands, from top to bottom. Empty when nothing changed.
    public private(set) var bands: [PixelRect]

    /// An empty list that keeps at most `limit` bands (at least one).
    public init(limit: Int = 64) {
        self.limit = max(1, limit)
        bands = []
        bands.reserveCapacity(self.limit + 1)
    }

    /// Whether nothing changed.
    public var isEmpty: Bool { bands.isEmpty }

    /// Forgets all bands and keeps the storage.
    public mutating func removeAll() {
        bands.removeAll(keepingCapacity: true)
    }

    /// Adds a rectangle. Rectangles that share rows with present bands are
    /// merged with them, so that no pixel is copied twice.
    public mutating func add(_ rect: PixelRect) {
        if bands.isEmpty || rect.y >= bands[bands.count - 1].maxY {
            bands.append(rect)
            if bands.count > limit { mergeCheapestNeighbours() }
            return
        }
        var merged = rect
        var index = 0
        while index < bands.count {
            let band = bands[index]
            if band.y < merged.maxY && merged.y < band.maxY {
                merged = merged.union(band)
                bands.remove(at: index)
                index = 0
            } else {
                index += 1
            }
        }
        var place = bands.count
        while place > 0 && bands[place - 1].y > merged.y { place -= 1 }
        bands.insert(merged, at: place)
        if bands.count > limit { mergeCheapestNeighbours() }
    }

    private mutating func mergeCheapestNeighbours() {
        var cheapest = 0
        var cost = Int.max
        for index in 0..<(bands.count - 1) {
            let upper = bands[index]
            let lower = bands[index + 1]
            let union = upper.union(lower)
            let added =
                union.width * union.height - upper.width * upper.height
                - lower.width * lower.height
            if added < cost {
                cost = added
                cheapest = index
            }
        }
        bands[cheapest] = bands[cheapest].union(bands[cheapest + 1])
        bands.remove(at: cheapest + 1)
    }
}
