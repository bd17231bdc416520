import FieldCore
import Testing

@testable import FieldFB

struct PictureScalerTests {
    private static func random(_ width: Int, _ height: Int, _ seed: UInt64) -> Picture {
        var random = SeededGenerator(seed: seed)
        var pixels: [UInt32] = []
        for _ in 0..<(width * height) { pixels.append(UInt32.random(in: 0...0xFFFFFF, using: &random) | 0xFF00_0000) }
        return Picture(width: width, height: height, pixels: pixels)
    }

    @Test("a smaller picture has the average of the area below each pixel", arguments: [(7, 5), (13, 9), (20, 11), (1, 1)])
    func area(_ width: Int, _ height: Int) {
        let source = Self.random(40, 22, 5)
        let small = source.resized(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                for shift in [16, 8, 0] as [UInt32] {
                    var sum = 0.0
                    for row in 0..<22 {
                        let top = Double(y) * 22 / Double(height)
                        let tall = max(0, min(Double(row + 1), top + 22 / Double(height)) - max(Double(row), top))
                        for column in 0..<40 {
                            let left = Double(x) * 40 / Double(width)
                            let wide = max(0, min(Double(column + 1), left + 40 / Double(width)) - max(Double(column), left))
                            sum += tall * wide * Double(source.pixels[row * 40 + column] >> shift & 0xFF)
                        }
                    }
                    let expected = sum * Double(width * height) / (40 * 22)
                    let found = Double(small.pixels[y * width + x] >> shift & 0xFF)
                    #expect(abs(found - expected) <= 0.7, "seed 5")
                }
            }
        }
    }

    @Test("a larger picture of a slope goes on as the slope")
    func smooth() {
        let slope = Picture(width: 9, height: 1, pixels: (0..<9).map { 0xFF00_0000 | UInt32($0 * 20) })
        let large = slope.resized(width: 72, height: 1)
        for x in 16..<56 {
            let expected = ((Double(x) + 0.5) / 8 - 0.5) * 20
            #expect(abs(Double(large.pixels[x] & 0xFF) - expected) <= 0.6)
        }
    }

    @Test("one colour stays as it is in every size", arguments: [(3, 200), (500, 2), (64, 64)])
    func constant(_ width: Int, _ height: Int) {
        let picture = Picture(width: 31, height: 17, pixels: [UInt32](repeating: 0x8040_2010, count: 31 * 17))
        #expect(picture.resized(width: width, height: height).pixels.allSatisfy { $0 == 0x8040_2010 })
    }

    @Test("an overshooting curve never makes a colour brighter than its alpha")
    func premultiplied() {
        var random = SeededGenerator(seed: 8)
        var pixels: [UInt32] = []
        for _ in 0..<100 { pixels.append(Bool.random(using: &random) ? 0xFFFF_FFFF : 0) }
        let large = Picture(width: 10, height: 10, pixels: pixels).resized(width: 47, height: 31)
        for pixel in large.pixels {
            let alpha = pixel >> 24
            #expect(pixel >> 16 & 0xFF <= alpha && pixel >> 8 & 0xFF <= alpha && pixel & 0xFF <= alpha, "seed 8")
        }
    }

    /// Where in a screen of 100x60 a red picture is seen, by fit and size.
    @Test("a poster covers what its fit says", arguments: [
        (PictureFit.fill, 30, 30, 0, 0, 100, 60), (.fit, 30, 30, 20, 0, 60, 60), (.centre, 30, 20, 35, 20, 30, 20),
        (.tile, 7, 9, 0, 0, 100, 60), (.fit, 200, 20, 0, 25, 100, 10), (.centre, 300, 300, 0, 0, 100, 60),
        (.fill, 1, 1, 0, 0, 100, 60),
    ] as [(PictureFit, Int, Int, Int, Int, Int, Int)])
    func fits(_ fit: PictureFit, _ width: Int, _ height: Int, _ x: Int, _ y: Int, _ shownWidth: Int, _ shownHeight: Int) throws {
        let red = Picture(width: width, height: height, pixels: [UInt32](repeating: 0xFFFF_0000, count: width * height))
        let poster = try #require(
            red.covering(width: 100, height: 60, fit: fit, background: Colour(red: 0, green: 0, blue: 255)))
        for row in 0..<60 {
            for column in 0..<100 {
                let isInside = column >= x && column < x + shownWidth && row >= y && row < y + shownHeight
                #expect(poster.pixels[row * 100 + column] == (isInside ? 0xFFFF_0000 : 0xFF00_00FF))
            }
        }
    }

    @Test("a poster that fills shows its middle")
    func middle() throws {
        // Three stripes; the outer ones are cut off.
        var pixels: [UInt32] = []
        for _ in 0..<10 { for x in 0..<30 { pixels.append(x < 10 ? 0xFFFF_0000 : x < 20 ? 0xFF00_FF00 : 0xFF00_00FF) } }
        let poster = try #require(
            Picture(width: 30, height: 10, pixels: pixels).covering(width: 40, height: 40, fit: .fill, background: .black))
        #expect(poster.pixels[20 * 40 + 20] == 0xFF00_FF00)
        #expect(poster.pixels[20 * 40 + 3] == 0xFF00_FF00)
    }

    @Test("what can be seen through a poster is the background")
    func translucent() throws {
        let half = Picture(width: 2, height: 2, pixels: [UInt32](repeating: 0x8080_0000, count: 4))
        let poster = try #require(half.covering(width: 2, height: 2, fit: .centre, background: .white))
        #expect(poster.pixels == [UInt32](repeating: 0xFFFF_7F7F, count: 4))
    }

    @Test("a logo keeps its proportions", arguments: [(300, 100, 60, 60, 20), (10, 40, 80, 20, 80), (1000, 1, 100, 100, 1)])
    func logo(_ width: Int, _ height: Int, _ longest: Int, _ expectedWidth: Int, _ expectedHeight: Int) {
        let logo = Picture(width: width, height: height, pixels: [UInt32](repeating: 0, count: width * height))
            .fitting(longestSide: longest)
        #expect(logo.width == expectedWidth && logo.height == expectedHeight)
    }
}
