import FieldCore

/// One display's picture: from the shape of the moment to pixels.
///
/// The only road by which anything is drawn. All buffers are made when the
/// size or the parameters change; drawing a frame allocates nothing.
public struct Stage: ~Copyable {
    /// The picture, in the orientation in which a person sees it.
    public private(set) var surface: Surface
    /// What the last `draw` changed. Empty when nothing did.
    public private(set) var damage = Damage()
    /// How many marks the last `draw` found changed.
    public private(set) var changedMarkCount = 0
    /// Pixels to a point.
    public let scale: Double

    private var parameters: FieldParameters
    /// The part of the surface that the field has.
    private(set) var region: PixelRect
    private var field: Field?
    private var painter: FieldPainter?
    private var backdrop: Backdrop
    private var ink: Colour
    /// Whether there is no field although it has room.
    private var isFieldHidden = false
    private var sprites: [Sprite] = []
    private var leftOut: [PixelRect] = []
    /// Parts that the next frame paints whatever the marks do.
    private var stale: [PixelRect] = []
    /// Whether nothing of what the surface shows counts any more.
    private var isFresh = true

    /// About how many marks there are at most: a finer pitch is widened, so that
    /// nobody can ask for more memory than a board has. A cell is never smaller
    /// than a pixel.
    public static let mostMarks = 250_000.0

    /// How many pixels a point may be.
    public static let scales = 0.25...8.0

    /// A stage of a size in pixels, or nil when a side is not in 1...32768 or
    /// the scale not in `scales`. On a surface too small for a field only the
    /// background shows.
    public init?(width: Int, height: Int, scale: Double = 1, parameters: FieldParameters) {
        guard Stage.scales.contains(scale),
            let surface = Surface(
                width: width, height: height, colour: parameters.background.packed)
        else { return nil }
        region = surface.bounds
        self.surface = surface
        self.scale = scale
        self.parameters = parameters
        backdrop = Backdrop(colour: parameters.background.packed)
        ink = parameters.ink
        rebuild()
    }

    /// Takes over new parameters. A change of anything but the speeds makes
    /// the next `draw` repaint the whole surface.
    public mutating func setParameters(_ parameters: FieldParameters) {
        var former = self.parameters
        former.driftSpeed = parameters.driftSpeed
        former.foldSpeed = parameters.foldSpeed
        let looksTheSame = former == parameters
        self.parameters = parameters
        guard !looksTheSame else { return }
        backdrop = Backdrop(colour: parameters.background.packed)
        ink = parameters.ink
        rebuild()
    }

    /// Draws the field for one shape. `damage` tells what changed.
    public mutating func draw(_ mass: Mass) {
        damage.removeAll()
        changedMarkCount = 0
        if !isFieldHidden { field?.evaluate(mass) }
        if isFresh { return drawWhole() }
        if !isFieldHidden, let field {
            changedMarkCount =
                painter?.paint(field, below: sprites, into: &surface, damage: &damage) ?? 0
        }
        for rect in stale { repaint(rect) }
        stale.removeAll(keepingCapacity: true)
    }

    // MARK: What is around the field

    /// Gives the field a part of the surface.
    mutating func setRegion(_ region: PixelRect) {
        guard region != self.region, surface.bounds.contains(region) else { return }
        self.region = region
        rebuild()
    }

    /// Takes another light: the colour of the ink, and what lies behind the
    /// marks. The next `draw` paints the whole surface.
    mutating func setLight(ink: Colour, backdrop: Backdrop) {
        self.ink = ink
        self.backdrop = backdrop
        painter?.setLight(ink: ink, backdrop: backdrop)
        isFresh = true
    }

    /// Hides the field, or shows it again.
    mutating func setFieldHidden(_ isHidden: Bool) {
        guard isHidden != isFieldHidden else { return }
        isFieldHidden = isHidden
        isFresh = true
    }

    /// Takes what lies over the field, from back to front, and where the field
    /// has no marks.
    mutating func setSprites(_ sprites: [Sprite], leftOut: [PixelRect]) {
        let former = self.sprites
        self.sprites = sprites
        for place in 0..<max(former.count, sprites.count) {
            let old = place < former.count ? former[place] : nil
            let new = place < sprites.count ? sprites[place] : nil
            if let old, let new, old.version == new.version, old.rect == new.rect { continue }
            for rect in [old?.rect, new?.rect] {
                if let part = rect?.intersection(surface.bounds) { stale.append(part) }
            }
        }
        if leftOut != self.leftOut {
            self.leftOut = leftOut
            isFresh = true
        }
        coverField()
    }

    /// Gives a sprite another coverage, written by `body` in place.
    mutating func changeCoverage(ofSprite place: Int, version: Int, _ body: (inout [UInt8]) -> Void) {
        body(&sprites[place].coverage)
        sprites[place].version = version
        if let part = sprites[place].rect.intersection(surface.bounds) { stale.append(part) }
    }

    private mutating func coverField() {
        var covers: [PixelRect] = []
        for sprite in sprites { covers.append(sprite.rect) }
        painter?.setCover(covers: covers, leftOut: leftOut)
    }

    private mutating func drawWhole() {
        isFresh = false
        stale.removeAll(keepingCapacity: true)
        let bounds = surface.bounds
        backdrop.restore(bounds, in: &surface)
        if !isFieldHidden, let field { changedMarkCount = painter?.paintAll(field, into: &surface) ?? 0 }
        sprites.paint(bounds, over: backdrop, into: &surface)
        damage.add(bounds)
    }

    private mutating func repaint(_ rect: PixelRect) {
        damage.add(rect)
        if !isFieldHidden, painter != nil {
            painter?.repaint(rect, below: sprites, into: &surface)
            return
        }
        backdrop.restore(rect, in: &surface)
        sprites.paint(rect, over: backdrop, into: &surface)
    }

    /// The number of marks of the field.
    public var markCount: Int { field?.grid.count ?? 0 }

    private mutating func rebuild() {
        isFresh = true
        var drawn = parameters
        let area = Double(region.width) * Double(region.height)
        let finest = max(1, (area / Stage.mostMarks).squareRoot())
        drawn.pitch = max(drawn.guarded.pitch, finest / scale)
        let size = Size(width: Double(region.width) / scale, height: Double(region.height) / scale)
        field = Field(size: size, parameters: drawn)
        guard let field else {
            painter = nil
            return
        }
        painter = FieldPainter(field: field, scale: scale, region: region)
        painter?.setLight(ink: ink, backdrop: backdrop)
        damage = Damage(limit: max(64, field.grid.rows))
        coverField()
    }
}
