import FieldCore

/// One display's picture of a whole scene: from its state at a moment to pixels.
///
/// It decides where everything lies and hands it to a `Stage`: what is behind
/// the field as pixels, what is over it as sprites. As long as only the field
/// moves, a frame costs what the field costs, and nothing is allocated.
public struct SceneStage: ~Copyable {
    /// Where it is drawn.
    public private(set) var stage: Stage
    public private(set) var scene: Scene

    var words = SceneText()
    var poster: [UInt32] = []
    var logo: Picture?
    var progress = ProgressSprite()
    /// What the stage shows now.
    var light: SceneLight?
    /// What lies behind a panel that blurs, and no longer moves.
    var still: StillContent?
    /// Around words and progress that stand on the field.
    var wordsRect: PixelRect?
    /// Where words stand on the content.
    var textRects: [PixelRect] = []
    /// Whether words, poster or light are others than those that were judged.
    var isLegibilityNew = false
    /// Whether the scrim is wholly there or not at all.
    private(set) var isScrimSettled = false
    /// How far the panel had come in the last frame.
    private var panel = 0.0
    private var needsLayout = true
    private var lastVersion = 0

    /// A stage of a size in pixels; nil as `Stage` has it.
    public init?(width: Int, height: Int, scale: Double = 1, scene: Scene) {
        guard let stage = Stage(width: width, height: height, scale: scale, parameters: scene.field)
        else { return nil }
        self.stage = stage
        self.scene = scene
        placeField()
    }

    // MARK: What is shown

    /// Takes over another scene. Only what is not the same is made anew.
    public mutating func setScene(_ scene: Scene) {
        let former = self.scene
        self.scene = scene
        stage.setParameters(scene.field)
        var unchanged = former
        unchanged.field.driftSpeed = scene.field.driftSpeed
        unchanged.field.foldSpeed = scene.field.foldSpeed
        guard unchanged != scene else { return }
        contentChanged()
        placeField()
    }

    /// What lies behind everything: a picture of exactly the surface's size,
    /// opaque; any other one, and none, is no poster.
    public mutating func setPoster(_ picture: Picture?) {
        let surface = stage.surface.bounds
        if let picture, picture.width == surface.width, picture.height == surface.height {
            poster = picture.pixels
        } else {
            poster = []
        }
        contentChanged()
    }

    /// A picture over the field, in its own size.
    public mutating func setLogo(_ picture: Picture?) {
        logo = picture
        contentChanged()
    }

    /// What lies behind a panel is another one: what was kept of it does not count.
    private mutating func contentChanged() {
        still = nil
        light = nil
        needsLayout = true
    }

    /// Takes over other words. They are set with the next frame.
    public mutating func setWords(_ words: SceneWords) {
        if self.words.replace(words) { needsLayout = true }
    }

    /// Draws one moment. `stage.damage` tells what changed.
    ///
    /// - Parameter typeface: to set words in that are new; without one, none are shown.
    public mutating func draw(_ moment: SceneMoment, typeface: inout Typeface?) {
        holdContent(moment)
        let light = SceneLight(scene: scene, moment: moment, hasPoster: !poster.isEmpty, isBlurred: still?.soft != nil)
        if light != self.light {
            self.light = light
            shine(light)
            needsLayout = true
        }
        let panelChanged = moment.panel != panel || progress.isShown != (moment.progress.presence > 0)
        panel = moment.panel
        isScrimSettled = moment.scrim == 0 || moment.scrim == 1
        if needsLayout || panelChanged || (isPanelFading && moment.progress != progress.moment) {
            needsLayout = false
            isLegibilityNew = true
            layOut(moment, light, &typeface)
            needsLayout = words.isUnfinished
        } else if moment.progress != progress.moment {
            progress.evaluate(moment.progress)
            if let place = progress.place {
                stage.changeCoverage(ofSprite: place, version: nextVersion()) { progress.fill(&$0) }
            }
        }
        stage.draw(moment.mass)
    }

    /// Whether some words are not yet as they will be: another frame is to follow.
    public var isUnfinished: Bool { words.isUnfinished }

    var isPanelAway: Bool { panel == 0 }

    private var isPanelFading: Bool { panel > 0 && panel < 1 }

    /// Whether the blurred content is wanted and not there: what to blur.
    public mutating func takeBlurRequest() -> BlurRequest? {
        still?.takeRequest(deviation: scene.panel.blur * stage.scale)
    }

    /// Takes the blurred content over; it shows with the next frame.
    public mutating func setBlurred(_ pixels: [UInt32]) {
        guard pixels.count == stage.surface.pixels.count else { return }
        still?.soft = pixels
    }

    // MARK: Light

    /// Keeps the content as it is, without the panel, when a panel that blurs comes.
    private mutating func holdContent(_ moment: SceneMoment) {
        guard moment.panel > 0, scene.panel.blur > 0 else {
            if still != nil {
                still = nil
                light = nil
                needsLayout = true
            }
            return
        }
        guard still == nil else { return }
        var bare = moment
        bare.panel = 0
        // The words are the panel's now.
        wordsRect = nil
        let light = SceneLight(scene: scene, moment: bare, hasPoster: !poster.isEmpty, isBlurred: false)
        shine(light)
        stage.setSprites(contentSprites(light), leftOut: leftOut)
        stage.draw(moment.mass)
        still = StillContent(
            sharp: stage.surface.pixels, width: stage.surface.width, height: stage.surface.height)
        self.light = nil
        needsLayout = true
    }

    private mutating func shine(_ light: SceneLight) {
        let ink = SceneLight.dimmed(scene.field.ink, light.content)
        let background = SceneLight.dimmed(scene.field.background, light.content).packed
        let backdrop: Backdrop
        // Blurred content has the field in it.
        stage.setFieldHidden(still?.soft != nil)
        if let still, let soft = still.soft {
            backdrop = Backdrop(colour: background, pixels: light.mixed(still.sharp, soft))
        } else if !poster.isEmpty {
            backdrop = Backdrop(colour: background, pixels: light.lit(poster, scrimColour: scene.scrim.colour))
        } else {
            backdrop = Backdrop(colour: background)
        }
        stage.setLight(ink: ink, backdrop: backdrop)
    }

    // MARK: Where everything lies

    private mutating func placeField() {
        guard var region = scene.clip.pixels(of: stage.surface.bounds) else { return }
        if scene.clip.shape == .circle, let square = Column.rect(
            width: min(region.width, region.height), height: min(region.width, region.height), in: region, at: .centre)
        {
            region = square
        }
        stage.setRegion(region)
    }

    private mutating func layOut(_ moment: SceneMoment, _ light: SceneLight, _ typeface: inout Typeface?) {
        var sprites: [Sprite] = []
        if still?.soft == nil { sprites = contentSprites(light) }
        sprites += wordSprites(moment, light, firstPlace: sprites.count, &typeface)
        stage.setSprites(sprites, leftOut: still?.soft == nil ? leftOut : [])
    }

    /// A number that no sprite has had.
    mutating func nextVersion() -> Int {
        lastVersion += 1
        return lastVersion
    }
}

extension FieldClip {
    /// The region on a surface, never empty, within its bounds.
    func pixels(of surface: PixelRect) -> PixelRect? {
        func edge(_ part: Double, _ side: Int) -> Int {
            part.isNaN ? 0 : Int((min(max(part, 0), 1) * Double(side)).rounded())
        }
        let left = min(edge(region.x, surface.width), surface.width - 1)
        let top = min(edge(region.y, surface.height), surface.height - 1)
        let right = max(left + 1, edge(region.x + region.width, surface.width))
        let bottom = max(top + 1, edge(region.y + region.height, surface.height))
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}
