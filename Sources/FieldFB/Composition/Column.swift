import FieldCore

/// Things below each other: words and progress, on the screen or in a panel.
struct Column {
    struct Item {
        var width: Int
        var height: Int
        /// Space above it, unless it is the first.
        var gap: Int
    }

    private(set) var items: [Item] = []

    /// Adds an item; one without a size takes no gap.
    mutating func add(width: Int, height: Int, gap: Int) {
        items.append(Item(width: max(0, width), height: max(0, height), gap: gap))
    }

    /// The size of all of them together.
    var size: (width: Int, height: Int) {
        var width = 0
        var height = 0
        for item in items where item.height > 0 {
            width = max(width, item.width)
            height += item.height + (height > 0 ? item.gap : 0)
        }
        return (width, height)
    }

    /// Where each of them lies when the column stands at a place of an area;
    /// nil for one without a size.
    func rects(in area: PixelRect, at place: Place) -> [PixelRect?] {
        let size = size
        var y = area.y + Column.share(area.height - size.height, place.vertical)
        var rects: [PixelRect?] = []
        var isFirst = true
        for item in items {
            guard item.height > 0, item.width > 0 else {
                rects.append(nil)
                continue
            }
            if !isFirst { y += item.gap }
            isFirst = false
            let x = area.x + Column.share(area.width - item.width, place.horizontal)
            rects.append(PixelRect(x: x, y: y, width: item.width, height: item.height))
            y += item.height
        }
        return rects
    }

    /// A rectangle of a size at a place of an area.
    static func rect(width: Int, height: Int, in area: PixelRect, at place: Place) -> PixelRect? {
        PixelRect(
            x: area.x + share(area.width - width, place.horizontal),
            y: area.y + share(area.height - height, place.vertical), width: width, height: height)
    }

    private static func share(_ room: Int, _ part: Double) -> Int { Int((Double(room) * part).rounded(.down)) }
}
