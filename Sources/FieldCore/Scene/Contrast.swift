/// How well words can be told from what they stand on, by the rules of WCAG 2:
/// relative luminance and contrast ratio, 1 to 21.
public enum Contrast {
    /// The least ratio for words of ordinary size (success criterion 1.4.3).
    public static let least = 4.5

    /// The contrast ratio of two opaque colours.
    public static func ratio(_ first: Colour, _ second: Colour) -> Double {
        let (one, other) = (luminance(first), luminance(second))
        return (max(one, other) + 0.05) / (min(one, other) + 0.05)
    }

    /// A translucent colour over an opaque one, as it is seen.
    public static func composited(_ colour: Colour, over ground: Colour) -> Colour {
        func channel(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
            let sum = Int(top) * Int(colour.alpha) + Int(bottom) * (255 - Int(colour.alpha))
            return UInt8((sum + 127) / 255)
        }
        return Colour(
            red: channel(colour.red, ground.red), green: channel(colour.green, ground.green),
            blue: channel(colour.blue, ground.blue))
    }

    /// White or black, whichever is told better from a ground.
    public static func best(on ground: Colour) -> Colour {
        ratio(.white, ground) >= ratio(.black, ground) ? .white : .black
    }

    /// Relative luminance, 0...1.
    static func luminance(_ colour: Colour) -> Double {
        0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
    }

    /// The light of an encoded channel: the curve of sRGB, whose power of 2.4
    /// is worked out as the square times the fifth root of the square.
    public static func linear(_ value: UInt8) -> Double {
        let encoded = Double(value) / 255
        if encoded <= 0.04045 { return encoded / 12.92 }
        let base = (encoded + 0.055) / 1.055
        return base * base * fifthRoot(base * base)
    }

    /// By Newton's method; for values in 0.0001...1 ten steps are more than enough.
    private static func fifthRoot(_ value: Double) -> Double {
        var root = 0.5 + value / 2
        for _ in 0..<24 {
            let fourth = root * root * root * root
            root -= (root - value / fourth) / 5
        }
        return root
    }
}

extension Scene {
    /// Words that are hard to read, and on what; nil when none are. Over a
    /// poster nothing is said: that takes its pixels.
    ///
    /// - Parameters:
    ///   - hasPoster: whether a picture lies behind.
    ///   - hasPanel: whether the words stand on the panel.
    public func poorContrast(hasPoster: Bool, hasPanel: Bool) -> PoorContrast? {
        if hasPoster && !hasPanel { return nil }
        let background = field.background
        let ground = hasPanel ? Contrast.composited(panel.colour, over: background) : background
        let letters = Contrast.composited(text.colour, over: ground)
        let ratio = Contrast.ratio(letters, ground)
        guard ratio < Contrast.least else { return nil }
        return PoorContrast(ratio: ratio, ground: hasPanel ? .panel : .background, better: Contrast.best(on: ground))
    }
}

/// Words that are hard to read.
public struct PoorContrast: Equatable, Sendable {
    /// What words can stand on.
    public enum Ground: Equatable, Sendable {
        case background, panel, poster
    }

    public let ratio: Double
    public let ground: Ground
    /// A colour that can be read there; nil when neither white nor black can.
    public let better: Colour?

    public init(ratio: Double, ground: Ground, better: Colour?) {
        self.ratio = ratio
        self.ground = ground
        self.better = better
    }
}
