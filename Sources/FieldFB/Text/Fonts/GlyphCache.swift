/// Pictures of glyphs drawn so far, so that words that change a little cost little.
struct GlyphCache {
    private struct Entry {
        var key: UInt64
        var picture: GlyphPicture?
    }

    private var entries = [Entry?](repeating: nil, count: GlyphCache.places)
    private var count = 0
    private var bytes = 0

    private static let places = 1024
    /// More coverage is not kept, in bytes; nor more glyphs than half the places.
    private static let mostBytes = 1 << 20

    /// The picture of a glyph, drawn now if it is not there yet; nil when it
    /// shows nothing.
    mutating func picture(_ glyph: UInt32, of face: FontFace, number: Int, quarters: Int) -> GlyphPicture? {
        let key =
            UInt64(glyph) | UInt64(truncatingIfNeeded: number & 15) << 32 | UInt64(truncatingIfNeeded: quarters) << 36
            | UInt64(truncatingIfNeeded: face.size) << 40
        var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 54)
        while let entry = entries[place] {
            if entry.key == key { return entry.picture }
            place = (place + 1) & (GlyphCache.places - 1)
        }
        let picture = face.picture(glyph, quarters: quarters)
        bytes += picture?.coverage.count ?? 0
        count += 1
        if count > GlyphCache.places / 2 || bytes > GlyphCache.mostBytes {
            for index in entries.indices { entries[index] = nil }
            count = 0
            bytes = 0
        } else {
            entries[place] = Entry(key: key, picture: picture)
        }
        return picture
    }
}
