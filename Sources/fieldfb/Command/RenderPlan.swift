import FieldCore
import FieldFB

/// What `render` was asked to make, with every option checked.
struct RenderPlan {
    /// Which moment of the field is shown.
    enum Moment {
        case still
        /// Seconds after the field began to run.
        case running(Double)
    }

    /// Where the frames go.
    enum Target {
        /// One file for all of them, or a stream that gets one after the other.
        case one(PictureDestination)
        /// A file for each.
        case series(SeriesName)
    }

    var target: Target
    var type: PictureFormat
    var size: PictureSize
    var scale: Double
    var moment: Moment
    var frameCount: Int
    var rate: AnimationRate
    /// The pixel format of the display whose picture is wanted; nil for the exact picture.
    var displayFormat: PixelFormat?
    var settings: Settings

    static let frameLimit = 100_000
    static let timeLimit = 1e9

    /// The scene in frame `index`: words, progress and panel as they are once
    /// they have come.
    func moment(ofFrame index: Int) -> SceneMoment {
        let field: FieldMotion
        let seconds: Double
        switch moment {
        case .still:
            field = .still
            seconds = 0
        case .running(let start):
            seconds = start + rate.seconds(ofFrame: index)
            field = .running(at: seconds, parameters: settings.field)
        }
        var motion = SceneMotion(field: field)
        motion.follow(settings, from: Settings())
        if case .still = moment { motion.setReduced(true) }
        motion.settle(seconds: seconds)
        return motion.moment
    }

    init(_ arguments: CommandArguments) throws(UsageError) {
        guard let output = arguments.value("output") else {
            throw UsageError("-o FILE is missing; `-o -` is standard output")
        }
        let isStream = output.hasSameBytes(as: "-")
        type = try RenderPlan.type(arguments.value("type"), output: output, isStream: isStream)
        settings = try Settings(file: arguments.value("config"), assignments: arguments.values("set"))
        size = try RenderPlan.size(arguments.value("size"), type)
        scale = try (ScaleChoice(option: arguments.value("scale")) ?? settings.scale.general).factor
        rate = try RenderPlan.rate(arguments.value("fps"))
        displayFormat = try RenderPlan.displayFormat(arguments.value("format"))
        let frames = arguments.value("frames")
        frameCount = try RenderPlan.frameCount(frames)
        moment = try RenderPlan.moment(arguments.value("time"), isSequence: frames != nil)
        if let frames, case .still = moment, frameCount > 1 {
            throw UsageError("--time still and --frames \(frames): every frame would be the same")
        }
        if isStream {
            target = .one(.descriptor(1))
        } else if frames != nil, let series = SeriesName(output) {
            target = .series(series)
        } else if frameCount > 1, !type.isAnimated {
            throw UsageError(
                "a .\(type.name) file holds one picture: number the files with a name such as "
                    + "frame%04d.\(type.name), or choose .apng, .gif or .webp")
        } else {
            target = .one(.path(output))
        }
    }

    private static func type(
        _ word: String?, output: String, isStream: Bool
    ) throws(UsageError) -> PictureFormat {
        var names: [String] = []
        for format in PictureFormat.allCases { names.append(format.name) }
        if let word {
            guard let type = PictureFormat(name: word) else {
                throw UsageError("--type is one of \(ByteText.list(names)), not \(ByteText.quoted(word.utf8))")
            }
            return type
        }
        if isStream { return .png }
        guard let type = PictureFormat(fileName: output) else {
            throw UsageError(
                "the ending of \(ByteText.quoted(output.utf8)) names no picture format: "
                    + "end it in one of \(ByteText.list(names)), or add --type")
        }
        return type
    }

    private static func size(_ word: String?, _ type: PictureFormat) throws(UsageError) -> PictureSize {
        guard let word else { return PictureSize(width: 1280, height: 720) }
        guard let size = PictureSize(parsing: word) else {
            throw UsageError(
                "--size is WIDTHxHEIGHT, each from 1 to \(Surface.maximumSide), "
                    + "not \(ByteText.quoted(word.utf8))")
        }
        guard max(size.width, size.height) <= type.maximumSide,
            size.width * size.height <= type.maximumPixelCount
        else {
            throw UsageError(
                "--size \(size.text): a side of a .\(type.name) picture has at most "
                    + "\(type.maximumSide) pixels, the picture \(type.maximumPixelCount)")
        }
        return size
    }

    private static func rate(_ word: String?) throws(UsageError) -> AnimationRate {
        guard let word else { return .standard }
        guard let number = DecimalNumber.parse(word), let rate = AnimationRate(framesPerSecond: number)
        else { throw UsageError("--fps is a number from 0.01 to 240, not \(ByteText.quoted(word.utf8))") }
        return rate
    }

    private static func frameCount(_ word: String?) throws(UsageError) -> Int {
        guard let word else { return 1 }
        guard let count = DecimalNumber.parseWhole(word), (1...frameLimit).contains(count) else {
            throw UsageError(
                "--frames is a whole number from 1 to \(frameLimit), not \(ByteText.quoted(word.utf8))")
        }
        return count
    }

    private static func moment(_ word: String?, isSequence: Bool) throws(UsageError) -> Moment {
        guard let word else { return isSequence ? .running(0) : .still }
        if word.hasSameBytes(as: "still") { return .still }
        guard let seconds = DecimalNumber.parse(word), seconds >= 0, seconds <= timeLimit else {
            throw UsageError(
                "--time is `still` or a number of seconds from 0 to 1000000000, "
                    + "not \(ByteText.quoted(word.utf8))")
        }
        return .running(seconds)
    }

    private static func displayFormat(_ word: String?) throws(UsageError) -> PixelFormat? {
        guard let word else { return nil }
        if let format = PixelFormat(name: word) { return format }
        var names: [String] = []
        for entry in PixelFormat.named { names.append(entry.name) }
        throw UsageError("--format is one of \(ByteText.list(names)), not \(ByteText.quoted(word.utf8))")
    }
}

extension ScaleChoice {
    /// The value of `--scale`; nil when it was not given.
    init?(option word: String?) throws(UsageError) {
        guard let word else { return nil }
        guard let scale = ScaleChoice(parsing: word) else {
            throw UsageError("--scale is \(ScaleChoice.allowed), not \(ByteText.quoted(word.utf8))")
        }
        self = scale
    }
}

extension Settings {
    /// The defaults, what a file says that is named, and the `KEY=VALUE` words
    /// of the command line: what a tool draws must not depend on the machine.
    init(file: String?, assignments: [String]) throws(UsageError) {
        var sources = SettingSources(file: file)
        sources.kernelCommandLine = nil
        for assignment in assignments { try sources.add(assignment: assignment) }
        self.init()
        if file != nil {
            let reading = sources.read()
            // A picture with other settings than those asked for helps nobody.
            if let missed = reading.missedFile { throw UsageError("--config: \(missed)") }
            for message in reading.faults.messages { StandardError.say(.warning, message) }
            self = reading.settings
        }
        for option in sources.options { _ = Setting.named(option.key)?.write(&self, option.value) }
    }
}
