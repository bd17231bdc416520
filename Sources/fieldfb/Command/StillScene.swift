import FieldCore
import FieldFB

/// A scene for a tool: its pictures and fonts are there before the first frame.
/// What cannot be had is said, and the rest of the scene stands.
struct StillScene: ~Copyable {
    private(set) var stage: SceneStage
    private var typeface: Typeface?
    private var told = 0
    private let settings: Settings
    private var hasToldContrast = false

    /// Nil when there can be no picture of this size.
    init?(width: Int, height: Int, scale: Double, settings: Settings) {
        guard var stage = SceneStage(width: width, height: height, scale: scale, scene: settings.scene) else { return nil }
        var pictures = DisplayPictures()
        for order in pictures.orders(settings, width: width, height: height, generation: 0, display: 0)
        where !order.isEmpty {
            do throws(PictureReadError) {
                let picture = try order.make()
                switch order.work {
                case .poster: stage.setPoster(picture)
                case .logo: stage.setLogo(picture)
                case .blur: break
                }
            } catch {
                StandardError.say(.warning, error.message)
            }
        }
        let words = settings.words
        if words != SceneWords() {
            if let warning = settings.contrastWarning { StandardError.say(.warning, warning) }
            do throws(TextError) {
                typeface = try Typeface(path: settings.font)
            } catch {
                StandardError.say(.warning, error.message)
            }
        }
        stage.setWords(words)
        self.stage = stage
        self.settings = settings
    }

    init?(_ plan: RenderPlan) {
        self.init(width: plan.size.width, height: plan.size.height, scale: plan.scale, settings: plan.settings)
    }

    /// Says what the fonts had to say; known once the words are drawn.
    private mutating func tellWarnings() {
        let warnings: [String]
        switch typeface {
        case .some(let typeface): warnings = typeface.warnings
        case .none: return
        }
        while told < warnings.count {
            StandardError.say(.warning, warnings[told])
            told += 1
        }
    }

    /// Draws one moment, blurred content included.
    mutating func draw(_ moment: SceneMoment) {
        repeat { stage.draw(moment, typeface: &typeface) } while stage.isUnfinished
        tellWarnings()
        if !hasToldContrast, let poor = stage.takePoorContrastOnPoster() {
            hasToldContrast = true
            StandardError.say(.warning, settings.warning(poor))
        }
        guard moment.panel > 0, stage.scene.panel.blur > 0 else { return }
        if let request = stage.takeBlurRequest() {
            var pixels = request.pixels
            GaussianBlur.blur(&pixels, width: request.width, height: request.height, deviation: request.deviation)
            stage.setBlurred(pixels)
        }
        stage.draw(moment, typeface: &typeface)
    }

    mutating func setScene(_ scene: Scene) { stage.setScene(scene) }
}
