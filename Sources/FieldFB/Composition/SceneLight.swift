import FieldCore

/// How bright the parts of a scene are at a moment, in steps of a 255th: what
/// the picture behind, the field and the panel are multiplied by.
struct SceneLight: Equatable {
    /// Opacity of the scrim over a poster.
    let scrim: UInt32
    /// Brightness of what lies behind the panel.
    let content: UInt32
    /// What the panel leaves of that brightness.
    let undimmed: UInt32
    /// Brightness of the panel.
    let panel: UInt32
    /// How far the blurred content has come over the sharp one.
    let blurred: UInt32

    init(scene: Scene, moment: SceneMoment, hasPoster: Bool, isBlurred: Bool) {
        let night = clamped(scene.night)
        scrim = hasPoster ? SceneLight.step(clamped(scene.scrim.strength) * clamped(moment.scrim)) : 0
        let rest = 1 - clamped(scene.panel.dim) * clamped(moment.panel)
        content = SceneLight.step(night * rest)
        undimmed = SceneLight.step(rest)
        panel = SceneLight.step(night)
        blurred = isBlurred ? SceneLight.step(clamped(moment.panel)) : 0
    }

    private static func step(_ value: Double) -> UInt32 { UInt32((value * 255).rounded()) }

    /// A colour at a brightness, 0...255; its alpha stays.
    static func dimmed(_ colour: Colour, _ brightness: UInt32) -> Colour {
        let pixel = scaled(premultiplied: colour.packed, by: brightness)
        return Colour(
            red: UInt8(truncatingIfNeeded: pixel >> 16), green: UInt8(truncatingIfNeeded: pixel >> 8),
            blue: UInt8(truncatingIfNeeded: pixel), alpha: colour.alpha)
    }

    /// Premultiplied pixels at a brightness; their alpha stays.
    static func dimmed(_ pixels: [UInt32], _ brightness: UInt32) -> [UInt32] {
        guard brightness < 255 else { return pixels }
        var result = pixels
        for index in result.indices {
            let pixel = result[index]
            result[index] = pixel & 0xFF00_0000 | scaled(premultiplied: pixel, by: brightness) & 0xFFFFFF
        }
        return result
    }

    /// An opaque picture with the scrim over it, at the content's brightness.
    func lit(_ poster: [UInt32], scrimColour: Colour) -> [UInt32] {
        guard scrim > 0 || content < 255 else { return poster }
        // Every channel goes its own way: 256 values each.
        var table: [UInt32] = []
        let ink = scrimColour.packed
        for shift in [16, 8, 0] as [UInt32] {
            for value in 0..<256 as Range<UInt32> {
                let below = divideBy255(value * (255 - scrim) + (ink >> shift & 0xFF) * scrim)
                table.append(divideBy255(below * content) << shift)
            }
        }
        var result = poster
        let levels = table.span
        var pixels = result.mutableSpan
        for index in pixels.indices {
            let pixel = pixels[index]
            let red = levels[Int(pixel >> 16 & 0xFF)]
            let green = levels[256 &+ Int(pixel >> 8 & 0xFF)]
            pixels[index] = 0xFF00_0000 | red | green | levels[512 &+ Int(pixel & 0xFF)]
        }
        return result
    }

    /// The sharp content on its way to the blurred one, dimmed by the panel; both
    /// were drawn by night already.
    func mixed(_ sharp: [UInt32], _ soft: [UInt32]) -> [UInt32] {
        var result = sharp
        var pixels = result.mutableSpan
        let soft = soft.span
        for index in pixels.indices {
            let pixel = blend(blurred, of: soft[index], over: pixels[index])
            pixels[index] = 0xFF00_0000 | scaled(premultiplied: pixel, by: undimmed) & 0xFFFFFF
        }
        return result
    }
}

/// Within 0...1; what is no number is 1.
private func clamped(_ value: Double) -> Double { value.isNaN ? 1 : min(max(value, 0), 1) }
