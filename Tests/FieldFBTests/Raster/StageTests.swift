import FieldCore
import Testing

@testable import FieldFB

struct StageTests {
    struct Look: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var width = 160
        var height = 101
        var scale = 1.0
        let change: @Sendable (inout FieldParameters) -> Void
    }

    static let looks = [
        Look(testDescription: "dots") { _ in },
        Look(testDescription: "dots at scale 2.5", scale: 2.5) { $0.pitch = 9 },
        Look(testDescription: "dots that touch their neighbours") { $0.maxRadiusRatio = 0.8 },
        Look(testDescription: "dots that cover many cells") {
            $0.maxRadiusRatio = 2
            $0.minRadiusRatio = 0.4
        },
        Look(testDescription: "lines") { $0.style = .lines },
        Look(testDescription: "short lines") {
            $0.style = .lines
            $0.lineLengthScale = 1
        },
        Look(testDescription: "long translucent lines") {
            $0.style = .lines
            $0.lineLengthScale = 9
            $0.ink = Colour(red: 200, green: 40, blue: 90, alpha: 128)
            $0.background = Colour(red: 20, green: 60, blue: 30)
        },
        Look(testDescription: "a surface narrower than a cell", width: 9, height: 40) { _ in },
        Look(testDescription: "marks of a pixel each", width: 37, height: 23) { $0.pitch = 1 },
    ]

    @Test("a frame drawn over the last equals the frame drawn afresh, and its damage tells all",
        arguments: looks)
    func damagedRedraw(_ look: Look) throws {
        var parameters = FieldParameters()
        look.change(&parameters)
        var random = SeededGenerator(seed: 0xDA4A6E)
        var stage = try made(
            Stage(width: look.width, height: look.height, scale: look.scale, parameters: parameters))
        var shown = [UInt32](repeating: 0, count: look.width * look.height)
        var motion = FieldMotion(startTime: 2, easeTime: 0.6)
        for frame in 0..<400 {
            switch Int.random(in: 0..<40, using: &random) {
            case 0: motion.park()
            case 1: motion.activate()
            case 2: motion.advance(nanoseconds: Int64.random(in: 0...9_000_000_000, using: &random))
            default: motion.advance(nanoseconds: 33_333_333)
            }
            stage.draw(motion.mass)
            for band in stage.damage.bands {
                for y in band.y..<band.maxY {
                    for x in band.x..<band.maxX {
                        shown[y * look.width + x] = stage.surface.pixels[y * look.width + x]
                    }
                }
            }
            if frame % 5 == 0 {
                var fresh = try made(
                    Stage(
                        width: look.width, height: look.height, scale: look.scale,
                        parameters: parameters))
                fresh.draw(motion.mass)
                let same = fresh.surface.pixels == stage.surface.pixels
                #expect(same, "frame \(frame), seed \(random.seed)")
            }
            let complete = shown == stage.surface.pixels
            #expect(complete, "frame \(frame), seed \(random.seed)")
        }
    }

    @Test("a frame that is like the last has no damage")
    func unchanged() throws {
        var stage = try made(
            Stage(width: 320, height: 200, parameters: FieldParameters()))
        stage.draw(.still)
        #expect(stage.damage.bands == [stage.surface.bounds])
        stage.draw(.still)
        #expect(stage.damage.isEmpty && stage.changedMarkCount == 0)
    }

    @Test("damage bands go from top to bottom and share no row")
    func bands() throws {
        var stage = try made(Stage(width: 400, height: 300, parameters: FieldParameters()))
        var motion = FieldMotion(startTime: 2, easeTime: 0)
        for _ in 0..<100 {
            stage.draw(motion.mass)
            motion.advance(nanoseconds: 33_333_333)
            let bands = stage.damage.bands
            for (upper, lower) in zip(bands, bands.dropFirst()) { #expect(upper.maxY <= lower.y) }
        }
    }

    @Test("white ink at opacity a on black is the value 255 a", arguments: [
        (0.0, 0), (0.2, 51), (0.5, 128), (1.0, 255),
    ])
    func inkValue(_ opacity: Double, _ value: UInt32) throws {
        var parameters = FieldParameters()
        parameters.minRadiusRatio = 0.45
        parameters.minInk = opacity
        parameters.maxInk = opacity
        var stage = try made(Stage(width: 28, height: 28, parameters: parameters))
        stage.draw(.still)
        #expect(stage.surface.pixels[7 * 28 + 7] == 0xFF00_0000 | value * 0x01_0101)
    }

    @Test("the ink's own alpha multiplies every mark's ink")
    func inkAlpha() throws {
        var parameters = FieldParameters()
        parameters.minRadiusRatio = 0.45
        parameters.minInk = 1
        parameters.maxInk = 1
        parameters.ink.alpha = 51
        var stage = try made(Stage(width: 28, height: 28, parameters: parameters))
        stage.draw(.still)
        #expect(stage.surface.pixels[7 * 28 + 7] == 0xFF33_3333)
    }

    @Test("a change of speed repaints nothing, any other change everything")
    func parameterChange() throws {
        var parameters = FieldParameters()
        var stage = try made(Stage(width: 200, height: 100, parameters: parameters))
        stage.draw(.still)
        parameters.driftSpeed = 2
        stage.setParameters(parameters)
        stage.draw(.still)
        #expect(stage.damage.isEmpty)
        parameters.ink = Colour(red: 255, green: 0, blue: 0)
        stage.setParameters(parameters)
        stage.draw(.still)
        #expect(stage.damage.bands == [stage.surface.bounds])
    }

    @Test("a surface too small for a field shows the background", arguments: [
        (1, 1), (1, 300), (300, 1),
    ])
    func background(_ width: Int, _ height: Int) throws {
        var parameters = FieldParameters()
        var stage = try made(Stage(width: width, height: height, parameters: parameters))
        parameters.background = Colour(red: 9, green: 8, blue: 7)
        stage.setParameters(parameters)
        stage.draw(.still)
        let allBackground = stage.surface.pixels.allSatisfy { $0 == 0xFF09_0807 }
        #expect(allBackground)
    }

    @Test("sizes and scales out of range make no stage", arguments: [
        (0, 10, 1.0), (10, 0, 1), (-1, 10, 1), (40_000, 10, 1), (10, 10, 0.1), (10, 10, 9),
        (10, 10, .nan), (32768, 32768, 1),
    ])
    func refusal(_ width: Int, _ height: Int, _ scale: Double) {
        switch Stage(width: width, height: height, scale: scale, parameters: FieldParameters()) {
        case .none: break
        case .some: Issue.record("a stage of \(width)x\(height) at \(scale) was made")
        }
    }

    @Test("no parameters trap, however absurd")
    func absurdParameters() throws {
        var random = SeededGenerator(seed: 0xAB50)
        let values = [
            0, -1, 1, 0.5, 2, 7, 1e-9, 1e9, -1e9, 1e300, Double.nan, .infinity, -.infinity,
        ]
        func value() -> Double { values.randomElement(using: &random)! }
        for _ in 0..<300 {
            var parameters = FieldParameters()
            parameters.style = Bool.random(using: &random) ? .dots : .lines
            parameters.lineNormal = Bool.random(using: &random) ? .outline : .ellipse
            parameters.pitch = value()
            parameters.reach = value()
            parameters.softness = value()
            parameters.minRadiusRatio = value()
            parameters.maxRadiusRatio = value()
            parameters.minInk = value()
            parameters.maxInk = value()
            parameters.driftSpeed = value()
            parameters.foldSpeed = value()
            parameters.lineLengthScale = value()
            parameters.lineWeightScale = value()
            let scale = [0.25, 1, 1.5, 8].randomElement(using: &random)!
            var stage = try made(
                Stage(
                    width: Int.random(in: 1...70, using: &random),
                    height: Int.random(in: 1...70, using: &random), scale: scale,
                    parameters: parameters))
            var motion = FieldMotion()
            motion.setSpeeds(parameters)
            for _ in 0..<3 {
                motion.advance(nanoseconds: 400_000_000)
                stage.draw(motion.mass)
            }
        }
    }

    @Test("a mark blended over a grey ground touches each pixel once")
    func blendedOnce() throws {
        // Wide enough to be filled in several bands.
        let mark = Capsule(8 * 60 + 3, 8 * 50 + 5, 32 * 30, 32 * 20, 32 * 18)
        let box = try #require(mark.bounds)
        let coverage = try #require(mark.rasterised()).coverage
        var surface = try made(Surface(width: 120, height: 100, colour: 0xFF40_4040))
        var painter = MarkPainter(
            palette: InkPalette(ink: .white, background: .black), largestDot: 0,
            largestStroke: 20, surfaceWidth: 120)
        painter.blend(mark, opacity: 100, clip: surface.bounds, into: &surface)
        for y in 0..<100 {
            for x in 0..<120 {
                let inside = x >= box.x && x < box.maxX && y >= box.y && y < box.maxY
                let covered = inside ? Int(coverage[(y - box.y) * box.width + x - box.x]) : 0
                let share = (Double(covered) * 100 / 255).rounded()
                let expected = UInt32(((64 * (255 - share) + 255 * share) / 255).rounded())
                #expect(surface.pixels[y * 120 + x] & 0xFF == expected)
            }
        }
    }
}
