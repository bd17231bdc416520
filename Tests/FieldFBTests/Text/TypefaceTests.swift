import FieldCore
import Foundation
import Testing

@testable import FieldFB

/// DejaVu Sans, as Debian has it.
private let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

private func style(
    _ size: Double = 20, smallest: Double? = nil, widest: Int = 1000, highest: Int = 1000, lines: Int = 5,
    alignment: TextStyle.Alignment = .left
) -> TextStyle {
    TextStyle(
        size: size, smallest: smallest ?? size, widest: widest, highest: highest, mostLines: lines, alignment: alignment)
}

private func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

/// How many lines of ink a block has, by rows without any.
private func lineCount(_ block: TextBlock) -> Int {
    var count = 0
    var wasInk = false
    for y in 0..<block.height {
        let isInk = block.coverage[(y * block.width)..<((y + 1) * block.width)].contains { $0 > 0 }
        if isInk && !wasInk { count += 1 }
        wasInk = isInk
    }
    return count
}

/// How unlike a part of a block is to another block, 0...1, at the best of a
/// few places: letters stand on quarters of a pixel.
private func difference(_ block: TextBlock, from column: Int, to part: TextBlock) -> Double {
    var best = 1.0
    for shift in -2...2 {
        var sum = 0
        var ink = 1
        for y in 0..<min(block.height, part.height) {
            for x in 0..<part.width {
                let place = column + shift + x
                let here = (0..<block.width).contains(place) ? Int(block.coverage[y * block.width + place]) : 0
                let there = Int(part.coverage[y * part.width + x])
                sum += abs(here - there)
                ink += max(here, there)
            }
        }
        best = min(best, Double(sum) / Double(ink))
    }
    return best
}

struct TypefaceTests {
    @Test("a line is as wide as the advances of its letters say")
    func width() throws {
        var typeface = try Typeface(path: dejaVu)
        let block = typeface.set(utf8("HHHHHHHHHH"), style: style(100))
        // DejaVu Sans: H advances by 1540 of 2048 units and has bearings of 201 on either side.
        let expected = (10 * 1540.0 - 2 * 201) / 2048 * 100
        #expect(abs(Double(block.width) - expected) <= 2)
    }

    @Test("pairs of letters stand as close as the font says")
    func kerning() throws {
        var typeface = try Typeface(path: dejaVu)
        let apart = typeface.set(utf8("A"), style: style(200)).width + typeface.set(utf8("V"), style: style(200)).width
        #expect(typeface.set(utf8("AV"), style: style(200)).width < apart - 5)
    }

    @Test("the same words give the same pixels, whatever was set in between")
    func deterministic() throws {
        var typeface = try Typeface(path: dejaVu)
        let first = typeface.set(utf8("Updating 42 %"), style: style(23.5))
        for size in 5..<90 { _ = typeface.set(utf8("The quick brown fox jumps over \(size) lazy dogs"), style: style(Double(size))) }
        #expect(typeface.set(utf8("Updating 42 %"), style: style(23.5)) == first)
    }

    @Test("letters have grey edges and full strokes")
    func grey() throws {
        var typeface = try Typeface(path: dejaVu)
        let block = typeface.set(utf8("O"), style: style(40))
        #expect(block.coverage.contains(255) && block.coverage.contains { $0 > 60 && $0 < 200 })
    }

    @Test("words wrap at blanks, and no line is wider than it may be")
    func wraps() throws {
        var typeface = try Typeface(path: dejaVu)
        let block = typeface.set(utf8("one two three four five six seven eight"), style: style(20, widest: 150))
        #expect(lineCount(block) == 3 && block.width <= 150)
    }

    @Test("words that are too long for their lines shrink before anything is cut")
    func shrinks() throws {
        var typeface = try Typeface(path: dejaVu)
        let text = utf8("Configuring the network")
        let block = typeface.set(text, style: style(40, smallest: 10, widest: 300, lines: 1))
        #expect(block.size < 40 && block.size >= 10 && block.width <= 300 && lineCount(block) == 1)
        #expect(typeface.set(text, style: style(40, smallest: 10, widest: 2000, lines: 1)).size == 40)
    }

    @Test("a word that cannot fit is cut in its middle")
    func middleEllipsis() throws {
        var typeface = try Typeface(path: dejaVu)
        let long = typeface.set(utf8("firmware20261201controllerboard"), style: style(20, widest: 150, lines: 1))
        #expect(long.width <= 150 && lineCount(long) == 1)
        // Both ends of the word are there.
        let head = typeface.set(utf8("firm"), style: style(20))
        let tail = typeface.set(utf8("ard"), style: style(20))
        #expect(difference(long, from: 0, to: head) < 0.3)
        #expect(difference(long, from: long.width - tail.width, to: tail) < 0.3)
        #expect(difference(long, from: 0, to: tail) > 0.4)
    }

    @Test("more lines than there may be end in an ellipsis")
    func endEllipsis() throws {
        var typeface = try Typeface(path: dejaVu)
        let text = utf8(String(repeating: "words and more words ", count: 190))
        let block = typeface.set(text, style: style(20, widest: 300, lines: 2))
        #expect(lineCount(block) == 2 && block.width <= 300)
    }

    @Test("words are no higher than they may be")
    func height() throws {
        var typeface = try Typeface(path: dejaVu)
        let text = utf8("several words that need some lines to be shown in full")
        for highest in [30, 60, 100] {
            #expect(typeface.set(text, style: style(20, smallest: 9, widest: 120, highest: highest)).height <= highest)
        }
    }

    #if Shaping
        @Test("Arabic letters are joined: a word is narrower than its letters by themselves")
        func joined() throws {
            var typeface = try Typeface(path: dejaVu)
            let word = typeface.set(utf8("سلام"), style: style(60)).width
            let apart = ["س", "ل", "ا", "م"].map { typeface.set(utf8($0), style: style(60)).width }.reduce(0, +)
            #expect(Double(word) < Double(apart) * 0.9)
        }
    #endif

    @Test("Hebrew reads from right to left: its first letter is the rightmost")
    func rightToLeft() throws {
        var typeface = try Typeface(path: dejaVu)
        let line = typeface.set(utf8("שיא"), style: style(40))
        let first = typeface.set(utf8("ש"), style: style(40))
        let last = typeface.set(utf8("א"), style: style(40))
        #expect(difference(line, from: line.width - first.width, to: first) < 0.3)
        #expect(difference(line, from: 0, to: last) < 0.3)
        #expect(difference(line, from: 0, to: first) > 0.4)
    }

    @Test("numbers within Hebrew keep their order")
    func numbers() throws {
        var typeface = try Typeface(path: dejaVu)
        let line = typeface.set(utf8("שלב 12"), style: style(40))
        let number = typeface.set(utf8("12"), style: style(40))
        #expect(difference(line, from: 0, to: number) < 0.3)
    }

    @Test("an accent of its own stands over its letter, not beside it")
    func combining() throws {
        var typeface = try Typeface(path: dejaVu)
        let plain = typeface.set(utf8("e"), style: style(60))
        let accented = typeface.set(utf8("e\u{301}"), style: style(60))
        #expect(abs(accented.width - plain.width) <= 3)
        #expect(accented.coverage.reduce(0) { $0 + Int($1) } > plain.coverage.reduce(0) { $0 + Int($1) })
    }

    static let odd: [[UInt8]] = [
        [0xFF, 0xFE, 0x41], [0xC0, 0x80], [0xED, 0xA0, 0x80, 0x42], [0x41, 0, 0x42, 7, 0x1B, 0x5B], utf8("\u{202E}abc\u{2067}"),
        utf8("👩🏽‍🚀🇩🇪"), utf8("\u{301}\u{301}"), utf8("\u{FFFF}\u{10FFFF}"), utf8("\u{200B}\u{200B}"), utf8("\u{1F9FF}"),
        utf8("กำลัง ပြင်ဆင် हिन्दी ᠮᠣᠩᠭᠣᠯ"), [UInt8](repeating: 0x57, count: 4096), [UInt8](repeating: 0xE2, count: 4096),
        utf8(String(repeating: "\u{300}", count: 2000)), utf8(String(repeating: "漢字", count: 600)), utf8(" \t\n "),
    ]

    @Test("whatever comes in is set or left out, and never traps", arguments: odd)
    func oddText(_ text: [UInt8]) throws {
        var typeface = try Typeface(path: dejaVu)
        for size in [4.0, 17, 300] {
            let block = typeface.set(text, style: style(size, smallest: 4, widest: 200, highest: 400, lines: 3))
            #expect(block.coverage.count == block.width * block.height)
        }
    }

    @Test("no style traps", arguments: [0, -5, .nan, .infinity, 1e300] as [Double])
    func oddStyle(_ size: Double) throws {
        var typeface = try Typeface(path: dejaVu)
        for widest in [Int.min, 0, 1, Int.max] {
            let block = typeface.set(utf8("Some words"), style: style(size, smallest: size, widest: widest, highest: widest, lines: widest))
            #expect(block.coverage.count == block.width * block.height)
        }
    }

    @Test("bytes that are no text are told, once")
    func warned() throws {
        var typeface = try Typeface(path: dejaVu)
        _ = typeface.set([0x41, 0xFF], style: style())
        _ = typeface.set([0x42, 0xFF], style: style())
        #expect(typeface.warnings == ["the words are no valid UTF-8; what cannot be read is shown as a mark"])
    }

    @Test("a letter that no font has is a box, and told")
    func box() throws {
        var typeface = try Typeface(path: dejaVu, folders: [])
        #expect(!typeface.set(utf8("\u{13000}"), style: style(40)).isEmpty)
        let remedy = "and a box stands for it: put one that has it into /usr/share/fonts"
        #expect(typeface.warnings == ["no font has the letter U+13000, \(remedy)"])
        _ = typeface.set(utf8("\u{13000}日月"), style: style(40))
        #expect(typeface.warnings.dropFirst() == ["no font has the letter U+65E5, \(remedy)"])
    }

    @Test("a font file that is none gives a warning, and another font", arguments: [
        ("/nowhere/font.ttf", "No such file"), ("/etc/passwd", "it is no font with outlines"), ("/dev/null", "it is no ordinary file"),
        ("/usr/share/fonts", "it is no ordinary file"),
    ])
    func badFont(_ path: String, _ reason: String) throws {
        var typeface = try Typeface(path: path)
        #expect(typeface.warnings.count == 1 && typeface.warnings[0].contains(path) && typeface.warnings[0].contains(reason))
        #expect(!typeface.set(utf8("Still here"), style: style()).isEmpty)
    }

    @Test("a damaged font never traps")
    func damagedFont() throws {
        var random = SeededGenerator(seed: 31)
        let bytes = try fileContents(dejaVu, limitMebibytes: 4)
        let library = try FontLibrary()
        for _ in 0..<40 {
            var damaged = Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &random)))
            for _ in 0..<200 { damaged[Int.random(in: 0..<min(damaged.count, 4000), using: &random)] = UInt8.random(in: 0...255, using: &random) }
            guard let face = library.face(damaged) else { continue }
            face.setSize(20 * 64)
            for scalar in 0x20..<0x80 as Range<UInt32> { _ = face.picture(face.glyph(scalar), quarters: 1) }
        }
        #expect(Bool(true), "seed 31")
    }

    @Test("without any font there is a message that says what to do")
    func noFont() {
        do throws(TextError) {
            _ = try Typeface(path: nil, folders: ["/nowhere"])
            Issue.record("there was a font")
        } catch {
            #expect(error.message == "no words are shown: there is no font; install fonts-dejavu-core, or set Font to a font file")
        }
    }
}

struct LineBreakingTests {
    /// Where a line may end is marked with |.
    @Test("a line may end where the rules of the script let it", arguments: [
        "one |two |three", "semi-|final", "- |x", "漢|字|、|漢", "「漢|字」", "a漢|字b", "no\u{A0}break", "e\u{301}e", "x  |y", "12,5 |kg",
    ])
    func breaks(_ marked: String) {
        var scalars: [UInt32] = []
        var expected: Set<Int> = []
        for scalar in marked.unicodeScalars {
            if scalar == "|" { expected.insert(scalars.count) } else { scalars.append(scalar.value) }
        }
        // A comma of Chinese never begins a line.
        if marked.contains("字|、") { expected.remove(2) }
        if marked.hasPrefix("a漢") { expected.formUnion([1, 3]) }
        let found = Set((0...scalars.count).filter { LineBreaking.mayBreak(before: $0, in: scalars) })
        #expect(found == expected)
    }
}

struct TextGammaTests {
    /// The exact curve of sRGB.
    private static func linear(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055, 2.4)
    }

    private static func encoded(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * power(light, 1 / 2.4) - 0.055
    }

    private static func power(_ base: Double, _ exponent: Double) -> Double {
        guard base > 0 else { return 0 }
        // By bisection of logarithms, slow and independent.
        var logarithm = 0.0
        var value = base
        while value < 0.5 { value *= 2; logarithm -= 0.6931471805599453 }
        var term = value - 1
        var sum = 0.0
        for index in 1...200 {
            sum += (index & 1 == 1 ? term : -term) / Double(index)
            term *= value - 1
        }
        let x = (logarithm + sum) * exponent
        var result = 1.0
        var next = 1.0
        for index in 1...60 {
            next *= x / Double(index)
            result += next
        }
        return result
    }

    @Test("half covered pixels look as mixed light does, on dark and on light", arguments: [
        (Colour.white, Colour.black), (.black, .white), (Colour(red: 230, green: 230, blue: 230), Colour(red: 28, green: 28, blue: 30)),
    ])
    func mixedLight(_ letters: Colour, _ ground: Colour) {
        let levels = TextGamma.levels(of: letters, over: ground)
        let (front, back) = (Double(letters.green) / 255, Double(ground.green) / 255)
        for coverage in [32, 64, 128, 192] {
            let share = Double(coverage) / 255
            let light = Self.linear(back) + (Self.linear(front) - Self.linear(back)) * share
            let expected = (Self.encoded(light) - back) / (front - back)
            #expect(abs(Double(levels[coverage]) / 255 - expected) < 0.06)
        }
    }

    @Test("nothing is nothing and all is all, and more coverage is never less ink")
    func monotonous() {
        for (letters, ground) in [(Colour.white, Colour.black), (.black, .white), (.white, .white)] {
            let levels = TextGamma.levels(of: letters, over: ground)
            #expect(levels[0] == 0 && levels[255] == 255)
            for index in 1..<256 { #expect(levels[index] >= levels[index - 1]) }
        }
    }

    @Test("the letters' own alpha is part of the opacity")
    func alpha() {
        let levels = TextGamma.levels(of: Colour(red: 255, green: 255, blue: 255, alpha: 128), over: .black)
        #expect(levels[255] == 128)
    }

    @Test("a letter is found in the last of many fonts, a few files looked at for each setting, and letters that none has do not hinder it")
    func manyFonts() throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appendingPathComponent("fieldfb-fonts-\(UUID().uuidString)")
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: folder) }
        func file(_ name: String) -> String { folder.appendingPathComponent(name).path }
        for number in 0..<40 {
            try files.copyItem(
                atPath: "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf", toPath: file("a\(number).ttf"))
        }
        try files.copyItem(atPath: dejaVu, toPath: file("z.ttf"))
        var typeface = try Typeface(path: file("a0.ttf"), folders: [folder.path])
        func rounds(_ text: String) -> Int {
            var rounds = 1
            _ = typeface.set(utf8(text), style: style())
            while typeface.isLooking && rounds < 100 {
                _ = typeface.set(utf8(text), style: style())
                rounds += 1
            }
            return rounds
        }
        // A letter of no font: all of them are opened, eight at a time.
        #expect((5...6).contains(rounds("\u{1F9EA}")))
        // What they have is known from then on.
        #expect(rounds("\u{10D0}") == 1)
        #expect(typeface.faces.count == 2)
    }
}
