/// A position on a grid of an eighth of a pixel: where marks may have their
/// centre.
public struct PixelEighths: Equatable, Sendable {
    public let raw: Int

    public init(raw: Int) { self.raw = raw }

    /// The nearest position on the grid; halves go up.
    public init(rounding pixels: Double) { raw = Int((pixels * 8 + 0.5).rounded(.down)) }

    /// The whole pixel in which the position lies.
    public var floor: Int { raw >> 3 }
    /// Eighths right of (or below) the whole pixel, 0...7.
    public var fraction: Int { raw & 7 }
    /// The position in the unit of outlines.
    public var outline: Int { raw << (OutlineUnit.bits - 3) }
}

/// A length on a grid of a thirty-second of a pixel: radii, stroke widths and
/// the reach of a segment.
public struct PixelThirtySeconds: Equatable, Sendable {
    public let raw: Int

    public init(raw: Int) { self.raw = raw }

    /// The nearest length on the grid; halves go to the even one.
    public init(rounding pixels: Double) { raw = Int((pixels * 32).rounded(.toNearestOrEven)) }

    public var pixels: Double { Double(raw) / 32 }
    /// The length in the unit of outlines.
    public var outline: Int { raw << (OutlineUnit.bits - 5) }
}

/// The unit of outline corners in the rasteriser: 1/1024 pixel.
public enum OutlineUnit {
    public static let bits = 10
    /// Units to a pixel.
    public static let perPixel = 1 << bits
    public static let mask = perPixel - 1
}
