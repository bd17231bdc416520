/// A picture in a terminal as bands of whole text rows, each sent anew when
/// something in it changed. What was not sent yet is remembered.
struct PictureBands {
    let geometry: TerminalGeometry
    /// The text rows of a band; the last one may have fewer.
    let rowsInBand: Int
    private var isChanged: [Bool]

    /// Bands of at least `rows` text rows, and of a height in pixels that is a
    /// multiple of `step`.
    init(_ geometry: TerminalGeometry, rows: Int, step: Int) {
        self.geometry = geometry
        var count = max(1, rows)
        while count < geometry.rows, count * geometry.cellHeight % step != 0 { count += 1 }
        rowsInBand = count
        isChanged = [Bool](repeating: true, count: (geometry.rows + count - 1) / count)
    }

    var count: Int { isChanged.count }

    var areAllChanged: Bool {
        for isChanged in isChanged where !isChanged { return false }
        return true
    }

    mutating func changeAll() {
        for index in isChanged.indices { isChanged[index] = true }
    }

    mutating func change(_ damage: Damage) {
        let height = rowsInBand * geometry.cellHeight
        for rect in damage.bands {
            let first = max(0, rect.y / height)
            let last = min(count - 1, (rect.maxY - 1) / height)
            if first <= last { for index in first...last { isChanged[index] = true } }
        }
    }

    /// Whether a band must be sent; from now on it counts as sent.
    mutating func take(_ index: Int) -> Bool {
        defer { isChanged[index] = false }
        return isChanged[index]
    }

    /// The first text row of a band within the picture, and how many it has.
    func rows(_ index: Int) -> (first: Int, count: Int) {
        let first = index * rowsInBand
        return (first, min(rowsInBand, geometry.rows - first))
    }
}
