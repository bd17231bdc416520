import Testing

@testable import FieldCore

/// Ratios as WCAG's own examples and the checkers of browsers give them.
struct ContrastTests {
    @Test("the ratio is that of WCAG", arguments: [
        ("#000000", "#FFFFFF", 21.0), ("#FFFFFF", "#FFFFFF", 1.0), ("#777777", "#FFFFFF", 4.48), ("#767676", "#FFFFFF", 4.54),
        ("#FF0000", "#FFFFFF", 4.0), ("#0000FF", "#FFFFFF", 8.59), ("#00FF00", "#000000", 15.3), ("#0000FF", "#000000", 2.44),
        ("#595959", "#FFFFFF", 7.0),
    ])
    func ratios(_ first: String, _ second: String, _ expected: Double) throws {
        let (one, other) = (try #require(Colour(parsing: first)), try #require(Colour(parsing: second)))
        #expect(abs(Contrast.ratio(one, other) - expected) < 0.006)
        #expect(Contrast.ratio(one, other) == Contrast.ratio(other, one))
    }

    @Test("a translucent colour counts as it is seen")
    func composited() {
        let half = Colour(red: 255, green: 255, blue: 255, alpha: 128)
        #expect(Contrast.composited(half, over: .black) == Colour(red: 128, green: 128, blue: 128))
    }

    @Test("words that are hard to read are told, with a colour that can be read")
    func poor() {
        var scene = Scene()
        #expect(scene.poorContrast(hasPoster: false, hasPanel: false) == nil)
        scene.text.colour = Colour(red: 60, green: 60, blue: 60)
        let poor = scene.poorContrast(hasPoster: false, hasPanel: false)
        #expect(poor?.better == .white && (poor?.ratio ?? 21) < 4.5 && poor?.ground == .background)
        #expect(scene.poorContrast(hasPoster: true, hasPanel: false) == nil)
        scene.panel.colour = .white
        #expect(scene.poorContrast(hasPoster: true, hasPanel: true) == nil)
        scene.text.colour = .white
        #expect(scene.poorContrast(hasPoster: true, hasPanel: true)?.better == .black)
    }

    @Test("in every colour of grey, white or black can be read")
    func best() {
        for value in UInt8.min...UInt8.max {
            let grey = Colour(red: value, green: value, blue: value)
            #expect(Contrast.ratio(Contrast.best(on: grey), grey) >= Contrast.least)
        }
    }
}
