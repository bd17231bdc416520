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
    private var field: Field?
    private var painter: FieldPainter?

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
        self.surface = surface
        self.scale = scale
        self.parameters = parameters
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
        if !looksTheSame { rebuild() }
    }

    /// Draws the field for one shape. `damage` tells what changed.
    public mutating func draw(_ mass: Mass) {
        damage.removeAll()
        field?.evaluate(mass)
        guard let field else { return drawBackground() }
        changedMarkCount =
            painter?.paint(field, into: &surface, damage: &damage) ?? 0
    }

    /// The number of marks of the field.
    public var markCount: Int { field?.grid.count ?? 0 }

    private mutating func rebuild() {
        var drawn = parameters
        let area = Double(surface.width) * Double(surface.height)
        let finest = max(1, (area / Stage.mostMarks).squareRoot())
        drawn.pitch = max(drawn.guarded.pitch, finest / scale)
        let size = Size(width: Double(surface.width) / scale, height: Double(surface.height) / scale)
        field = Field(size: size, parameters: drawn)
        guard let field else {
            painter = nil
            return
        }
        painter = FieldPainter(field: field, scale: scale, surface: surface)
        damage = Damage(limit: max(64, field.grid.rows))
    }

    private mutating func drawBackground() {
        let background = parameters.background.packed
        guard surface.pixels[0] != background else { return }
        for index in surface.pixels.indices { surface.pixels[index] = background }
        damage.add(surface.bounds)
    }
}
