import FieldCore

/// Keeps a surface showing a field: paints the marks that changed, and leaves
/// the others alone. Where something lies over the field, a cell is painted
/// from back to front.
struct FieldPainter: ~Copyable {
    let layout: CellLayout
    private let overlap: Overlap
    private var painter: MarkPainter
    private var keys: MarkKeys
    private let stride: Int
    private let hasVectors: Bool
    /// The marks of the row at hand that changed.
    private var changes: MarkChanges
    private var dirty: [Bool]
    private var cover = FieldCover()

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

    /// - Parameter region: the part of the surface that the field has.
    init(field: Field, scale: Double, region: PixelRect) {
        let parameters = field.parameters
        layout = CellLayout(grid: field.grid, scale: scale, bounds: region)
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
            largestStroke: stroke + 1, surfaceWidth: region.width)
        stride = field.marks.stride
        hasVectors = parameters.style == .lines
        keys = MarkKeys(count: field.marks.radius.count, hasVectors: hasVectors)
        changes = MarkChanges(
            columns: field.grid.columns,
            quantiser: MarkQuantiser(parameters: parameters, scale: scale))
        dirty = overlap == .neighbours
            ? [Bool](repeating: false, count: field.grid.count) : []
    }

    /// Takes another light: the colour of the ink, and what lies behind. The
    /// surface has to be painted whole then.
    mutating func setLight(ink: Colour, backdrop: Backdrop) {
        painter.palette.replaceColours(ink: ink.packed, background: backdrop.colour)
        painter.backdrop = backdrop
    }

    /// Takes what lies over the field, and where it has no marks. What is there
    /// now has to be painted anew where that changed.
    mutating func setCover(covers: [PixelRect], leftOut: [PixelRect]) {
        cover = FieldCover(layout, covers: covers, leftOut: leftOut)
        if !cover.isOpen && dirty.isEmpty {
            dirty = [Bool](repeating: false, count: layout.columns * layout.rows)
        }
    }

    /// Draws every mark on a surface that shows what lies behind them. Returns
    /// how many had changed.
    mutating func paintAll(_ field: borrowing Field, into surface: inout Surface) -> Int {
        var changed = 0
        for row in 0..<layout.rows {
            // Those that were not evaluated anew are as their keys have them.
            changes.collect(field.marks, row, against: &keys)
            changed += changes.count
            for column in 0..<layout.columns { blendMark(column, row, clip: layout.bounds, into: &surface) }
        }
        return changed
    }

    /// Brings the surface up to the field's marks, and records what changed.
    /// Returns how many marks had.
    mutating func paint(
        _ field: borrowing Field, below sprites: [Sprite], into surface: inout Surface, damage: inout Damage
    ) -> Int {
        var changed = 0
        var hasDirtyCells = false
        for row in 0..<layout.rows {
            changes.collect(field.marks, row, against: &keys)
            if !cover.isOpen && overlap != .far && takeCovered(row) { hasDirtyCells = true }
            changed += changes.count
            switch overlap {
            case .separateDots: paintSeparateDots(row, into: &surface, damage: &damage)
            case .none: paintSeparateMarks(row, into: &surface, damage: &damage)
            case .neighbours: markDirtyCells(row)
            case .far: break
            }
        }
        switch overlap {
        case .neighbours where changed > 0 || hasDirtyCells:
            paintDirtyCells(below: sprites, into: &surface, damage: &damage)
        case .separateDots where hasDirtyCells, .none where hasDirtyCells:
            paintDirtyCells(below: sprites, into: &surface, damage: &damage)
        case .far where changed > 0:
            repaint(layout.bounds, below: sprites, into: &surface)
            damage.add(layout.bounds)
        default: break
        }
        return changed
    }

    /// Paints a part of the surface from back to front.
    mutating func repaint(_ rect: PixelRect, below sprites: [Sprite], into surface: inout Surface) {
        painter.clear(rect, in: &surface)
        if let part = rect.intersection(layout.bounds) {
            let near = cells(reaching: part)
            for row in near.rows {
                for column in near.columns { blendMark(column, row, clip: part, into: &surface) }
            }
        }
        sprites.paint(rect, over: painter.backdrop, into: &surface)
    }

    /// The cells whose marks may touch a rectangle.
    private func cells(reaching rect: PixelRect) -> (columns: Range<Int>, rows: Range<Int>) {
        let touched = layout.cells(touching: rect)
        let margin: Int
        switch overlap {
        case .separateDots, .none: margin = 0
        case .neighbours: margin = 1
        case .far: return (0..<layout.columns, 0..<layout.rows)
        }
        return (
            max(0, touched.columns.lowerBound - margin)..<min(layout.columns, touched.columns.upperBound + margin),
            max(0, touched.rows.lowerBound - margin)..<min(layout.rows, touched.rows.upperBound + margin)
        )
    }

    /// Keeps those of the row's changed marks that have their cell to
    /// themselves; the cells of the others are painted later. Whether there are any.
    private mutating func takeCovered(_ row: Int) -> Bool {
        let isTouching = overlap == .neighbours
        var found = false
        changes.removeAll { change in
            let cell = row * layout.columns + change.column
            switch cover[cell] {
            case .open: return false
            case .leftOut: return true
            case .covered:
                if isTouching { return false }
                dirty[cell] = true
                found = true
                return true
            }
        }
        return found
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
                centreY: centreY, clip: layout.bounds, on: &canvas, touched: &touched)
        }
        if let band = touched.rect { damage.add(band) }
    }

    private mutating func paintSeparateMarks(
        _ row: Int, into surface: inout Surface, damage: inout Damage
    ) {
        let clip = layout.bounds
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

    private mutating func paintDirtyCells(
        below sprites: [Sprite], into surface: inout Surface, damage: inout Damage
    ) {
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
        paintSprites(sprites, over: &surface)
        for index in dirty.indices { dirty[index] = false }
    }

    private func paintSprites(_ sprites: [Sprite], over surface: inout Surface) {
        guard !cover.isOpen else { return }
        for row in 0..<layout.rows {
            for column in 0..<layout.columns {
                let number = row * layout.columns + column
                guard dirty[number], cover[number] != .open, let cell = layout.cell(column, row)
                else { continue }
                sprites.paint(cell, over: painter.backdrop, into: &surface)
            }
        }
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
                mark.capsule, opacity: mark.opacity, clip: layout.bounds, into: &surface)
            return
        }
        layout.forEachNear(column, row, touching: box) { near, cell in
            guard dirty[near] else { return }
            painter.blend(mark.capsule, opacity: mark.opacity, clip: cell, into: &surface)
        }
    }

    private mutating func blendMark(
        _ column: Int, _ row: Int, clip: PixelRect, into surface: inout Surface
    ) {
        let mark = mark(column, row)
        guard mark.opacity > 0 else { return }
        painter.blend(mark.capsule, opacity: mark.opacity, clip: clip, into: &surface)
    }

    /// A mark as its keys have it now; without opacity where it is left out.
    private func mark(_ column: Int, _ row: Int) -> (capsule: Capsule, opacity: UInt32) {
        let element = row * stride + column >> 3
        let shape = keys.shape[element][column & 7]
        let vector = hasVectors ? keys.vector[element][column & 7] : 0
        let isLeftOut = cover[row * layout.columns + column] == .leftOut
        return (
            layout.capsule(column, row, shape, vector), isLeftOut ? 0 : MarkKeys.opacity(shape))
    }
}

/// The smallest rectangle around both, where there are any.
private func join(_ first: PixelRect?, _ second: PixelRect?) -> PixelRect? {
    guard let first else { return second }
    guard let second else { return first }
    return first.union(second)
}
