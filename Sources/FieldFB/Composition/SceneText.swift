import FieldCore

/// The words of a scene as they are set: what has not changed is not set again.
struct SceneText {
    /// One of the texts.
    enum Part: Int, CaseIterable {
        case message, detail, label
    }

    private var entries = [Entry](repeating: Entry(), count: Part.allCases.count)

    private struct Entry {
        var text: [UInt8] = []
        var style: TextStyle?
        var block: TextBlock?
        var colour: UInt32 = 0
        var levels: [UInt8] = []
        var version = 0
    }

    /// Takes over other words; whether anything changed.
    mutating func replace(_ words: SceneWords) -> Bool {
        var isOther = false
        for (part, text) in zip(Part.allCases, [words.message, words.detail, words.label])
        where entries[part.rawValue].text != text {
            entries[part.rawValue] = Entry()
            entries[part.rawValue].text = text
            isOther = true
        }
        return isOther
    }

    /// Whether there is such a text.
    func has(_ part: Part) -> Bool { !entries[part.rawValue].text.isEmpty }

    /// The size of the letters of a text that was set, in pixels; nil when there is none.
    func size(_ part: Part) -> Double? { entries[part.rawValue].block?.size }

    /// Whether some words are to be set again.
    var isUnfinished: Bool { entries.contains { !$0.text.isEmpty && $0.block != nil && $0.style == nil } }

    /// The text as a block in a style; nil when there is nothing to show.
    mutating func block(_ part: Part, _ style: TextStyle, _ typeface: inout Typeface?) -> TextBlock? {
        let entry = entries[part.rawValue]
        guard !entry.text.isEmpty else { return nil }
        if entry.style == style { return entry.block }
        guard let set = typeface?.set(entry.text, style: style) else { return nil }
        let block = set.isEmpty ? nil : set
        // Words whose fonts are still looked for are set again with the next frame.
        entries[part.rawValue].style = typeface?.isLooking == true ? nil : style
        entries[part.rawValue].block = block
        entries[part.rawValue].version = 0
        return block
    }

    /// The sprite of a block that was set, in a colour over a ground; nil when
    /// there is none.
    ///
    /// - Parameter version: gives the number of a sprite with a new look.
    mutating func sprite(
        _ part: Part, _ rect: PixelRect, colour: Colour, ground: Colour, version: () -> Int
    ) -> Sprite? {
        let place = part.rawValue
        guard let block = entries[place].block else { return nil }
        let levels = TextGamma.levels(of: colour, over: ground)
        if entries[place].version == 0 || entries[place].colour != colour.packed || entries[place].levels != levels {
            entries[place].version = version()
            entries[place].colour = colour.packed
            entries[place].levels = levels
        }
        return Sprite(
            rect, .ink(colour.packed), coverage: block.coverage, levels: levels, version: entries[place].version)
    }
}
