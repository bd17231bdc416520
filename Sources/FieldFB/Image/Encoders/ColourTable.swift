/// The colours of a picture, reduced to at most 256 when there are more, and
/// the number of each pixel's colour.
///
/// A picture of at most 256 colours keeps each exactly. Otherwise the colours
/// are cut into 256 boxes, each time the box whose spread, weighted by its
/// pixels, is the largest, at the middle pixel along its longest side (median
/// cut); a box is shown as the mean of its pixels.
struct ColourTable {
    /// The colours as 0xRRGGBB, by number.
    private(set) var colours: [UInt32] = []
    private var numbers: [UInt32: UInt8] = [:]

    static let limit = 256

    /// The table of the colours in a part of a surface.
    init(_ surface: borrowing Surface, _ rect: PixelRect) {
        var counts: [UInt32: Int] = [:]
        let pixels = surface.pixels.span
        for y in rect.y..<rect.maxY {
            var x = rect.x
            while x < rect.maxX {
                let pixel = pixels[y * surface.width + x]
                let start = x
                while x < rect.maxX, pixels[y * surface.width + x] == pixel { x += 1 }
                counts[pixel & 0xFF_FFFF, default: 0] += x - start
            }
        }
        // The order of a dictionary differs from run to run; files must not.
        let sorted = counts.keys.sorted()
        if sorted.count <= ColourTable.limit {
            colours = sorted
            for (number, colour) in sorted.enumerated() { numbers[colour] = UInt8(number) }
        } else {
            reduce(sorted.map { Sample(colour: $0, count: counts[$0] ?? 1) })
        }
    }

    /// The number of a colour that is in the table, or nil.
    func number(of pixel: UInt32) -> UInt8? { numbers[pixel & 0xFF_FFFF] }

    /// Whether each colour of a part of a surface is in the table.
    func holds(_ surface: borrowing Surface, _ rect: PixelRect) -> Bool {
        let pixels = surface.pixels.span
        var last = UInt32.max
        for y in rect.y..<rect.maxY {
            for index in (y * surface.width + rect.x)..<(y * surface.width + rect.maxX) {
                let colour = pixels[index] & 0xFF_FFFF
                if colour == last { continue }
                if numbers[colour] == nil { return false }
                last = colour
            }
        }
        return true
    }

    private struct Sample {
        let colour: UInt32
        let count: Int
        func channel(_ index: Int) -> Int { Int(colour >> UInt32(16 - 8 * index) & 0xFF) }
    }

    private struct Box {
        let range: Range<Int>
        let channel: Int
        let spread: Int
    }

    private mutating func reduce(_ all: [Sample]) {
        var samples = all
        var boxes = [box(samples, samples.indices)]
        while boxes.count < ColourTable.limit {
            var widest = 0
            for index in boxes.indices where boxes[index].spread > boxes[widest].spread {
                widest = index
            }
            let cut = boxes[widest]
            guard cut.range.count > 1 else { break }
            samples[cut.range].sort {
                let (a, b) = ($0.channel(cut.channel), $1.channel(cut.channel))
                return a != b ? a < b : $0.colour < $1.colour
            }
            let middle = middlePixel(samples, cut.range)
            boxes[widest] = box(samples, cut.range.lowerBound..<middle)
            boxes.append(box(samples, middle..<cut.range.upperBound))
        }
        for (number, box) in boxes.enumerated() {
            var sums = [0, 0, 0]
            var count = 0
            for sample in samples[box.range] {
                for channel in 0..<3 { sums[channel] += sample.channel(channel) * sample.count }
                count += sample.count
                numbers[sample.colour] = UInt8(number)
            }
            let mean = sums.map { UInt32(($0 + count / 2) / count) }
            colours.append(mean[0] << 16 | mean[1] << 8 | mean[2])
        }
    }

    private func box(_ samples: [Sample], _ range: Range<Int>) -> Box {
        var longest = 0
        var length = -1
        var count = 0
        for channel in 0..<3 {
            var low = 255
            var high = 0
            count = 0
            for sample in samples[range] {
                low = min(low, sample.channel(channel))
                high = max(high, sample.channel(channel))
                count += sample.count
            }
            if high - low > length {
                length = high - low
                longest = channel
            }
        }
        return Box(range: range, channel: longest, spread: range.count > 1 ? length * count : -1)
    }

    /// The index at which half of the pixels of a box lie before; neither half is empty.
    private func middlePixel(_ samples: [Sample], _ range: Range<Int>) -> Int {
        var total = 0
        for sample in samples[range] { total += sample.count }
        var before = 0
        var index = range.lowerBound
        while index < range.upperBound - 1 {
            before += samples[index].count
            index += 1
            if before * 2 >= total { break }
        }
        return index
    }
}
