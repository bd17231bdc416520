import FieldCore
import Testing

@testable import FieldFB

@Suite("A scene within its limits")
struct SceneLimitsTests {
    private static func poster(_ stage: borrowing SceneStage, _ colour: UInt32 = 0xFF40_8020) -> Picture {
        let bounds = stage.stage.surface.bounds
        return Picture(
            width: bounds.width, height: bounds.height,
            pixels: [UInt32](repeating: colour, count: bounds.width * bounds.height))
    }

    private static var words: SceneWords {
        var words = SceneWords()
        words.message = Array("A rather long message, which takes some lines where there is little room".utf8)
        words.detail = Array("and a detail of it".utf8)
        words.label = Array("42 %".utf8)
        return words
    }

    private static func moment(panel: Double = 0, scrim: Double = 1, progress: Double = 0.5, presence: Double = 1) -> SceneMoment {
        let shown = ProgressMoment(presence: presence, value: progress, certainty: 1, phase: 0)
        return SceneMoment(mass: .still, scrim: scrim, progress: shown, panel: panel)
    }

    @Test("all words lie on the screen, whatever their size and the screen's, with a poster, a bar or a ring")
    func onScreen() throws {
        var typeface: Typeface? = try Typeface(path: nil)
        let places: [Place] = [.top, .centre, .bottomRight]
        for (width, height) in [(800, 480), (320, 240), (240, 320), (128, 64), (1, 300), (20, 20)] {
            for (number, size) in [4.0, 17, 60, 400].enumerated() {
                var scene = Scene()
                scene.text.size = size
                scene.text.place = places[(number + width) % 3]
                scene.progress.style = number % 2 == 0 ? .ring : .bar
                // Marks of this size ask for a bar higher than any screen.
                scene.field.style = .lines
                scene.field.pitch = size == 60 ? 1000 : 20
                scene.field.lineLengthScale = 20
                var stage = try made(SceneStage(width: width, height: height, scene: scene))
                stage.setPoster(Self.poster(stage))
                stage.setWords(Self.words)
                stage.draw(Self.moment(), typeface: &typeface)
                _ = stage.takePoorContrastOnPoster()
                let side = min(width, height)
                let margin = min(side / 8, max(8, side / 16))
                // Letters get no smaller than can be read: there is no room for them on the smallest ones.
                for rect in stage.textRects where side >= 200 {
                    #expect(rect.y >= margin && rect.maxY <= height - margin, "\(width)x\(height) \(size)")
                }
                stage.draw(Self.moment(progress: 0.9), typeface: &typeface)
                for band in stage.stage.damage.bands where side > 60 { #expect(band.height <= side / 3) }
                stage.draw(Self.moment(panel: 1), typeface: &typeface)
                stage.draw(Self.moment(panel: 0.5), typeface: &typeface)
            }
        }
    }

    @Test("words stand beside the logo, not on it", arguments: [Place.bottom, .centre, .top], [Place.centre, .top])
    func besideLogo(_ place: Place, _ logo: Place) throws {
        var typeface: Typeface? = try Typeface(path: nil)
        for (width, height) in [(320, 240), (480, 272), (640, 400)] {
            var scene = Scene()
            scene.text.place = place
            scene.logo.place = logo
            var stage = try made(SceneStage(width: width, height: height, scene: scene))
            let side = height / 3
            stage.setLogo(Picture(width: side, height: side, pixels: [UInt32](repeating: 0xFFFF_FF00, count: side * side)))
            stage.setWords(Self.words)
            stage.draw(Self.moment(), typeface: &typeface)
            let rect = try #require(stage.leftOut.first)
            #expect(rect.width == side && !stage.textRects.isEmpty)
            for words in stage.textRects { #expect(words.intersection(rect) == nil, "\(width)x\(height)") }
        }
    }

    @Test("what is less than the message is never set larger, and no word is lost that has room in smaller letters")
    func sizes() throws {
        var typeface: Typeface? = try Typeface(path: nil)
        for size in [17.0, 60, 120, 160, 240] {
            var scene = Scene()
            scene.text.size = size
            var stage = try made(SceneStage(width: 800, height: 480, scene: scene))
            var words = SceneWords()
            (words.message, words.detail, words.label) = (
                Array("Installing update".utf8), Array("Do not switch off".utf8), Array("30 %".utf8)
            )
            stage.setWords(words)
            stage.draw(Self.moment(), typeface: &typeface)
            let (message, detail, label) = (stage.words.size(.message), stage.words.size(.detail), stage.words.size(.label))
            #expect(try #require(detail) <= #require(message) && #require(label) <= #require(detail), "\(size)")
            // A block that was cut has the smallest letters.
            #expect(try #require(message) > 14.5 && #require(detail) > 14 * 0.72)
        }
    }

    @Test("nothing is painted while nothing changes", arguments: [ProgressParameters.Style.none, .bar, .ring], [0.0, 1.0])
    func nothing(_ style: ProgressParameters.Style, _ panel: Double) throws {
        var typeface: Typeface? = try Typeface(path: nil)
        var scene = Scene()
        scene.progress.style = style
        var stage = try made(SceneStage(width: 320, height: 240, scene: scene))
        stage.setWords(Self.words)
        for presence in [1.0, 0] {
            let moment = Self.moment(panel: panel, presence: presence)
            stage.draw(moment, typeface: &typeface)
            stage.draw(moment, typeface: &typeface)
            #expect(stage.stage.damage.isEmpty, "\(presence)")
        }
    }

    @Test("without a poster there is nothing to veil")
    func noScrim() throws {
        var typeface: Typeface? = nil
        var stage = try made(SceneStage(width: 320, height: 240, scene: Scene()))
        stage.draw(Self.moment(scrim: 0), typeface: &typeface)
        stage.draw(Self.moment(scrim: 0.5), typeface: &typeface)
        #expect(stage.stage.damage.isEmpty)
    }

    @Test("the first frame of a panel that blurs has the panel and the words, over what is still sharp")
    func firstFrame() throws {
        var typeface: Typeface? = try Typeface(path: nil)
        var pictures: [[UInt32]] = []
        for blur in [0.0, 3] {
            var scene = Scene()
            scene.panel.blur = blur
            var stage = try made(SceneStage(width: 320, height: 240, scene: scene))
            stage.setWords(Self.words)
            stage.draw(Self.moment(panel: 1), typeface: &typeface)
            pictures.append(stage.stage.surface.pixels)
            #expect(stage.stage.damage.bands.contains { $0.height == 240 && $0.width == 320 })
        }
        let isSame = pictures[0] == pictures[1]
        #expect(isSame)
    }

    @Test("what is blurred is as dark by night as what is not")
    func night() throws {
        var typeface: Typeface? = nil
        var scene = Scene()
        scene.night = 0.5
        scene.panel.blur = 3
        var stage = try made(SceneStage(width: 320, height: 240, scene: scene))
        stage.setPoster(Self.poster(stage, 0xFFFF_FFFF))
        scene.field.ink = .white
        stage.setScene(scene)
        stage.draw(Self.moment(panel: 1, presence: 0), typeface: &typeface)
        let sharp = stage.stage.surface.pixels[0]
        let request = stage.takeBlurRequest()
        stage.setBlurred(try #require(request).pixels)
        stage.draw(Self.moment(panel: 1, presence: 0), typeface: &typeface)
        let blurred = stage.stage.surface.pixels[0]
        #expect(abs(Int(sharp & 255) - Int(blurred & 255)) <= 1, "\(sharp & 255), \(blurred & 255)")
    }

    @Test("a poster and a logo that come while a blurred panel stands are there behind it")
    func late() throws {
        var typeface: Typeface? = nil
        var scene = Scene()
        scene.panel.blur = 3
        var pictures: [[UInt32]] = []
        for isLate in [true, false] {
            var stage = try made(SceneStage(width: 320, height: 240, scene: scene))
            func settle(_ stage: inout SceneStage) {
                stage.draw(Self.moment(panel: 1, presence: 0), typeface: &typeface)
                guard let request = stage.takeBlurRequest() else { return }
                stage.setBlurred(request.pixels)
                stage.draw(Self.moment(panel: 1, presence: 0), typeface: &typeface)
            }
            if isLate { settle(&stage) }
            stage.setPoster(Self.poster(stage))
            stage.setLogo(Picture(width: 20, height: 10, pixels: [UInt32](repeating: 0xFFFF_0000, count: 200)))
            settle(&stage)
            pictures.append(stage.stage.surface.pixels)
        }
        let isSame = pictures[0] == pictures[1]
        #expect(isSame)
    }
}
