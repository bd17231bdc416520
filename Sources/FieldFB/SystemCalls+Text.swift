import CText

// FreeType and raqm: opened when the first words are to be set, and called
// through the tables of their functions.

/// The library of letters' shapes, with an instance of it. It stays as long as
/// one of its faces does.
@safe
final class FontLibrary {
    fileprivate let table: ctext_freetype
    private let handle: FT_Library

    init() throws(TextError) {
        var table = ctext_freetype()
        if let missing = unsafe ctext_open_freetype(&table) {
            throw .missingLibrary(unsafe String(cString: missing), package: "libfreetype6")
        }
        var handle: FT_Library?
        let code = unsafe table.FT_Init_FreeType(&handle)
        guard code == 0, let handle = unsafe handle else { throw .refused(call: "FT_Init_FreeType", code: Int(code)) }
        self.table = table
        unsafe self.handle = handle
    }

    deinit { _ = unsafe table.FT_Done_FreeType(handle) }

    /// A face of a font in memory; nil when it is none, or has no outlines.
    func face(_ bytes: [UInt8]) -> FontFace? {
        guard !bytes.isEmpty else { return nil }
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
        unsafe memory.copyBytes(from: bytes)
        var face: FT_Face?
        let code = unsafe table.FT_New_Memory_Face(
            handle, memory.baseAddress?.assumingMemoryBound(to: FT_Byte.self), FT_Long(bytes.count), 0, &face)
        guard code == 0, let opened = unsafe face else {
            unsafe memory.deallocate()
            return nil
        }
        guard unsafe ctext_is_scalable(opened) != 0 else {
            _ = unsafe table.FT_Done_Face(opened)
            unsafe memory.deallocate()
            return nil
        }
        return unsafe FontFace(library: self, handle: opened, memory: memory)
    }
}

/// A face of a font, with the bytes it is read from.
@safe
final class FontFace {
    private let library: FontLibrary
    private var table: ctext_freetype { library.table }
    @unsafe let handle: FT_Face
    private let memory: UnsafeMutableRawBufferPointer
    /// The size it is set to, in 64ths of a pixel.
    private(set) var size = 0
    let hasKerning: Bool

    fileprivate init(library: FontLibrary, handle: FT_Face, memory: UnsafeMutableRawBufferPointer) {
        self.library = library
        unsafe self.handle = handle
        unsafe self.memory = memory
        hasKerning = unsafe ctext_has_kerning(handle) != 0
    }

    deinit {
        _ = unsafe table.FT_Done_Face(handle)
        unsafe memory.deallocate()
    }

    /// The number of a letter's glyph; 0 when there is none.
    func glyph(_ scalar: UInt32) -> UInt32 {
        UInt32(truncatingIfNeeded: unsafe table.FT_Get_Char_Index(handle, FT_ULong(scalar)))
    }

    /// The blocks of 256 letters of which it has some, in order.
    var blocks: [UInt16] {
        var blocks: [UInt16] = []
        var code: FT_ULong = 0
        while true {
            var glyph: FT_UInt = 0
            let next = unsafe table.FT_Get_Next_Char(handle, code, &glyph)
            // In a damaged font they may be in any order.
            guard next > code, next <= 0x10FFFF else { return blocks }
            blocks.append(UInt16(truncatingIfNeeded: next >> 8))
            code = next | 0xFF
        }
    }

    func setSize(_ size: Int) {
        guard size != self.size else { return }
        self.size = size
        _ = unsafe table.FT_Set_Char_Size(handle, 0, FT_F26Dot6(size), 72, 72)
    }

    /// Pixels above and below the line, in the present size, and between lines.
    var metrics: (ascent: Int, descent: Int, height: Int) {
        guard let size = unsafe handle.pointee.size else { return (0, 0, 0) }
        let metrics = unsafe size.pointee.metrics
        func pixels(_ value: FT_Pos) -> Int { (Int(value) + 63) >> 6 }
        let ascent = pixels(metrics.ascender)
        let descent = pixels(-metrics.descender)
        return (ascent, descent, max(pixels(metrics.height), ascent + descent))
    }

    /// How far a glyph moves the pen, in 64ths of a pixel.
    func advance(_ glyph: UInt32) -> Int {
        guard unsafe table.FT_Load_Glyph(handle, glyph, ctext_load_outline) == 0, let slot = unsafe handle.pointee.glyph
        else { return 0 }
        return unsafe Int(slot.pointee.linearHoriAdvance) >> 10
    }

    /// How much closer two glyphs stand, in 64ths of a pixel.
    func kerning(_ left: UInt32, _ right: UInt32) -> Int {
        guard hasKerning else { return 0 }
        var delta = FT_Vector()
        let unfitted = FT_UInt(1)
        guard unsafe table.FT_Get_Kerning(handle, left, right, unfitted, &delta) == 0 else { return 0 }
        return Int(delta.x)
    }

    /// A glyph as coverage of pixels, moved right by quarters of a pixel; nil
    /// when it shows nothing or is no outline.
    func picture(_ glyph: UInt32, quarters: Int) -> GlyphPicture? {
        guard unsafe table.FT_Load_Glyph(handle, glyph, ctext_load_outline) == 0,
            let slot = unsafe handle.pointee.glyph, unsafe ctext_is_outline(slot) != 0
        else { return nil }
        if quarters > 0 { unsafe table.FT_Outline_Translate(&slot.pointee.outline, FT_Pos(quarters * 16), 0) }
        guard unsafe table.FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return nil }
        let bitmap = unsafe slot.pointee.bitmap
        let width = Int(unsafe bitmap.width)
        let height = Int(unsafe bitmap.rows)
        let pitch = Int(unsafe bitmap.pitch)
        guard width > 0, height > 0, let buffer = unsafe bitmap.buffer, pitch >= width else { return nil }
        var coverage: [UInt8] = []
        coverage.reserveCapacity(width * height)
        for row in 0..<height {
            for column in 0..<width { unsafe coverage.append(buffer[row * pitch + column]) }
        }
        return GlyphPicture(
            left: Int(unsafe slot.pointee.bitmap_left), top: Int(unsafe slot.pointee.bitmap_top), width: width,
            height: height, coverage: coverage)
    }
}

/// How much of each pixel a glyph covers, and where these lie from the pen.
struct GlyphPicture {
    let left: Int
    /// From the line up to the first row.
    let top: Int
    let width: Int
    let height: Int
    let coverage: [UInt8]
}
