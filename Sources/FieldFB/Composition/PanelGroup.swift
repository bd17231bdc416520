import FieldCore

/// A panel on its way in or out: card, words and progress as one picture, which
/// can be smaller than it will be, and translucent.
struct PanelGroup {
    private let rect: PixelRect
    private var pixels: [UInt32]

    /// How large a panel is when it begins to come, and when it is gone.
    private static let smallest = 0.92

    /// An empty one over the card's rectangle.
    init(_ rect: PixelRect) {
        self.rect = rect
        pixels = [UInt32](repeating: 0, count: rect.width * rect.height)
    }

    /// Puts a sprite over what is there.
    mutating func add(_ sprite: Sprite) {
        guard let part = sprite.rect.intersection(rect) else { return }
        for y in part.y..<part.maxY {
            for x in part.x..<part.maxX {
                let source = sprite.premultipliedPixel(x, y)
                let place = (y - rect.y) * rect.width + x - rect.x
                let below = scaled(premultiplied: pixels[place], by: 255 - source >> 24)
                pixels[place] = source &+ below
            }
        }
    }

    /// The picture when the panel has come so far, 0...1; nil when there is
    /// nothing to see.
    func sprite(presence: Double, version: Int) -> Sprite? {
        let size = PanelGroup.smallest + (1 - PanelGroup.smallest) * presence
        let width = max(1, Int((Double(rect.width) * size).rounded()))
        let height = max(1, Int((Double(rect.height) * size).rounded()))
        let opacity = UInt32((presence * 255).rounded())
        guard opacity > 0,
            let smaller = PixelRect(
                x: rect.x + (rect.width - width) / 2, y: rect.y + (rect.height - height) / 2,
                width: width, height: height)
        else { return nil }
        return Sprite(smaller, pixels: resampled(width, height, opacity: opacity), version: version)
    }

    /// Four pixels weighed by their distance, in 256ths: the step is never far
    /// from one pixel.
    private func resampled(_ width: Int, _ height: Int, opacity: UInt32) -> [UInt32] {
        var result: [UInt32] = []
        result.reserveCapacity(width * height)
        for y in 0..<height {
            let (row, below, down) = PanelGroup.place(y, height, rect.height)
            for x in 0..<width {
                let (column, beside, right) = PanelGroup.place(x, width, rect.width)
                let upper = PanelGroup.mix(
                    pixels[row * rect.width + column], pixels[row * rect.width + beside], right)
                let lower = PanelGroup.mix(
                    pixels[below * rect.width + column], pixels[below * rect.width + beside], right)
                result.append(scaled(premultiplied: PanelGroup.mix(upper, lower, down), by: opacity))
            }
        }
        return result
    }

    /// Between which two of `count` pixels the middle of a pixel of `size` lies, and how far.
    private static func place(_ index: Int, _ size: Int, _ count: Int) -> (Int, Int, UInt32) {
        let position = max(0, ((2 * index + 1) * count * 128) / size - 128)
        let first = min(position >> 8, count - 1)
        return (first, min(first + 1, count - 1), UInt32(position & 255))
    }

    /// A premultiplied pixel between two, `share` in 256ths.
    private static func mix(_ first: UInt32, _ second: UInt32, _ share: UInt32) -> UInt32 {
        var result: UInt32 = 0
        for shift in [0, 8, 16, 24] as [UInt32] {
            let mixed = (first >> shift & 0xFF) * (256 - share) + (second >> shift & 0xFF) * share
            result |= ((mixed + 128) >> 8) << shift
        }
        return result
    }
}
