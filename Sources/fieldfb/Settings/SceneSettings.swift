import FieldCore

/// What stands beside the progress.
enum ProgressLabel: Sendable {
    case none
    case percent
    /// Own words, in which `{}` is the percent.
    case text(String)

    static let limit = 256
    static let allowed = "none, percent, or words of at most \(limit) bytes in which {} is the percent"

    init?(parsing text: String) {
        if text.matchesIgnoringCase("none") || text.utf8.isEmpty {
            self = .none
        } else if text.matchesIgnoringCase("percent") {
            self = .percent
        } else if text.utf8.count <= ProgressLabel.limit, !text.utf8.contains(where: { $0.isControl }) {
            self = .text(text)
        } else {
            return nil
        }
    }

    /// Whether there is one.
    var isShown: Bool {
        if case .none = self { return false }
        return true
    }

    var word: String {
        switch self {
        case .none: "none"
        case .percent: "percent"
        case .text(let text): text
        }
    }

    /// The words for what is known; the percent is that of what is done, whole
    /// numbers, and 100 only when all is.
    func text(for progress: Progress) -> [UInt8] {
        let template: [UInt8]
        switch self {
        case .none: return []
        case .percent: template = Array("{} %".utf8)
        case .text(let text): template = Array(text.utf8)
        }
        guard progress != .none else { return [] }
        var result: [UInt8] = []
        var index = 0
        while index < template.count {
            let isMark = template[index] == UInt8(ascii: "{") && index + 1 < template.count
                && template[index + 1] == UInt8(ascii: "}")
            guard isMark else {
                result.append(template[index])
                index += 1
                continue
            }
            // Words about a number that nobody knows say nothing.
            guard let percent = progress.percent else { return [] }
            result += Array("\(Int(percent.rounded(.down)))".utf8)
            index += 2
        }
        return result
    }
}

/// Dark or light: what the colours are unless they are set.
enum Appearance: String, CaseIterable, Sendable {
    case dark, light

    /// Gives those colours that are still the other appearance's own to this one.
    func apply(to scene: inout Scene) {
        let (from, to) = self == .dark ? (Appearance.lightScene, Scene()) : (Scene(), Appearance.lightScene)
        func change(_ colour: inout Colour, _ former: Colour, _ new: Colour) {
            if colour == former { colour = new }
        }
        change(&scene.field.ink, from.field.ink, to.field.ink)
        change(&scene.field.background, from.field.background, to.field.background)
        change(&scene.text.colour, from.text.colour, to.text.colour)
        change(&scene.scrim.colour, from.scrim.colour, to.scrim.colour)
        change(&scene.panel.colour, from.panel.colour, to.panel.colour)
    }

    private static var lightScene: Scene {
        var scene = Scene()
        scene.field.ink = Colour(red: 28, green: 28, blue: 30)
        scene.field.background = .white
        scene.text.colour = .black
        scene.scrim.colour = .white
        scene.panel.colour = Colour(red: 242, green: 242, blue: 247, alpha: 230)
        return scene
    }
}

extension Progress {
    static let allowed = "none, unknown, or a number from 0 to 100"

    /// `none`, `unknown` or a percentage; nil for any other text.
    init?(parsing text: String) {
        if text.hasSameBytes(as: "none") {
            self = .none
        } else if text.hasSameBytes(as: "unknown") {
            self = .unknown
        } else if let percent = DecimalNumber.parse(text), (0.0...100.0).contains(percent) {
            // Minus zero is in the range; it is stored as zero.
            self = .done(percent == 0 ? 0 : percent / 100)
        } else {
            return nil
        }
    }

    /// The percentage; nil when there is none.
    var percent: Double? {
        guard case .done(let share) = self else { return nil }
        // A share of a percentage with few digits has few digits again.
        return (share * 1e14).rounded() / 1e12
    }

    var word: String {
        switch self {
        case .none: "none"
        case .unknown: "unknown"
        case .done: DecimalNumber.text(percent ?? 0)
        }
    }
}

extension FieldClip.Region {
    static let allowed = "whole, or X Y WIDTH HEIGHT in percent of the screen, within it"

    init?(parsing text: String) {
        if text.matchesIgnoringCase("whole") {
            self = .whole
            return
        }
        var numbers: [Double] = []
        for word in Array(text.utf8).split(whereSeparator: { $0.isBlank }) {
            guard numbers.count < 4, let number = DecimalNumber.parse(String(bytes: word)),
                (0.0...100.0).contains(number)
            else { return nil }
            numbers.append(number == 0 ? 0 : number)
        }
        guard numbers.count == 4, numbers[2] > 0, numbers[3] > 0, numbers[0] + numbers[2] <= 100,
            numbers[1] + numbers[3] <= 100
        else { return nil }
        self.init(x: numbers[0] / 100, y: numbers[1] / 100, width: numbers[2] / 100, height: numbers[3] / 100)
    }

    var text: String {
        if self == .whole { return "whole" }
        var text = ""
        for part in [x, y, width, height] {
            if !text.utf8.isEmpty { text += " " }
            text += DecimalNumber.text((part * 1e14).rounded() / 1e12)
        }
        return text
    }
}

extension Settings {
    /// How the field looks.
    var field: FieldParameters {
        get { scene.field }
        set { scene.field = newValue }
    }

    /// The requests that turn the words and the progress of `former` into
    /// these. They hold what a whole line may: as `set` it would be longer.
    func wordRequests(from former: Settings) -> [String] {
        var requests: [String] = []
        if progress != former.progress { requests.append("progress \(progress.word)") }
        if !message.hasSameBytes(as: former.message) { requests.append("message \(message)") }
        if !detail.hasSameBytes(as: former.detail) { requests.append("detail \(detail)") }
        return requests
    }

    /// The same with the words and the progress of another one.
    func withWords(of other: Settings) -> Settings {
        var settings = self
        (settings.message, settings.detail, settings.progress) = (other.message, other.detail, other.progress)
        return settings
    }

    /// The words of the scene, as UTF-8.
    var words: SceneWords {
        var words = SceneWords()
        words.message = Array(message.utf8)
        words.detail = Array(detail.utf8)
        words.label = progressLabel.text(for: progress)
        return words
    }
}

extension Settings {
    /// Says when words would be hard to read, why, and what would do; nil when
    /// all is well.
    var contrastWarning: String? {
        let hasPoster = !poster.utf8.isEmpty
        let ink = Contrast.composited(field.ink, over: field.background)
        if !hasPoster && Contrast.ratio(ink, field.background) < Settings.leastInkContrast {
            return "Ink \(field.ink.hexadecimal) cannot be seen on Background \(field.background.hexadecimal); "
                + "Appearance = light or dark has colours that go together"
        }
        let poor =
            scene.poorContrast(hasPoster: hasPoster, hasPanel: false)
            ?? (hasPanel || scene.panel.colour != PanelParameters().colour
                ? scene.poorContrast(hasPoster: hasPoster, hasPanel: true) : nil)
        return poor.map(warning)
    }

    /// Below this contrast nobody sees a field.
    private static let leastInkContrast = 1.1

    /// Says why words are hard to read, and what would do.
    func warning(_ poor: PoorContrast) -> String {
        let ground =
            switch poor.ground {
            case .background: "Background \(field.background.hexadecimal)"
            case .panel: "PanelColour \(scene.panel.colour.hexadecimal)"
            case .poster: "Poster \(poster)"
            }
        let ratio = DecimalNumber.text((poor.ratio * 10).rounded(.down) / 10)
        let remedy = poor.better.map { "\($0.hexadecimal) would do" } ?? "another TextPlace or a stronger Scrim would do"
        return "TextColour \(scene.text.colour.hexadecimal) on \(ground) has a contrast of \(ratio) to 1 and is hard to read; "
            + "4.5 and more is easy: \(remedy)"
    }
}
