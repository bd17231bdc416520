import FieldCore
import Testing

@testable import FieldFB

/// What lies behind the field and over it, and what is painted again when only
/// the field moves.
struct LayersTests {
    struct Look: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var hasPicture = false
        var hasSprites = false
        var hasFreePlace = false
        var region: PixelRect?
        var change: @Sendable (inout FieldParameters) -> Void = { _ in }

        static let size = (width: 190, height: 121)
    }

    static let marks: [(String, @Sendable (inout FieldParameters) -> Void)] = [
        ("dots", { _ in }),
        ("dots that touch their neighbours", { $0.maxRadiusRatio = 0.8 }),
        ("dots that cover many cells", { $0.maxRadiusRatio = 1.8 }),
        ("short lines", { parameters in
            parameters.style = .lines
            parameters.lineLengthScale = 1
        }),
        ("long translucent lines", { parameters in
            parameters.style = .lines
            parameters.lineLengthScale = 6
            parameters.ink = Colour(red: 200, green: 40, blue: 90, alpha: 128)
        }),
    ]

    static let looks: [Look] = marks.flatMap { name, change in
        [
            Look(testDescription: "\(name) over a picture", hasPicture: true, change: change),
            Look(testDescription: "\(name) below words", hasSprites: true, change: change),
            Look(
                testDescription: "\(name) over a picture, below words, around a logo", hasPicture: true,
                hasSprites: true, hasFreePlace: true, change: change),
            Look(
                testDescription: "\(name) in a part of the screen", hasPicture: true, hasSprites: true,
                region: PixelRect(x: 23, y: 11, width: 120, height: 90), change: change),
        ]
    }

    private static func stage(_ look: Look, random: inout SeededGenerator) throws -> Stage {
        var parameters = FieldParameters()
        look.change(&parameters)
        let (width, height) = Look.size
        var stage = try made(Stage(width: width, height: height, parameters: parameters))
        if let region = look.region { stage.setRegion(region) }
        if look.hasPicture {
            var pixels: [UInt32] = []
            for _ in 0..<(width * height) { pixels.append(UInt32.random(in: 0...0xFFFFFF, using: &random) | 0xFF00_0000) }
            stage.setLight(ink: parameters.ink, backdrop: Backdrop(colour: 0xFF00_0000, pixels: pixels))
        }
        var sprites: [Sprite] = []
        if look.hasSprites { sprites = try Self.sprites(&random) }
        let free = look.hasFreePlace ? [try #require(PixelRect(x: 70, y: 40, width: 41, height: 31))] : []
        stage.setSprites(sprites, leftOut: free)
        return stage
    }

    /// Sprites of all kinds that lie over each other and over the edge.
    private static func sprites(_ random: inout SeededGenerator) throws -> [Sprite] {
        var sprites: [Sprite] = []
        let rects = [
            PixelRect(x: 30, y: 70, width: 90, height: 30), PixelRect(x: -8, y: 90, width: 70, height: 50),
            PixelRect(x: 100, y: 60, width: 60, height: 33),
        ]
        for (place, rect) in rects.enumerated() {
            let rect = try #require(rect)
            let count = rect.width * rect.height
            if place == 2 {
                let pixels = (0..<count).map { _ in
                    let alpha = UInt32.random(in: 0...255, using: &random)
                    return scaled(premultiplied: 0xFF40_80C0, by: alpha)
                }
                sprites.append(Sprite(rect, pixels: pixels, version: place))
            } else {
                let coverage = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
                sprites.append(
                    Sprite(rect, place == 0 ? .ink(0xFF12_EEAA) : .backdrop, coverage: coverage, version: place))
            }
        }
        return sprites
    }

    @Test("a frame over the last equals the frame drawn afresh, and its damage tells all", arguments: looks)
    func damagedRedraw(_ look: Look) throws {
        let seed: UInt64 = 0x1A_7E25
        var random = SeededGenerator(seed: seed)
        var stage = try Self.stage(look, random: &random)
        var shown = [UInt32](repeating: 0, count: Look.size.width * Look.size.height)
        var motion = FieldMotion(startTime: 2, easeTime: 0.6)
        for frame in 0..<60 {
            motion.advance(nanoseconds: frame % 7 == 0 ? 3_000_000_000 : 33_333_333)
            stage.draw(motion.mass)
            for band in stage.damage.bands {
                for y in band.y..<band.maxY {
                    for x in band.x..<band.maxX {
                        shown[y * Look.size.width + x] = stage.surface.pixels[y * Look.size.width + x]
                    }
                }
            }
            var again = SeededGenerator(seed: seed)
            var fresh = try Self.stage(look, random: &again)
            fresh.draw(motion.mass)
            let isSame = fresh.surface.pixels == stage.surface.pixels
            let isComplete = shown == stage.surface.pixels
            #expect(isSame && isComplete, "frame \(frame), seed \(seed)")
        }
    }

    @Test("a pixel is the picture, then the field, then what lies over it")
    func order() throws {
        var parameters = FieldParameters()
        parameters.maxRadiusRatio = 2
        parameters.minRadiusRatio = 2
        parameters.maxInk = 0.5
        parameters.minInk = 0.5
        parameters.ink = Colour(red: 255, green: 0, blue: 0)
        var stage = try made(Stage(width: 60, height: 60, parameters: parameters))
        let blue = [UInt32](repeating: 0xFF00_00FF, count: 3600)
        stage.setLight(ink: parameters.ink, backdrop: Backdrop(colour: 0xFF00_0000, pixels: blue))
        let rect = try #require(PixelRect(x: 0, y: 0, width: 30, height: 60))
        let cover = Sprite(
            rect, .ink(0xFF00_FF00), coverage: [UInt8](repeating: 128, count: 1800), version: 1)
        stage.setSprites([cover], leftOut: [])
        stage.draw(.still)
        // Marks of half the ink lie over each other; what counts is that red lies over blue.
        let bare = stage.surface.pixels[30 * 60 + 45]
        let covered = stage.surface.pixels[30 * 60 + 15]
        #expect(bare >> 16 & 0xFF > 0x80 && bare >> 8 & 0xFF == 0)
        #expect(covered >> 8 & 0xFF == 128)
    }

    @Test("a cell that lies where the field is left out shows no mark")
    func leftOut() throws {
        var parameters = FieldParameters()
        parameters.minInk = 1
        parameters.maxInk = 1
        var stage = try made(Stage(width: 140, height: 140, parameters: parameters))
        let free = try #require(PixelRect(x: 50, y: 50, width: 40, height: 40))
        stage.setSprites([], leftOut: [free])
        stage.draw(.still)
        for y in free.y..<free.maxY {
            for x in free.x..<free.maxX { #expect(stage.surface.pixels[y * 140 + x] == 0xFF00_0000) }
        }
        #expect(stage.surface.pixels.contains { $0 != 0xFF00_0000 })
    }

    @Test("when only words change, only their place is painted")
    func changedSprite() throws {
        var stage = try made(Stage(width: 300, height: 200, parameters: FieldParameters()))
        let rect = try #require(PixelRect(x: 40, y: 150, width: 90, height: 20))
        let mask = [UInt8](repeating: 255, count: 1800)
        stage.setSprites([Sprite(rect, .ink(0xFFFF_0000), coverage: mask, version: 1)], leftOut: [])
        stage.draw(.still)
        stage.setSprites([Sprite(rect, .ink(0xFF00_FF00), coverage: mask, version: 2)], leftOut: [])
        stage.draw(.still)
        #expect(stage.damage.bands == [rect])
        #expect(stage.surface.pixels[160 * 300 + 60] == 0xFF00_FF00)
        stage.draw(.still)
        #expect(stage.damage.isEmpty)
    }

    @Test("the field keeps within its part of the screen")
    func region() throws {
        var parameters = FieldParameters()
        parameters.maxRadiusRatio = 2
        parameters.maxInk = 1
        var stage = try made(Stage(width: 200, height: 150, parameters: parameters))
        let region = try #require(PixelRect(x: 60, y: 30, width: 80, height: 70))
        stage.setRegion(region)
        stage.draw(.still)
        for y in 0..<150 {
            for x in 0..<200 where stage.surface.pixels[y * 200 + x] != 0xFF00_0000 {
                #expect(x >= region.x && x < region.maxX && y >= region.y && y < region.maxY)
            }
        }
        #expect(stage.surface.pixels.contains { $0 != 0xFF00_0000 })
    }

    @Test("blending is the exact mean, rounded to the nearest, in every channel")
    func blending() {
        var random = SeededGenerator(seed: 77)
        for _ in 0..<20_000 {
            let ink = UInt32.random(in: 0...UInt32.max, using: &random)
            let under = UInt32.random(in: 0...UInt32.max, using: &random)
            let opacity = UInt32.random(in: 0...255, using: &random)
            let result = blend(opacity, of: ink, over: under)
            for shift in [0, 8, 16] as [UInt32] {
                let exact =
                    (Double(ink >> shift & 0xFF) * Double(opacity)
                        + Double(under >> shift & 0xFF) * Double(255 - opacity)) / 255
                #expect(Double(result >> shift & 0xFF) == exact.rounded(), "seed 77")
            }
        }
    }
}
