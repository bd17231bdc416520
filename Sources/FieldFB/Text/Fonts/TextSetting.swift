extension Typeface {
    /// Sets words as a block. Never fails: bad bytes are replaced, and what has
    /// no room shrinks, wraps, and is cut with an ellipsis at last.
    public mutating func set(_ text: [UInt8], style: TextStyle) -> TextBlock {
        let style = style.guarded
        beginLooking()
        let clean = CleanText(text)
        if clean.hadInvalidBytes { warn("the words are no valid UTF-8; what cannot be read is shown as a mark") }
        guard !clean.scalars.isEmpty else { return .empty }
        var lines = TextLines(clean.scalars, faces: faces(of: clean.scalars), ellipsis: ellipsis())
        setSize(TextLines.measuringSize)
        lines.measure { shape($0, $1, isRightToLeft: $2) }

        var size = style.size
        let perPixel = lineHeight(TextLines.measuringSize)
        while true {
            let lineHeight = perPixel * size / (Double(TextLines.measuringSize) / 64)
            let room = max(1, min(style.mostLines, Int(Double(style.highest) / max(lineHeight, 1))))
            let isLast = size <= style.smallest
            let hasRoom = lineHeight <= Double(style.highest) || isLast
            // Widths grow with the size: letters are not hinted.
            let widest = Double(style.widest) * Double(TextLines.measuringSize) / size
            if hasRoom, let ranges = lines.wrapped(widest: Int(widest), most: room, isForced: isLast) {
                return draw(ranges, lines, size: size, style)
            }
            size = max(style.smallest, size * 0.94)
        }
    }

    /// Pixels from line to line at a size, not rounded.
    private func lineHeight(_ size: Int) -> Double { Double(faces[0].metrics.height) }

    /// The ellipsis as letters, and the face of each.
    private mutating func ellipsis() -> (scalars: [UInt32], faces: [Int]) {
        let number = face(of: 0x2026)
        if faces[number].glyph(0x2026) != 0 { return ([0x2026], [number]) }
        let dot = face(of: 0x2E)
        return ([0x2E, 0x2E, 0x2E], [dot, dot, dot])
    }

    private mutating func draw(
        _ parts: [TextLines.Line], _ lines: TextLines, size: Double, _ style: TextStyle
    ) -> TextBlock {
        setSize(Int((size * 64).rounded()))
        let metrics = faces[0].metrics
        var set: [(glyphs: [ShapedGlyph], width: Int)] = []
        var widest = 0
        for line in parts {
            let glyphs = shape(line.scalars[...], line.faces[...], isRightToLeft: lines.isRightToLeft)
            var width = 0
            for glyph in glyphs { width += glyph.advance }
            set.append((glyphs, width))
            widest = max(widest, width)
        }
        var canvas = TextCanvas()
        for (number, line) in set.enumerated() {
            var pen: Int
            switch style.alignment {
            case .left: pen = 0
            case .right: pen = widest - line.width
            case .centre: pen = (widest - line.width) / 2
            }
            let baseline = number * metrics.height + metrics.ascent
            for glyph in line.glyphs {
                if let (picture, x) = picture(glyph, penX: pen + glyph.offsetX) {
                    canvas.add(picture, x: x, baseline: baseline - ((glyph.offsetY + 32) >> 6))
                }
                pen += glyph.advance
            }
        }
        return canvas.block(height: parts.count * metrics.height, size: size)
    }
}

/// Glyphs put together, before it is known how much room they take.
private struct TextCanvas {
    private var pieces: [(picture: GlyphPicture, x: Int, y: Int)] = []

    mutating func add(_ picture: GlyphPicture, x: Int, baseline: Int) {
        pieces.append((picture, x + picture.left, baseline - picture.top))
    }

    /// Coverage of all pieces, as wide as the ink, at least as high as the lines.
    func block(height: Int, size: Double) -> TextBlock {
        var left = Int.max
        var right = Int.min
        var top = 0
        var bottom = height
        for piece in pieces {
            left = min(left, piece.x)
            right = max(right, piece.x + piece.picture.width)
            top = min(top, piece.y)
            bottom = max(bottom, piece.y + piece.picture.height)
        }
        guard left < right, Surface.canBe(width: right - left, height: bottom - top) else { return .empty }
        let width = right - left
        var coverage = [UInt8](repeating: 0, count: width * (bottom - top))
        for piece in pieces {
            for row in 0..<piece.picture.height {
                var place = (piece.y - top + row) * width + piece.x - left
                for column in 0..<piece.picture.width {
                    // Letters that touch cover no more than all.
                    let sum = Int(coverage[place]) + Int(piece.picture.coverage[row * piece.picture.width + column])
                    coverage[place] = UInt8(min(255, sum))
                    place += 1
                }
            }
        }
        return TextBlock(width: width, height: bottom - top, coverage: coverage, size: size)
    }
}
