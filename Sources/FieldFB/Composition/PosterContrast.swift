import FieldCore

/// How well words are told from a picture that lies behind them.
struct PosterContrast {
    /// The part of the picture that may be harder to tell from than is said.
    static let exempt = 0.1
    /// Steps of a ratio, of which there are 21 at most.
    private static let steps = 20

    /// The picture under the words.
    var ground: [UInt32] = []

    /// Adds what lies in a rectangle, which must lie within the picture.
    mutating func add(_ pixels: [UInt32], width: Int, in rect: PixelRect) {
        for row in rect.y..<rect.maxY { ground += pixels[row * width + rect.x..<row * width + rect.maxX] }
    }

    /// The contrast ratio, 1 to 21, that all of the picture but a tenth has at
    /// least. Words on nothing are told very well.
    func ratio(of colour: Colour) -> Double {
        let light = (UInt8.min...UInt8.max).map { Contrast.linear($0) }
        func luminance(_ pixel: UInt32) -> Double {
            0.2126 * light[Int(pixel >> 16 & 255)] + 0.7152 * light[Int(pixel >> 8 & 255)] + 0.0722 * light[Int(pixel & 255)]
        }
        var counts = [Int](repeating: 0, count: 21 * PosterContrast.steps + 1)
        let letters = luminance(colour.packed) + 0.05
        for pixel in ground {
            let below = luminance(pixel) + 0.05
            let ratio = max(below, letters) / min(below, letters)
            counts[min(Int(ratio * Double(PosterContrast.steps)), counts.count - 1)] += 1
        }
        var rest = Int(Double(ground.count) * PosterContrast.exempt)
        for (step, count) in counts.enumerated() {
            rest -= count
            if rest < 0 { return Double(step) / Double(PosterContrast.steps) }
        }
        return 21
    }

    /// What there is to say of words in a colour; nil when they are read easily.
    func poor(_ colour: Colour) -> PoorContrast? {
        let ratio = ratio(of: colour)
        guard ratio < Contrast.least else { return nil }
        let (white, black) = (self.ratio(of: .white), self.ratio(of: .black))
        let better = max(white, black) < Contrast.least ? nil : white >= black ? Colour.white : .black
        return PoorContrast(ratio: ratio, ground: .poster, better: better)
    }
}

extension SceneStage {
    /// Words that stand on the poster and are hard to read there, as the last
    /// frame shows them; nil when there are none, when nothing has changed since
    /// it was asked last, and while the scrim comes or goes.
    public mutating func takePoorContrastOnPoster() -> PoorContrast? {
        guard isLegibilityNew, isScrimSettled, isPanelAway, !poster.isEmpty, !textRects.isEmpty, let light
        else { return nil }
        isLegibilityNew = false
        var contrast = PosterContrast()
        for rect in textRects { contrast.add(poster, width: stage.surface.width, in: rect) }
        contrast.ground = light.lit(contrast.ground, scrimColour: scene.scrim.colour)
        return contrast.poor(SceneLight.dimmed(scene.text.colour, light.content))
    }
}
