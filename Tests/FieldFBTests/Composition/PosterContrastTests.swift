import FieldCore
import Testing

@testable import FieldFB

@Suite("Words on a poster")
struct PosterContrastTests {
    private let white: UInt32 = 0xFFFF_FFFF, black: UInt32 = 0xFF00_0000

    private func contrast(_ parts: (UInt32, Int)...) -> PosterContrast {
        var contrast = PosterContrast()
        for (pixel, count) in parts { contrast.ground += [UInt32](repeating: pixel, count: count) }
        return contrast
    }

    /// Ratios as checkers for WCAG 2 give them.
    @Test("on one colour the ratio is that of the two colours", arguments: [
        (0xFF76_7676 as UInt32, Colour.white, 4.54), (0xFF76_7676, .black, 4.62), (0xFFFF_FFFF, .black, 21), (0xFFFF_0000, .white, 4.0),
    ])
    func plain(_ ground: UInt32, _ colour: Colour, _ expected: Double) {
        let ratio = contrast((ground, 50)).ratio(of: colour)
        #expect(ratio <= expected + 0.01 && ratio > expected - 0.06)
    }

    @Test("a tenth of the picture may be as it likes, more may not")
    func share() {
        #expect(contrast((white, 9), (black, 91)).ratio(of: .white) == 21)
        #expect(contrast((white, 11), (black, 89)).ratio(of: .white) == 1)
    }

    @Test("the colour that would do is white, black or none")
    func better() {
        let grey = Colour(red: 60, green: 60, blue: 60)
        #expect(contrast((black, 100)).poor(grey)?.better == .white)
        #expect(contrast((white, 100)).poor(.white)?.better == .black)
        let torn = contrast((white, 50), (black, 50)).poor(.white)
        #expect(torn == PoorContrast(ratio: 1, ground: .poster, better: nil))
        #expect(contrast((black, 100)).poor(.white) == nil)
    }
}
