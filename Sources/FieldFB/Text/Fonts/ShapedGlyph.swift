/// A glyph at its place in a line. Lengths are in 64ths of a pixel.
struct ShapedGlyph {
    /// The number of its face.
    var face: Int
    var glyph: UInt32
    /// How far it moves the pen.
    var advance: Int
    /// From the pen to where it stands: right and up.
    var offsetX = 0
    var offsetY = 0
    /// The number of the first letter that it stands for.
    var cluster: Int
}

/// Without a library for it: a glyph for each letter, in the order in which
/// they are read, pairs moved together as the font says. Marks stand over the
/// letter before them, words that read from right to left are turned around;
/// letters are not joined.
enum PlainShaping {
    static func shape(
        _ scalars: ArraySlice<UInt32>, faces choice: ArraySlice<Int>, in faces: [FontFace], isRightToLeft: Bool
    ) -> [ShapedGlyph] {
        var glyphs: [ShapedGlyph] = []
        var last: (face: Int, glyph: UInt32)?
        for (cluster, scalar) in scalars.enumerated() {
            let face = choice[choice.startIndex + cluster]
            let glyph = faces[face].glyph(scalar)
            if CleanText.isMark(scalar) {
                // Where the font has no glyph for it, it is left out: no box over a letter.
                guard glyph != 0, !glyphs.isEmpty else { continue }
                let width = faces[face].advance(glyph)
                let base = glyphs[glyphs.count - 1]
                glyphs.append(
                    ShapedGlyph(
                        face: face, glyph: glyph, advance: 0,
                        offsetX: width > 0 ? -(base.advance + width) / 2 : 0, cluster: cluster))
                continue
            }
            if let last, last.face == face { glyphs[glyphs.count - 1].advance += faces[face].kerning(last.glyph, glyph) }
            glyphs.append(ShapedGlyph(face: face, glyph: glyph, advance: faces[face].advance(glyph), cluster: cluster))
            last = (face, glyph)
        }
        return ordered(glyphs, scalars, isRightToLeft: isRightToLeft)
    }

    /// The order on the screen: runs of letters that read the other way are
    /// turned around, and the whole line where it reads from right to left.
    private static func ordered(
        _ glyphs: [ShapedGlyph], _ scalars: ArraySlice<UInt32>, isRightToLeft: Bool
    ) -> [ShapedGlyph] {
        let letters = Array(scalars)
        guard letters.contains(where: { CleanText.isRightToLeft($0) }) else { return glyphs }
        var runs: [(isTurned: Bool, glyphs: [ShapedGlyph])] = []
        for glyph in glyphs {
            let scalar = letters[glyph.cluster]
            let isTurned: Bool
            if CleanText.isRightToLeft(scalar) {
                isTurned = true
            } else if scalar == 0x20 || CleanText.isMark(scalar) {
                isTurned = runs.last?.isTurned ?? isRightToLeft
            } else {
                isTurned = false
            }
            if runs.last?.isTurned == isTurned {
                runs[runs.count - 1].glyphs.append(glyph)
            } else {
                runs.append((isTurned, [glyph]))
            }
        }
        if isRightToLeft { runs.reverse() }
        var result: [ShapedGlyph] = []
        for run in runs { result += run.isTurned ? run.glyphs.reversed() : run.glyphs }
        return result
    }
}
