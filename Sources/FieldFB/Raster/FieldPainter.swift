import FieldCore

/// Keeps a surface showing a field: paints the marks that changed, and leaves
/// the others alone.
struct FieldPainter: ~Copyable {
    private let layout: CellLayout
    private let overlap: Overlap
    private var painter: MarkPainter
    private var keys: MarkKeys
    private let stride: Int
    private let hasVectors: Bool
    /// The marks of the row at hand that changed.
    private var changes: MarkChanges
    private var dirty: [Bool]
    private var isFresh = true

    /// How far marks reach beyond their own cells.
    private enum Overlap {
        /// Never, and every mark is a dot whose mask is kept.
        case separateDots
        /// Never: a mark is repainted by itself.
        case none
        /// Into neighbouring cells: a cell is repainted with all that touches it.
        case neighbours
        /// Further: the surface is repainted whole.
        case far
    }

    init(field: Field, scale: Double, surface: borrowing Surface) {
        let parameters = field.parameters
        layout = CellLayout(grid: field.grid, scale: scale, bounds: surface.bounds)
        let cell = field.grid.step * scale
        let radius = cell * parameters.maxRadiusRatio
        let stroke: Double
        let extent: Double
        switch parameters.style {
        case .dots:
            stroke = radius
            extent = radius
        case .lines:
            stroke = max(radius * parameters.lineWeightScale / 2, scale * 0.1)
            extent = radius * parameters.lineLengthScale + stroke
        }
        // The margin covers the rounding of centres, radii and cell edges.
        if extent + 1.5 <= cell * 0.5 {
            let isKept = parameters.style == .dots && MaskCache.holdsAll(upTo: radius)
            overlap = isKept ? .separateDots : .none
        } else if extent + 1.5 <= cell * 1.5 {
            overlap = .neighbours
        } else {
            overlap = .far
        }
        painter = MarkPainter(
            palette: InkPalette(ink: parameters.ink, background: parameters.background),
            largestDot: parameters.style == .dots ? radius : 0,
            largestStroke: stroke + 1, surfaceWidth: surface.width)
        stride = field.marks.stride
        hasVectors = parameters.style == .lines
        keys = MarkKeys(count: field.marks.radius.count, hasVectors: hasVectors)
        changes = MarkChanges(
            columns: field.grid.columns,
            quantiser: MarkQuantiser(parameters: parameters, scale: scale))
        dirty = overlap == .neighbours
            ? [Bool](repeating: false, count: field.grid.count) : []
    }

    /// Brings the surface up to the field's marks, and records what changed.
    /// Returns how many marks had.
    mutating func paint(
        _ field: borrowing Field, into surface: inout Surface, damage: inout Damage
    ) -> Int {
        let everything = isFresh
        if isFresh {
            painter.clear(surface.bounds, in: &surface)
            keys.removeAll()
            isFresh = false
        }
        var changed = 0
        for row in 0..<layout.rows {
            changes.collect(field.marks, row, against: &keys)
            changed += changes.count
            switch overlap {
            case .separateDots: paintSeparateDots(row, into: &surface, damage: &damage)
            case .none: paintSeparateMarks(row, into: &surface, damage: &damage)
            case .neighbours: markDirtyCells(row)
            case .far: break
            }
        }
        switch overlap {
        case .neighbours where changed > 0: paintDirtyCells(into: &surface, damage: &damage)
        case .far where changed > 0: paintWhole(into: &surface, damage: &damage)
        default: break
        }
        if everything {
            damage.removeAll()
            damage.add(surface.bounds)
        }
        return changed
    }

    private mutating func paintSeparateDots(
        _ row: Int, into surface: inout Surface, damage: inout Damage
    ) {
        var canvas = surface.canvas
        var touched = PixelUnion()
        let centreY = layout.centreY[row]
        for index in 0..<changes.count {
            let change = changes[index]
            painter.replaceDot(
                change.oldShape, by: change.newShape, centreX: layout.centreX[change.column],
                centreY: centreY, on: &canvas, touched: &touched)
        }
        if let band = touched.rect { damage.add(band) }
    }

    private mutating func paintSeparateMarks(
        _ row: Int, into surface: inout Surface, damage: inout Damage
    ) {
        let clip = surface.bounds
        var band: PixelRect?
        for index in 0..<changes.count {
            let change = changes[index]
            let new = layout.capsule(change.column, row, change.newShape, change.newVector)
            let old =
                change.oldShape >> 8 == change.newShape >> 8 && !hasVectors
                ? new : layout.capsule(change.column, row, change.oldShape, change.oldVector)
            let touched = painter.replace(
                old, by: new, opacity: MarkKeys.opacity(change.newShape), clip: clip, in: &surface)
            band = join(band, touched)
        }
        if let band { damage.add(band) }
    }

    /// Marks the cells that the row's changed marks touch or touched.
    private mutating func markDirtyCells(_ row: Int) {
        for index in 0..<changes.count {
            let change = changes[index]
            let old = layout.capsule(change.column, row, change.oldShape, change.oldVector)
            let new = layout.capsule(change.column, row, change.newShape, change.newVector)
            if let box = join(old.bounds, new.bounds) {
                layout.forEachNear(change.column, row, touching: box) { near, _ in
                    dirty[near] = true
                }
            }
        }
    }

    private mutating func paintDirtyCells(into surface: inout Surface, damage: inout Damage) {
        for row in 0..<layout.rows {
            var band: PixelRect?
            for column in 0..<layout.columns where dirty[row * layout.columns + column] {
                guard let cell = layout.cell(column, row) else { continue }
                painter.clear(cell, in: &surface)
                band = join(band, cell)
            }
            if let band { damage.add(band) }
        }
        for row in 0..<layout.rows {
            for column in 0..<layout.columns { blendIntoDirtyCells(column, row, &surface) }
        }
        for index in dirty.indices { dirty[index] = false }
    }

    /// Draws a mark where it touches dirty cells: at once when all the cells it
    /// touches are dirty, otherwise cell by cell.
    private mutating func blendIntoDirtyCells(
        _ column: Int, _ row: Int, _ surface: inout Surface
    ) {
        let mark = mark(column, row)
        guard mark.opacity > 0, let box = mark.capsule.bounds else { return }
        var touched = 0
        var dirtyTouched = 0
        layout.forEachNear(column, row, touching: box) { near, _ in
            touched += 1
            if dirty[near] { dirtyTouched += 1 }
        }
        guard dirtyTouched > 0 else { return }
        if dirtyTouched == touched {
            painter.blend(
                mark.capsule, opacity: mark.opacity, clip: surface.bounds, into: &surface)
            return
        }
        layout.forEachNear(column, row, touching: box) { near, cell in
            guard dirty[near] else { return }
            painter.blend(mark.capsule, opacity: mark.opacity, clip: cell, into: &surface)
        }
    }

    private mutating func paintWhole(into surface: inout Surface, damage: inout Damage) {
        let clip = surface.bounds
        painter.clear(clip, in: &surface)
        for row in 0..<layout.rows {
            for column in 0..<layout.columns { blendMark(column, row, clip: clip, into: &surface) }
        }
        damage.add(clip)
    }

    private mutating func blendMark(
        _ column: Int, _ row: Int, clip: PixelRect, into surface: inout Surface
    ) {
        let mark = mark(column, row)
        guard mark.opacity > 0 else { return }
        painter.blend(mark.capsule, opacity: mark.opacity, clip: clip, into: &surface)
    }

    /// A mark as its keys have it now.
    private func mark(_ column: Int, _ row: Int) -> (capsule: Capsule, opacity: UInt32) {
        let element = row * stride + column >> 3
        let shape = keys.shape[element][column & 7]
        let vector = hasVectors ? keys.vector[element][column & 7] : 0
        return (layout.capsule(column, row, shape, vector), MarkKeys.opacity(shape))
    }
}

/// The smallest rectangle around both, where there are any.
private func join(_ first: PixelRect?, _ second: PixelRect?) -> PixelRect? {
    guard let first else { return second }
    guard let second else { return first }
    return first.union(second)
}
