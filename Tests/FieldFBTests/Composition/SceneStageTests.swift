import FieldCore
import Testing

@testable import FieldFB

/// A whole scene: where its parts lie, and what a frame paints.
struct SceneStageTests {
    struct Look: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var hasPoster = false
        var hasLogo = false
        let change: @Sendable (inout Scene) -> Void
    }

    static let size = (width: 320, height: 200)

    static let looks = [
        Look(testDescription: "words and a bar") { _ in },
        Look(testDescription: "a ring at the top left") {
            $0.progress.style = .ring
            $0.text.place = .topLeft
        },
        Look(testDescription: "a poster", hasPoster: true) { _ in },
        Look(testDescription: "a poster and a logo in the field", hasPoster: true, hasLogo: true) { $0.logo.field = .under },
        Look(testDescription: "a logo with the field around it", hasLogo: true) { _ in },
        Look(testDescription: "a field in a circle", hasPoster: true) { $0.clip.shape = .circle },
        Look(testDescription: "lines in a rounded part of the screen", hasPoster: true) {
            $0.field.style = .lines
            $0.clip.shape = .rounded
            $0.clip.region = FieldClip.Region(x: 0.1, y: 0.05, width: 0.7, height: 0.8)
        },
        Look(testDescription: "a panel that blurs", hasPoster: true) { $0.panel.blur = 3 },
        Look(testDescription: "a panel that dims, at night") {
            $0.night = 0.5
            $0.panel.place = .bottomRight
        },
    ]

    private static func stage(_ look: Look) throws -> SceneStage {
        var scene = Scene()
        look.change(&scene)
        var stage = try made(SceneStage(width: size.width, height: size.height, scene: scene))
        if look.hasPoster {
            var random = SeededGenerator(seed: 12)
            let pixels = (0..<(size.width * size.height)).map { _ in UInt32.random(in: 0...0xFFFFFF, using: &random) | 0xFF00_0000 }
            stage.setPoster(Picture(width: size.width, height: size.height, pixels: pixels))
        }
        if look.hasLogo {
            stage.setLogo(Picture(width: 40, height: 30, pixels: (0..<1200).map { $0 % 40 < 20 ? 0x8040_2000 : 0xFF00_FF00 }))
        }
        return stage
    }

    private static func words(_ step: Int) -> SceneWords {
        var words = SceneWords()
        words.message = step % 40 < 20 ? Array("Updating".utf8) : Array("A longer line of words".utf8)
        words.detail = step % 30 < 10 ? [] : Array("step \(step / 10)".utf8)
        words.label = Array("\(step) %".utf8)
        return words
    }

    /// The panel comes, stays and goes; the progress goes on.
    private static func moment(_ step: Int, _ motion: FieldMotion) -> SceneMoment {
        let panel = step < 30 ? 0 : step < 36 ? Double(step - 29) / 7 : step < 50 ? 1 : max(0, Double(56 - step) / 7)
        let progress = ProgressMoment(
            presence: min(1, Double(step) / 5), value: Double(step) / 80, certainty: step < 20 ? Double(step) / 20 : 1,
            phase: Double(step % 10) / 10)
        return SceneMoment(mass: motion.mass, scrim: min(1, Double(step) / 8), progress: progress, panel: panel)
    }

    private static func finishBlur(_ stage: inout SceneStage) {
        guard let request = stage.takeBlurRequest() else { return }
        var pixels = request.pixels
        GaussianBlur.blur(&pixels, width: request.width, height: request.height, deviation: request.deviation)
        stage.setBlurred(pixels)
    }

    @Test("a frame over the last equals the frame drawn afresh, and its damage tells all", arguments: looks)
    func damagedRedraw(_ look: Look) throws {
        var typeface: Typeface? = try Typeface(path: nil)
        var stage = try Self.stage(look)
        var shown = [UInt32](repeating: 0, count: Self.size.width * Self.size.height)
        var motion = FieldMotion(startTime: 2, easeTime: 0)
        for step in 0..<70 {
            let moment = Self.moment(step, motion)
            // Behind a panel that blurs the field stands.
            if !(moment.panel > 0 && stage.scene.panel.blur > 0) { motion.advance(nanoseconds: 33_333_333) }
            stage.setWords(Self.words(step))
            stage.draw(moment, typeface: &typeface)
            for band in stage.stage.damage.bands {
                for y in band.y..<band.maxY {
                    for x in band.x..<band.maxX {
                        shown[y * Self.size.width + x] = stage.stage.surface.pixels[y * Self.size.width + x]
                    }
                }
            }
            let isComplete = shown == stage.stage.surface.pixels
            #expect(isComplete, "step \(step)")
            Self.finishBlur(&stage)
            // Content that is on its way to be blurred depends on the frame before.
            if stage.scene.panel.blur > 0 && step >= 30 && step <= 57 { continue }
            var fresh = try Self.stage(look)
            fresh.setWords(Self.words(step))
            fresh.draw(moment, typeface: &typeface)
            let isSame = fresh.stage.surface.pixels == stage.stage.surface.pixels
            #expect(isSame, "step \(step)")
        }
    }

    @Test("what is blurred is the content without the words, which are the panel's")
    func blursContent() throws {
        var scene = Scene()
        scene.panel.blur = 3
        var typeface: Typeface? = try Typeface(path: nil)
        var pictures: [[UInt32]] = []
        for isEarly in [true, false] {
            var stage = try made(SceneStage(width: 320, height: 200, scene: scene))
            stage.setWords(Self.words(3))
            // Words that stood on the field before the panel came leave no trace.
            if isEarly { stage.draw(SceneMoment(mass: .still), typeface: &typeface) }
            for _ in 0..<2 {
                stage.draw(SceneMoment(mass: .still, panel: 1), typeface: &typeface)
                Self.finishBlur(&stage)
            }
            stage.draw(SceneMoment(mass: .still, panel: 1), typeface: &typeface)
            pictures.append(stage.stage.surface.pixels)
        }
        let isSame = pictures[0] == pictures[1]
        #expect(isSame)
    }

    @Test("a scene that changes behind a panel that blurs is there once the panel is gone")
    func changesBehindPanel() throws {
        var scene = Scene()
        scene.panel.blur = 3
        var typeface: Typeface? = nil
        var stage = try made(SceneStage(width: 320, height: 200, scene: scene))
        for _ in 0..<3 {
            stage.draw(SceneMoment(mass: .still, panel: 1), typeface: &typeface)
            Self.finishBlur(&stage)
        }
        scene.field.ink = Colour(red: 255, green: 0, blue: 0)
        stage.setScene(scene)
        stage.draw(SceneMoment(mass: .still), typeface: &typeface)
        var fresh = try made(SceneStage(width: 320, height: 200, scene: scene))
        fresh.draw(SceneMoment(mass: .still), typeface: &typeface)
        let isSame = fresh.stage.surface.pixels == stage.stage.surface.pixels
        #expect(isSame)
    }

    @Test("words that did not change are not painted again")
    func still() throws {
        var typeface: Typeface? = try Typeface(path: nil)
        var stage = try Self.stage(Self.looks[0])
        stage.setWords(Self.words(3))
        let moment = SceneMoment(mass: .still, progress: ProgressMoment(presence: 1, value: 0.4, certainty: 1, phase: 0))
        stage.draw(moment, typeface: &typeface)
        #expect(!stage.stage.damage.isEmpty)
        stage.setWords(Self.words(3))
        stage.draw(moment, typeface: &typeface)
        #expect(stage.stage.damage.isEmpty)
    }

    @Test("progress that goes on paints its own place alone")
    func progressAlone() throws {
        var typeface: Typeface? = nil
        var stage = try Self.stage(Self.looks[0])
        stage.draw(SceneMoment(mass: .still, progress: ProgressMoment(presence: 1, value: 0.4, certainty: 1, phase: 0)), typeface: &typeface)
        stage.draw(SceneMoment(mass: .still, progress: ProgressMoment(presence: 1, value: 0.5, certainty: 1, phase: 0)), typeface: &typeface)
        let area = stage.stage.damage.bands.reduce(0) { $0 + $1.width * $1.height }
        #expect(area > 0 && area < 320 * 200 / 20)
    }

    @Test("a panel dims what is behind it, and takes nothing from its own words")
    func dims() throws {
        var scene = Scene()
        scene.panel.dim = 0.5
        scene.field.background = .white
        scene.panel.colour = .white
        var typeface: Typeface? = nil
        var stage = try made(SceneStage(width: 320, height: 200, scene: scene))
        stage.draw(SceneMoment(mass: .still, panel: 1), typeface: &typeface)
        #expect(stage.stage.surface.pixels[0] & 0xFF == 128)
        #expect(stage.stage.surface.pixels[100 * 320 + 160] == 0xFFFF_FFFF)
    }

    @Test("at night every part is darker by the same factor")
    func night() throws {
        var scene = Scene()
        scene.field.background = Colour(red: 200, green: 100, blue: 50)
        scene.night = 0.5
        var typeface: Typeface? = nil
        var stage = try made(SceneStage(width: 20, height: 20, scene: scene))
        stage.draw(SceneMoment(mass: .still), typeface: &typeface)
        #expect(stage.stage.surface.pixels[0] == 0xFF64_3219)
    }

    @Test("the scrim lies over a poster as far as it has come, and nowhere else")
    func scrim() throws {
        var scene = Scene()
        scene.scrim.strength = 0.5
        scene.scrim.colour = .black
        scene.field.maxInk = 0
        scene.field.minInk = 0
        var typeface: Typeface? = nil
        var stage = try made(SceneStage(width: 30, height: 30, scene: scene))
        stage.setPoster(Picture(width: 30, height: 30, pixels: [UInt32](repeating: 0xFFC8_C8C8, count: 900)))
        stage.draw(SceneMoment(mass: .still, scrim: 0), typeface: &typeface)
        #expect(stage.stage.surface.pixels[0] == 0xFFC8_C8C8)
        stage.draw(SceneMoment(mass: .still, scrim: 1), typeface: &typeface)
        #expect(stage.stage.surface.pixels[0] & 0xFF == 100)
    }

    @Test("a poster of another size is none")
    func wrongPoster() throws {
        var typeface: Typeface? = nil
        var stage = try made(SceneStage(width: 30, height: 30, scene: Scene()))
        stage.setPoster(Picture(width: 29, height: 30, pixels: [UInt32](repeating: 0xFFC8_C8C8, count: 870)))
        stage.draw(SceneMoment(mass: .still), typeface: &typeface)
        #expect(stage.stage.surface.pixels[0] == 0xFF00_0000)
    }

    @Test("no size traps, however small or long", arguments: [(1, 1), (2, 400), (400, 2), (16, 9), (64, 48), (3000, 20)])
    func sizes(_ width: Int, _ height: Int) throws {
        var typeface: Typeface? = try Typeface(path: nil)
        for look in Self.looks {
            var scene = Scene()
            look.change(&scene)
            var stage = try made(SceneStage(width: width, height: height, scene: scene))
            stage.setLogo(Picture(width: 40, height: 30, pixels: [UInt32](repeating: 0xFFFF_FFFF, count: 1200)))
            for step in [0, 10, 32, 40, 52, 60] {
                stage.setWords(Self.words(step))
                stage.draw(Self.moment(step, .still), typeface: &typeface)
                Self.finishBlur(&stage)
            }
        }
    }
}

struct CornerMaskTests {
    /// A quarter of |x|^n + |y|^n = 1, sampled sixteen times in each direction.
    @Test("a corner covers what its curve says", arguments: [(CornerMask.Curve.round, 2.0, 20.0), (.continuous, 4, 20), (.round, 2, 7.3)])
    func curve(_ curve: CornerMask.Curve, _ power: Double, _ radius: Double) {
        let mask = CornerMask(radius: radius, curve: curve, limit: 1000)
        let reach = radius * curve.reach
        for y in 0..<mask.side {
            for x in 0..<mask.side {
                var inside = 0
                for row in 0..<16 {
                    for column in 0..<16 {
                        let along = max(0, (reach - Double(x) - (Double(column) + 0.5) / 16) / reach)
                        let down = max(0, (reach - Double(y) - (Double(row) + 0.5) / 16) / reach)
                        let sum = power == 2 ? along * along + down * down : along * along * along * along + down * down * down * down
                        if sum <= 1 { inside += 1 }
                    }
                }
                #expect(abs(Double(mask.coverage[y * mask.side + x]) - Double(inside) / 256 * 255) <= 12)
            }
        }
    }

    @Test("a rectangle is full but for its corners, which are mirrored")
    func rectangle() {
        let mask = CornerMask(radius: 8, curve: .continuous, limit: 20)
        let pixels = mask.rectangle(width: 60, height: 40)
        #expect(pixels[20 * 60 + 30] == 255 && pixels[0] == 0)
        for y in 0..<40 {
            for x in 0..<60 {
                #expect(pixels[y * 60 + x] == pixels[y * 60 + 59 - x])
                #expect(pixels[y * 60 + x] == pixels[(39 - y) * 60 + x])
            }
        }
    }
}
