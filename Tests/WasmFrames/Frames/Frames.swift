import FieldCore
import FieldFB

/// Draws one frame and gives the FNV-1a hash of the bytes red, green and blue
/// of its pixels; 0 when the frame cannot be drawn. Negative seconds are the
/// still frame.
@_expose(wasm, "frame_hash")
@c(frame_hash)
public func frameHash(
    width: Int32, height: Int32, scale: Double, seconds: Double,
    isLines: Int32, isSquareToEllipse: Int32, pitch: Double, ink: UInt32, background: UInt32,
    reach: Double, softness: Double, minRadiusRatio: Double, maxRadiusRatio: Double,
    minInk: Double, maxInk: Double, driftSpeed: Double, foldSpeed: Double,
    lineLengthScale: Double, lineWeightScale: Double
) -> UInt64 {
    var parameters = FieldParameters()
    parameters.style = isLines == 0 ? .dots : .lines
    parameters.lineNormal = isSquareToEllipse == 0 ? .outline : .ellipse
    parameters.pitch = pitch
    parameters.ink = colour(ink)
    parameters.background = colour(background)
    parameters.reach = reach
    parameters.softness = softness
    parameters.minRadiusRatio = minRadiusRatio
    parameters.maxRadiusRatio = maxRadiusRatio
    parameters.minInk = minInk
    parameters.maxInk = maxInk
    parameters.driftSpeed = driftSpeed
    parameters.foldSpeed = foldSpeed
    parameters.lineLengthScale = lineLengthScale
    parameters.lineWeightScale = lineWeightScale
    guard var stage = Stage(width: Int(width), height: Int(height), scale: scale, parameters: parameters)
    else { return 0 }
    stage.draw((seconds < 0 ? FieldMotion.still : .running(at: seconds, parameters: parameters)).mass)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for pixel in stage.surface.pixels {
        for shift in [16, 8, 0] as [UInt32] {
            hash = (hash ^ UInt64(pixel >> shift & 0xFF)) &* 0x100_0000_01B3
        }
    }
    return hash
}

/// A colour from 0xRRGGBBAA.
private func colour(_ bits: UInt32) -> Colour {
    Colour(
        red: UInt8(truncatingIfNeeded: bits >> 24), green: UInt8(truncatingIfNeeded: bits >> 16),
        blue: UInt8(truncatingIfNeeded: bits >> 8), alpha: UInt8(truncatingIfNeeded: bits))
}
