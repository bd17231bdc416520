import Testing

@testable import FieldFB

private struct Glass: Sendable, CustomTestStringConvertible {
    let name: String
    let pixels: (Int, Int)
    let millimetres: (Int, Int)
    let scale: Double

    var testDescription: String { name }

    init(_ name: String, _ pixels: (Int, Int), _ millimetres: (Int, Int), _ scale: Double) {
        self.name = name
        self.pixels = pixels
        self.millimetres = millimetres
        self.scale = scale
    }
}

/// Sizes from data sheets, with pixels to an inch worked out beside them.
private let believed = [
    Glass("desk, 24 inches (92 to an inch)", (1920, 1080), (531, 299), 1),
    Glass("desk, 27 inches (109)", (2560, 1440), (597, 336), 1),
    Glass("laptop, 14 inches (158)", (1920, 1080), (309, 174), 1.25),
    Glass("laptop, 15.6 inches (283)", (3840, 2160), (344, 194), 2.25),
    Glass("7 inch panel (132)", (800, 480), (154, 86), 1),
    Glass("10 inch panel on its side (226)", (1200, 1920), (135, 216), 1.75),
    Glass("the same with its millimetres the other way round", (1200, 1920), (216, 135), 1.75),
    Glass("telephone of 5.5 inches (401)", (1080, 1920), (68, 121), 3.25),
    Glass("round watch panel, 240 rows keep 240 points (260)", (240, 240), (23, 23), 1),
    Glass("SPI panel of 320x240 (166)", (320, 240), (49, 37), 1),
    Glass("television of 55 inches (80): by its rows", (3840, 2160), (1210, 680), 2),
    Glass("television of 40 inches (55)", (1920, 1080), (890, 500), 1),
]

@Test("a size that can be true gives the scale", arguments: believed)
private func scaleFromSize(glass: Glass) {
    let scale = DisplayScale.suggested(
        width: glass.pixels.0, height: glass.pixels.1, widthMillimetres: glass.millimetres.0,
        heightMillimetres: glass.millimetres.1)
    #expect(scale == glass.scale)
}

private let bogus: [(Int, Int)] = [
    (0, 0), (-1, -1), (1, 1), (4_294_967_295, 4_294_967_295), (Int.max, Int.max), (Int.min, 5), (300, 0),
    (16, 9), (16, 10), (4, 3), (160, 90), (160, 100), (90, 160), (3840, 2160), (2160, 3840),
    // 20 and 1000 pixels to an inch, and sides of which one cannot be.
    (4877, 2743), (97, 55), (700, 90),
]

@Test("a size that cannot be true is not used: the rows decide", arguments: bogus)
func scaleWithoutSize(width: Int, height: Int) {
    let scale = DisplayScale.suggested(
        width: 3840, height: 2160, widthMillimetres: width, heightMillimetres: height)
    #expect(scale == 2)
    #expect(
        DisplayScale.dotsPerInch(
            width: 3840, height: 2160, widthMillimetres: width, heightMillimetres: height) == nil)
}

@Test(
    "without a size it is 1 up to full HD, and grows with the rows behind it",
    arguments: [
        (480, 480, 1), (800, 480, 1), (1280, 800, 1), (1920, 1080, 1), (2560, 1440, 1.25), (3840, 2160, 2),
        (7680, 4320, 4), (128, 64, 0.5), (160, 128, 0.5), (320, 200, 0.75), (1, 1, 0.5), (0, -5, 0.5),
    ])
func scaleFromRows(width: Int, height: Int, expected: Double) {
    #expect(
        DisplayScale.suggested(width: width, height: height, widthMillimetres: 0, heightMillimetres: 0)
            == expected)
}

@Test("whatever a device says, the scale is one that a stage takes")
func scaleOfAnything() {
    let numbers = [Int.min, -1, 0, 1, 7, 100, 480, 1080, 32768, 1 << 31, Int.max]
    for width in numbers {
        for height in numbers {
            for millimetres in numbers {
                let scale = DisplayScale.suggested(
                    width: width, height: height, widthMillimetres: millimetres, heightMillimetres: 100)
                #expect(Stage.scales.contains(scale))
            }
        }
    }
}
