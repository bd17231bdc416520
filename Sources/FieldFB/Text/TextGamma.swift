import FieldCore

/// How opaque the pixels of letters have to be so that, blended in the encoded
/// space, they look as if light had been mixed.
///
/// Letters are strokes about a pixel wide: half covered pixels decide how bold
/// they look. Blended plainly, dark letters on a light ground look too bold and
/// light ones on a dark ground too thin.
public enum TextGamma {
    /// The opacity of each of the 256 coverages, for letters of a colour over a
    /// ground. The letters' own alpha is part of it.
    public static func levels(of colour: Colour, over ground: Colour) -> [UInt8] {
        let letters = luminance(colour)
        let behind = luminance(ground)
        let alpha = UInt32(colour.alpha)
        let difference = encoded(letters) - encoded(behind)
        var levels: [UInt8] = []
        levels.reserveCapacity(256)
        for coverage in 0..<256 as Range<UInt32> {
            var level = Double(coverage) / 255
            // Where both are nearly alike there is nothing to choose.
            if abs(difference) > 0.05 {
                level = (encoded(behind + (letters - behind) * level) - encoded(behind)) / difference
            }
            let opacity = UInt32((min(max(level, 0), 1) * 255).rounded())
            levels.append(UInt8(truncatingIfNeeded: divideBy255(opacity * alpha)))
        }
        return levels
    }

    /// Light of a colour, 0...1.
    private static func luminance(_ colour: Colour) -> Double {
        0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
    }

    /// A gamma of two stands for the curve of sRGB, which needs powers that not
    /// every machine works out alike: at most 0.05 apart.
    private static func linear(_ value: UInt8) -> Double { Double(value) * Double(value) / 65025 }

    private static func encoded(_ light: Double) -> Double { max(light, 0).squareRoot() }
}
