import FieldCore
import FieldFB

/// Everything that can be set, with its defaults.
struct Settings: Sendable {
    /// What is shown and how it looks.
    var scene = Scene()
    /// Whether the colours are those of dark or of light, where nothing else is set.
    var appearance = Appearance.dark
    /// Paths of a picture behind the field and of one over it; empty for none.
    var poster = ""
    var logo = ""
    /// Path of a font file; empty for one that is found.
    var font = ""
    /// Lines of text, without control characters but tabs; empty for none.
    var message = ""
    var detail = ""
    var progress = Progress.none
    var progressLabel = ProgressLabel.none
    /// Whether the panel is there without being asked for.
    var hasPanel = false
    var panelTimes = PanelTiming.Times()

    /// Where both clocks of the field begin, in seconds.
    var startTime = 0.0
    /// How long easing into and out of the still frame takes, in seconds; 0 cuts.
    var easeTime = FieldMotion.defaultEaseTime
    var reduceMotion = ReduceMotionChoice.auto
    /// The file that says whether motion is to be reduced, when that is `auto`.
    var reduceMotionFile = "/etc/fieldfb/reduce-motion"

    var output = OutputChoice.auto
    /// Which displays are used, and how.
    var display = DisplayPreferences()
    /// Pixels in a point.
    var scale = PerConnector(ScaleChoice.auto)
    /// What happens to a dark backlight once a picture is shown.
    var backlight = BacklightChoice.leave
    /// The most frames in a second.
    var frameRate = 30.0
    /// The most of one processor that drawing takes, in percent; 0 is no limit.
    var processorShare = 50.0
    /// The size of a headless output, in pixels.
    var headlessSize = PictureSize(width: 1280, height: 720)

    /// The path of the control socket.
    var socket = "/run/fieldfb/control"
    /// How many clients may be connected at a time.
    var maxClients = 16
    /// Who may command over it.
    var access = ControlAccess.group

    /// Whether the log tells every request and who made it.
    var debug = DebugChoice.no
}

/// Whether motion is reduced: as a file says, or as it is set here.
enum ReduceMotionChoice: CaseIterable, Sendable {
    case auto, yes, no

    var word: String {
        switch self {
        case .auto: "auto"
        case .yes: YesNo.yes
        case .no: YesNo.no
        }
    }
}

/// Whether the log tells what only somebody who looks for a fault wants to know.
enum DebugChoice: String, CaseIterable, Sendable {
    case yes, no
}

/// What happens to a dark backlight once a picture is shown.
enum BacklightChoice: String, CaseIterable, Sendable {
    case leave, on
}

/// How many pixels a point has.
enum ScaleChoice: Sendable {
    case auto
    case fixed(Double)

    static let range = 0.25...8.0
    static let allowed = "auto or a number from 0.25 to 8"

    /// The scale to draw with.
    var factor: Double {
        switch self {
        case .auto: 1
        case .fixed(let factor): factor
        }
    }

    var text: String {
        switch self {
        case .auto: "auto"
        case .fixed(let factor): DecimalNumber.text(factor)
        }
    }

    /// `auto` or a number in `range`; nil for any other text.
    init?(parsing text: String) {
        if text.matchesIgnoringCase("auto") {
            self = .auto
        } else if let factor = DecimalNumber.parse(text), ScaleChoice.range.contains(factor) {
            self = .fixed(factor)
        } else {
            return nil
        }
    }
}

/// A size in whole pixels, written `WIDTHxHEIGHT`.
struct PictureSize: Equatable, Sendable {
    var width: Int
    var height: Int

    /// The most pixels of a headless picture, as of a rendered one: 256 MiB.
    static let headlessPixelLimit = 1 << 26

    var text: String { "\(width)x\(height)" }

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Nil when the text has another form or a side is not in
    /// 1...`Surface.maximumSide`.
    init?(parsing text: String) {
        let parts = Array(text.utf8).split(separator: UInt8(ascii: "x"), omittingEmptySubsequences: false)
        let sides = 1...Surface.maximumSide
        guard parts.count == 2,
            let width = DecimalNumber.parseWhole(String(bytes: parts[0])), sides.contains(width),
            let height = DecimalNumber.parseWhole(String(bytes: parts[1])), sides.contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }
}
