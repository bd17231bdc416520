/// Words on their way to lines: measured once, wrapped at any size.
struct TextLines {
    /// Letters of one line, without the blanks at its ends.
    struct Line {
        var scalars: [UInt32]
        var faces: [Int]
    }

    /// The size that words are measured in, in 64ths of a pixel.
    static let measuringSize = 64 * 64

    let isRightToLeft: Bool
    private var scalars: [UInt32]
    private var faces: [Int]
    private let ellipsis: (scalars: [UInt32], faces: [Int])
    /// How far the pen is before each letter, and after the last, in 64ths of a pixel.
    private var pens: [Int] = []
    private var ellipsisWidth = 0

    init(_ scalars: [UInt32], faces: [Int], ellipsis: (scalars: [UInt32], faces: [Int])) {
        self.scalars = scalars
        self.faces = faces
        self.ellipsis = ellipsis
        isRightToLeft = CleanText.isRightToLeft(scalars)
    }

    /// Finds out how wide the letters are.
    mutating func measure(_ shape: (ArraySlice<UInt32>, ArraySlice<Int>, Bool) -> [ShapedGlyph]) {
        var widths = [Int](repeating: 0, count: scalars.count)
        for glyph in shape(scalars[...], faces[...], isRightToLeft) where glyph.cluster < widths.count {
            widths[glyph.cluster] += glyph.advance
        }
        pens = [0]
        for width in widths { pens.append(pens[pens.count - 1] + max(0, width)) }
        ellipsisWidth = 0
        for glyph in shape(ellipsis.scalars[...], ellipsis.faces[...], false) { ellipsisWidth += glyph.advance }
    }

    /// The lines, none wider than `widest` in 64ths of a pixel of the measuring
    /// size; nil when they do not fit and nothing may be cut.
    func wrapped(widest: Int, most: Int, isForced: Bool) -> [Line]? {
        var lines: [Line] = []
        var start = 0
        while start < scalars.count {
            let isLast = lines.count + 1 == most
            let end = lineEnd(from: start, widest: widest)
            if end == nil || (isLast && end != scalars.count) {
                guard isForced else { return nil }
                if isLast {
                    lines.append(cut(start..<scalars.count, widest: widest, keepsEnd: end == nil && !hasBreak(after: start)))
                    return lines
                }
            }
            if let end {
                lines.append(line(start..<end))
                start = end
            } else {
                // A word that is wider than a line.
                let end = nextBreak(after: start)
                lines.append(cut(start..<end, widest: widest, keepsEnd: true))
                start = end
            }
            while start < scalars.count && LineBreaking.isBlank(scalars[start]) { start += 1 }
        }
        return lines
    }

    /// The last place where the line may end; nil when not even a word fits.
    private func lineEnd(from start: Int, widest: Int) -> Int? {
        var best: Int?
        var end = start
        while end < scalars.count {
            end = nextBreak(after: end)
            guard width(start..<trimmed(start..<end)) <= widest else { return best }
            best = end
        }
        return best
    }

    private func nextBreak(after index: Int) -> Int {
        var next = index + 1
        while next < scalars.count && !LineBreaking.mayBreak(before: next, in: scalars) { next += 1 }
        return min(next, scalars.count)
    }

    private func hasBreak(after start: Int) -> Bool { nextBreak(after: start) < scalars.count }

    private func width(_ range: Range<Int>) -> Int { pens[range.upperBound] - pens[range.lowerBound] }

    private func trimmed(_ range: Range<Int>) -> Int {
        var end = range.upperBound
        while end > range.lowerBound && LineBreaking.isBlank(scalars[end - 1]) { end -= 1 }
        return end
    }

    private func line(_ range: Range<Int>) -> Line {
        let end = trimmed(range)
        return Line(scalars: Array(scalars[range.lowerBound..<end]), faces: Array(faces[range.lowerBound..<end]))
    }

    /// A line that is cut: at its end, or in its middle so that both ends of a
    /// word stay.
    private func cut(_ range: Range<Int>, widest: Int, keepsEnd: Bool) -> Line {
        let room = max(0, widest - ellipsisWidth)
        var head = range.lowerBound
        while head < range.upperBound, width(range.lowerBound..<(head + 1)) <= (keepsEnd ? room / 2 : room) { head += 1 }
        var tail = range.upperBound
        if keepsEnd {
            let left = room - width(range.lowerBound..<head)
            while tail > head, width((tail - 1)..<range.upperBound) <= left { tail -= 1 }
        }
        // No mark without its letter.
        while head > range.lowerBound, head < scalars.count, CleanText.isMark(scalars[head]) { head -= 1 }
        while tail < range.upperBound, CleanText.isMark(scalars[tail]) { tail += 1 }
        let front = line(range.lowerBound..<head)
        let back = line(tail..<range.upperBound)
        return Line(
            scalars: front.scalars + ellipsis.scalars + back.scalars, faces: front.faces + ellipsis.faces + back.faces)
    }
}
