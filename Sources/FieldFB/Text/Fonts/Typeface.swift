/// Fonts to set words in: the one asked for, and others for letters it lacks.
///
/// Words are shaped and ordered by the rules of their scripts, letters drawn
/// without hinting and with grey edges. Whatever comes in is set somehow:
/// bytes that are no text, letters no font has, words longer than the screen.
public struct Typeface: ~Copyable {
    private let library: FontLibrary
    #if Shaping
        private let shaping: ShapingLibrary?
    #endif
    private(set) var faces: [FontFace]
    private var candidates: [Candidate]
    private var opensLeft = Typeface.mostOpens
    /// Whether more fonts are to be looked at for the words that were set last:
    /// set once more, they may have letters for which boxes stand now.
    public private(set) var isLooking = false
    /// Whether it was told that a letter of the words that are set has no font.
    private var hasToldMissing = false
    /// Letters that no font has.
    private var missing: [UInt32] = []
    private var cache = GlyphCache()
    /// What went wrong so far, a line each, and each once.
    public private(set) var warnings: [String]

    /// A larger font file is not read, in MiB.
    static let largestFont = 32
    /// How many faces there may be, and how many font files are opened for words
    /// at a time to look for letters.
    private static let mostFaces = 8
    private static let mostOpens = 8

    /// A font file that may have letters.
    private struct Candidate {
        let path: String
        /// Whether it is among the faces.
        var isUsed = false
        /// The blocks of 256 letters of which it has some; nil before it was opened.
        var blocks: [UInt16]?

        func mayHave(_ scalar: UInt32) -> Bool {
            !isUsed && blocks?.contains(UInt16(truncatingIfNeeded: scalar >> 8)) != false
        }
    }

    /// Opens the libraries and a first font.
    ///
    /// - Parameters:
    ///   - path: of a font file; nil, empty, or a file that is none: the first
    ///     of those in the usual folders.
    ///   - folders: where fonts are looked for; nil: in the usual ones.
    public init(path: String?, folders: [String]? = nil) throws(TextError) {
        let library = try FontLibrary()
        var candidates: [Candidate] = []
        for path in FontSearch(folders: folders ?? FontSearch.usualFolders).paths {
            candidates.append(Candidate(path: path))
        }
        var first: FontFace?
        var warnings: [String] = []
        if let path, !path.utf8.isEmpty {
            do throws(FileRefusal) {
                first = try Typeface.open(path, library)
            } catch {
                warnings.append("font \(path): \(error.reason); another one is used")
            }
        }
        var next = 0
        while first == nil && next < candidates.count {
            first = try? Typeface.open(candidates[next].path, library)
            candidates[next].isUsed = true
            next += 1
        }
        guard let first else { throw .noFont }
        #if Shaping
            let opened = Typeface.openShaping()
            shaping = opened.library
            warnings += opened.warnings
        #endif
        self.library = library
        self.candidates = candidates
        self.warnings = warnings
        faces = [first]
    }

    #if Shaping
        private static func openShaping() -> (library: ShapingLibrary?, warnings: [String]) {
            do throws(TextError) {
                return (try ShapingLibrary(), [])
            } catch {
                return (nil, ["letters are not joined as their script wants: \(error.message)"])
            }
        }
    #endif

    private static func open(_ path: String, _ library: FontLibrary) throws(FileRefusal) -> FontFace {
        let bytes = try fileContents(path, limitMebibytes: largestFont)
        guard let face = library.face(bytes) else { throw FileRefusal(reason: "it is no font with outlines") }
        return face
    }

    mutating func warn(_ text: String) {
        for warning in warnings where warning.utf8.elementsEqual(text.utf8) { return }
        if warnings.count < 32 { warnings.append(text) }
    }

    // MARK: Faces of letters

    /// Words are to be set: some fonts may be looked at for their letters.
    mutating func beginLooking() {
        opensLeft = Typeface.mostOpens
        isLooking = false
        hasToldMissing = false
    }

    /// The number of the face that has a letter; the first one when none has,
    /// and when it is not looked any further for now.
    mutating func face(of scalar: UInt32) -> Int {
        for number in faces.indices where faces[number].glyph(scalar) != 0 { return number }
        if missing.contains(scalar) { return 0 }
        for place in candidates.indices where faces.count < Typeface.mostFaces && candidates[place].mayHave(scalar) {
            guard opensLeft > 0 else {
                isLooking = true
                return 0
            }
            opensLeft -= 1
            let face = try? Typeface.open(candidates[place].path, library)
            if candidates[place].blocks == nil { candidates[place].blocks = face?.blocks ?? [] }
            guard let face, face.glyph(scalar) != 0 else { continue }
            candidates[place].isUsed = true
            faces.append(face)
            return faces.count - 1
        }
        if missing.count < 1024 { missing.append(scalar) }
        if !hasToldMissing {
            hasToldMissing = true
            warn("no font has the letter U+\(hexadecimal(scalar)), and a box stands for it: put one that has it into /usr/share/fonts")
        }
        return 0
    }

    private func hexadecimal(_ scalar: UInt32) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        for shift in [20, 16, 12, 8, 4, 0] as [UInt32] where shift < 16 || scalar >> shift != 0 {
            text.append(digits[Int(scalar >> shift & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The numbers of the faces of letters: marks stay with the letter before them.
    mutating func faces(of scalars: [UInt32]) -> [Int] {
        var numbers: [Int] = []
        numbers.reserveCapacity(scalars.count)
        for scalar in scalars {
            if let last = numbers.last, CleanText.isMark(scalar) || scalar == 0x20 {
                numbers.append(last)
            } else {
                numbers.append(face(of: scalar))
            }
        }
        return numbers
    }

    /// Sets all faces to a size in 64ths of a pixel.
    func setSize(_ size: Int) {
        for face in faces { face.setSize(size) }
    }

    /// The glyphs of a line from left to right.
    func shape(_ scalars: ArraySlice<UInt32>, _ numbers: ArraySlice<Int>, isRightToLeft: Bool) -> [ShapedGlyph] {
        #if Shaping
            if let shaping,
                let glyphs = shaping.shape(scalars, faces: numbers, in: faces, isRightToLeft: isRightToLeft)
            {
                return glyphs
            }
        #endif
        return PlainShaping.shape(scalars, faces: numbers, in: faces, isRightToLeft: isRightToLeft)
    }

    /// The picture of a glyph with the pen at a place in 64ths of a pixel.
    mutating func picture(_ glyph: ShapedGlyph, penX: Int) -> (picture: GlyphPicture, x: Int)? {
        let quarters = penX >> 4
        guard let picture = cache.picture(
            glyph.glyph, of: faces[glyph.face], number: glyph.face, quarters: quarters & 3)
        else { return nil }
        return (picture, quarters >> 2)
    }
}
