import FieldCore

/// Where logo, words and progress lie.
extension SceneStage {
    // MARK: Content

    /// What lies over the field and behind a panel: the edge of its shape, and the logo.
    mutating func contentSprites(_ light: SceneLight) -> [Sprite] {
        var sprites = clipSprites()
        if let logo, let rect = logoRect {
            sprites.append(
                Sprite(rect, pixels: SceneLight.dimmed(logo.pixels, light.content), version: nextVersion()))
        }
        return sprites
    }

    /// Where the field has no marks: around the logo, and around words that
    /// stand on it, which are read more easily without.
    var leftOut: [PixelRect] {
        var rects: [PixelRect] = []
        if scene.logo.field == .around, let rect = logoRect { rects.append(rect) }
        if let rect = wordsRect { rects.append(rect) }
        return rects
    }

    private var logoRect: PixelRect? {
        guard let logo else { return nil }
        return Column.rect(width: logo.width, height: logo.height, in: safeArea, at: scene.logo.place)
    }

    /// The corners of the field's region outside its shape.
    private mutating func clipSprites() -> [Sprite] {
        let region = stage.region
        let side = Double(min(region.width, region.height)) / 2
        let mask: CornerMask
        switch scene.clip.shape {
        case .rectangle: return []
        case .rounded: mask = CornerMask(radius: pixels(scene.clip.corner), curve: .continuous, limit: side)
        case .circle: mask = CornerMask(radius: side, curve: .round, limit: side)
        }
        var sprites: [Sprite] = []
        for (isRight, isLow) in [(false, false), (true, false), (false, true), (true, true)] {
            let corner = PixelRect(
                x: isRight ? region.maxX - mask.side : region.x, y: isLow ? region.maxY - mask.side : region.y,
                width: mask.side, height: mask.side)
            guard let corner else { continue }
            var outside = mask.mirrored(horizontally: isRight, vertically: isLow)
            for index in outside.indices { outside[index] = 255 - outside[index] }
            sprites.append(Sprite(corner, .backdrop, coverage: outside, version: nextVersion()))
        }
        return sprites
    }

    // MARK: Words and progress

    /// Card, words and progress: on the screen, or in the panel while it is there.
    mutating func wordSprites(
        _ moment: SceneMoment, _ light: SceneLight, firstPlace: Int, _ typeface: inout Typeface?
    ) -> [Sprite] {
        progress.place = nil
        let hasPanel = moment.panel > 0
        let padding = hasPanel ? min(Int(pixels(22)), shorterSide / 10) : 0
        let room = (
            width: widest(hasPanel: hasPanel, padding: padding), height: max(1, safeArea.height - 2 * padding))
        var parts = parts(moment, light, room, &typeface)
        wordsRect = nil
        textRects = []
        guard hasPanel else {
            var area = safeArea
            if let free = areaBesideLogo(parts.column) {
                area = free
                parts = self.parts(moment, light, (room.width, free.height), &typeface)
            }
            let rects = parts.column.rects(in: area, at: scene.text.place)
            for case (.text, let rect?) in zip(parts.kinds, rects) {
                if let part = rect.intersection(stage.surface.bounds) { textRects.append(part) }
            }
            let shown = sprites(parts, at: rects, firstPlace)
            for sprite in shown { wordsRect = wordsRect?.union(sprite.rect) ?? sprite.rect }
            if let rect = wordsRect { wordsRect = withMargin(rect) }
            return shown
        }

        let size = parts.column.size
        let width = min(max(size.width + 2 * padding, Int(pixels(140))), safeArea.width)
        let height = min(size.height + 2 * padding, safeArea.height)
        guard let card = Column.rect(width: width, height: height, in: safeArea, at: scene.panel.place) else { return [] }
        let inner = PixelRect(
            x: card.x + padding, y: card.y + padding, width: max(1, card.width - 2 * padding), height: max(1, size.height))
        guard let inner else { return [] }
        var all = [cardSprite(card, light)]
        all += sprites(parts, at: parts.column.rects(in: inner, at: .centre), firstPlace + 1)
        guard moment.panel < 1 else { return all }
        progress.place = nil
        var group = PanelGroup(card)
        for sprite in all { group.add(sprite) }
        return group.sprite(presence: moment.panel, version: nextVersion()).map { [$0] } ?? []
    }

    /// The part of the screen above or below the logo, for words that would lie
    /// on it otherwise; nil where they do not, and where there is no room.
    private func areaBesideLogo(_ column: Column) -> PixelRect? {
        guard let logo = logoRect else { return nil }
        let rects = column.rects(in: safeArea, at: scene.text.place)
        guard rects.contains(where: { $0?.intersection(logo) != nil }) else { return nil }
        let gap = Int(pixels(8))
        let above = logo.y - gap - safeArea.y
        let below = safeArea.maxY - logo.maxY - gap
        let (wanted, taken) = (scene.text.place.vertical, scene.logo.place.vertical)
        let isBelow = wanted == taken ? below >= above : wanted > taken
        let height = isBelow ? below : above
        guard height >= shorterSide / 6 else { return nil }
        return PixelRect(
            x: safeArea.x, y: isBelow ? logo.maxY + gap : safeArea.y, width: safeArea.width, height: height)
    }

    /// The parts of the column, from top to bottom, and what they are.
    struct Parts {
        enum Kind {
            case text(SceneText.Part)
            case progress
        }

        var column = Column()
        var kinds: [Kind] = []
        var colour = Colour.white
        var ground = Colour.black
        var ink = Colour.white
        /// How wide and high all of it may be.
        var room = (width: 1, height: 1)
        /// What is kept free below for an item to come.
        var reserved = 0

        /// How high an item with a gap above it may be.
        func height(below gap: Int) -> Int {
            let size = column.size
            return room.height - reserved - size.height - (size.height > 0 ? gap : 0)
        }

        mutating func add(_ kind: Kind, width: Int, height: Int, gap: Int) {
            column.add(width: width, height: height, gap: gap)
            kinds.append(kind)
        }
    }

    private mutating func parts(
        _ moment: SceneMoment, _ light: SceneLight, _ room: (width: Int, height: Int), _ typeface: inout Typeface?
    ) -> Parts {
        let hasPanel = moment.panel > 0
        let brightness = hasPanel ? light.panel : light.content
        var parts = Parts()
        parts.colour = SceneLight.dimmed(scene.text.colour, brightness)
        parts.ink = SceneLight.dimmed(scene.field.ink, brightness)
        parts.ground = SceneLight.dimmed(hasPanel ? scene.panel.colour : scene.field.background, brightness)
        parts.room = room
        let full = pixels(scene.text.size)
        let gap = Int((min(full, Double(room.height) / 5) * 0.4).rounded())
        let box = prepareProgress(moment, widest: room.width)
        switch scene.progress.style {
        case .none: break
        case .bar: parts.reserved = box.height + 2 * gap
        case .ring: parts.add(.progress, width: box.width, height: box.height, gap: gap)
        }
        addText(.message, full, lines: 3, gap: gap, to: &parts, &typeface)
        // What is less is never larger, where the message had to shrink.
        let most = words.size(.message) ?? full
        addText(.detail, min(full * 0.72, most), lines: 4, gap: gap / 2, to: &parts, &typeface)
        parts.reserved = 0
        if scene.progress.style == .bar { parts.add(.progress, width: box.width, height: box.height, gap: gap * 2) }
        addText(.label, min(full * 0.72, words.size(.detail) ?? most), lines: 1, gap: gap, to: &parts, &typeface)
        return parts
    }

    /// Letters are never smaller than this, in pixels.
    private static let smallestLetters = 9.0

    private mutating func addText(
        _ part: SceneText.Part, _ size: Double, lines: Int, gap: Int, to parts: inout Parts,
        _ typeface: inout Typeface?
    ) {
        var room = parts.height(below: gap)
        // The message leaves room for the detail.
        if part == .message && words.has(.detail) { room = room * 3 / 5 }
        let highest = min(safeArea.height / 3, room)
        // A line is about a third higher than its letters are large.
        let fitting = Double(highest) * 0.75
        guard fitting >= Self.smallestLetters || parts.column.size.height == 0 else { return }
        let alignment: TextStyle.Alignment
        switch scene.text.place.horizontal {
        case 0 where isPanelAway: alignment = .left
        case 1 where isPanelAway: alignment = .right
        default: alignment = .centre
        }
        let style = TextStyle(
            size: size, smallest: min(size, max(min(size * 0.6, fitting, pixels(14)), Self.smallestLetters)), widest: parts.room.width,
            highest: highest, mostLines: lines, alignment: alignment)
        let block = words.block(part, style, &typeface)
        parts.add(.text(part), width: block?.width ?? 0, height: block?.height ?? 0, gap: gap)
    }

    /// Makes ready what shows the progress. On the screen its room is kept while
    /// nothing is shown, so that no word jumps when something is.
    ///
    /// - Returns: its size, at most a part of the screen; nothing when it has no room.
    private mutating func prepareProgress(_ moment: SceneMoment, widest: Int) -> (width: Int, height: Int) {
        defer { progress.evaluate(moment.progress) }
        guard moment.progress.presence > 0 || moment.panel == 0 else { return (0, 0) }
        let width: Int
        let height: Int
        switch scene.progress.style {
        case .none: return (0, 0)
        case .bar:
            width = max(8, min(widest, Int((scene.progress.length * Double(widest)).rounded())))
            let wanted = ProgressMarks.barHeight(scene.field) * stage.scale
            height = max(4, Int(min(wanted, Double(shorterSide / 6)).rounded(.up)))
        case .ring:
            let side = max(8, min(Int(pixels(ProgressMarks.ringSide)), shorterSide / 3))
            (width, height) = (side, side)
        }
        progress.prepare(
            scene.progress.style, width: width, height: height, scale: stage.scale, parameters: scene.field)
        return (width, height)
    }

    private mutating func sprites(_ parts: Parts, at rects: [PixelRect?], _ firstPlace: Int) -> [Sprite] {
        var sprites: [Sprite] = []
        for (kind, rect) in zip(parts.kinds, rects) {
            guard let rect else { continue }
            switch kind {
            case .text(let part):
                let version = nextVersion()
                if let sprite = words.sprite(part, rect, colour: parts.colour, ground: parts.ground, version: { version }) {
                    sprites.append(sprite)
                }
            case .progress:
                guard progress.isShown else { continue }
                var coverage = [UInt8](repeating: 0, count: rect.width * rect.height)
                progress.fill(&coverage)
                progress.place = firstPlace + sprites.count
                sprites.append(Sprite(rect, .ink(parts.ink.packed), coverage: coverage, version: nextVersion()))
            }
        }
        return sprites
    }

    private mutating func cardSprite(_ card: PixelRect, _ light: SceneLight) -> Sprite {
        let colour = SceneLight.dimmed(scene.panel.colour, light.panel)
        let limit = Double(min(card.width, card.height)) / 2
        let mask = CornerMask(radius: pixels(scene.panel.corner), curve: .continuous, limit: limit)
        var levels: [UInt8] = []
        for coverage in 0..<256 as Range<UInt32> {
            levels.append(UInt8(truncatingIfNeeded: divideBy255(coverage * UInt32(colour.alpha))))
        }
        return Sprite(
            card, .ink(colour.packed), coverage: mask.rectangle(width: card.width, height: card.height), levels: levels,
            version: nextVersion())
    }

    // MARK: Measures

    /// With room around, so that a bar is no row of the field.
    private func withMargin(_ rect: PixelRect) -> PixelRect? {
        let margin = Int(pixels(max(6, min(scene.field.pitch, 60) / 2)))
        return PixelRect(
            x: rect.x - margin, y: rect.y - margin, width: rect.width + 2 * margin, height: rect.height + 2 * margin)?
            .intersection(stage.surface.bounds)
    }

    private var shorterSide: Int { min(stage.surface.width, stage.surface.height) }
    private func pixels(_ points: Double) -> Double { points * stage.scale }

    /// The surface without a margin, in which words, logo and panel stand.
    private var safeArea: PixelRect {
        let bounds = stage.surface.bounds
        let margin = min(shorterSide / 8, max(Int(pixels(8)), shorterSide / 16))
        return PixelRect(
            trustedLeft: margin, top: margin, right: bounds.width - margin, bottom: bounds.height - margin)
    }

    private func widest(hasPanel: Bool, padding: Int) -> Int {
        let screen = max(8, safeArea.width * 9 / 10)
        return hasPanel ? max(8, min(screen, Int(pixels(360))) - 2 * padding) : screen
    }
}
