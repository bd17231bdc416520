#if Shaping
import CText

// raqm: which glyphs stand for words, and in which order.

/// The library of shaping.
struct ShapingLibrary {
    private let table: ctext_raqm

    init() throws(TextError) {
        var table = ctext_raqm()
        if let missing = unsafe ctext_open_raqm(&table) {
            throw .missingLibrary(unsafe String(cString: missing), package: "libraqm0")
        }
        self.table = table
    }

    /// The glyphs of a line from left to right; nil when the library refuses it.
    ///
    /// - Parameters:
    ///   - choice: the number of each scalar's face.
    ///   - faces: in the size to be set.
    func shape(
        _ scalars: ArraySlice<UInt32>, faces choice: ArraySlice<Int>, in faces: [FontFace],
        isRightToLeft: Bool
    ) -> [ShapedGlyph]? {
        guard !scalars.isEmpty, let query = table.raqm_create() else { return nil }
        defer { unsafe table.raqm_destroy(query) }
        let text = Array(scalars)
        guard unsafe table.raqm_set_text(query, text, text.count),
            unsafe table.raqm_set_par_direction(query, isRightToLeft ? RAQM_DIRECTION_RTL : RAQM_DIRECTION_LTR)
        else { return nil }
        var start = choice.startIndex
        while start < choice.endIndex {
            var end = start
            while end < choice.endIndex && choice[end] == choice[start] { end += 1 }
            let handle = unsafe faces[choice[start]].handle
            guard unsafe table.raqm_set_freetype_face_range(query, handle, start - choice.startIndex, end - start)
            else { return nil }
            start = end
        }
        guard unsafe table.raqm_set_freetype_load_flags(query, ctext_load_outline), unsafe table.raqm_layout(query)
        else { return nil }
        var count = 0
        guard let glyphs = unsafe table.raqm_get_glyphs(query, &count) else { return nil }
        var result: [ShapedGlyph] = []
        for index in 0..<count {
            let glyph = unsafe glyphs[index]
            let cluster = Int(unsafe glyph.cluster)
            guard cluster < choice.count else { return nil }
            result.append(
                ShapedGlyph(
                    face: choice[choice.startIndex + cluster], glyph: unsafe glyph.index,
                    advance: Int(unsafe glyph.x_advance), offsetX: Int(unsafe glyph.x_offset),
                    offsetY: Int(unsafe glyph.y_offset), cluster: cluster))
        }
        return result
    }
}
#endif
