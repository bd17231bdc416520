import CDRM
import FieldCore
import FieldFB

extension Command {
    /// `fieldfb render`: exact pictures of the field, without any device.
    static let render = Command(
        "render", summary: "Write a picture or an animation of the field to a file.",
        options: [
            CommandOption(
                "output", letter: UInt8(ascii: "o"), value: "FILE",
                "Where to: the ending says what (.png .ppm .apng .gif .webp); - is standard output."),
            CommandOption("type", value: "TYPE", "What to write, whatever the ending: png, ppm, apng, gif, webp."),
            CommandOption("size", value: "WxH", "Size in pixels; 1280x720 by default."),
            CommandOption("scale", value: "S", "Pixels in a point, 0.25 to 8; 1 by default."),
            CommandOption("time", value: "T", "Seconds after the field began to run, or still."),
            CommandOption("frames", value: "N", "How many frames, at times T, T+1/F, T+2/F and so on."),
            CommandOption("fps", value: "F", "Frames in a second; 30 by default."),
            CommandOption("format", value: "NAME", "Show it as a display of this pixel format would: RGB565 and others."),
            CommandOption("config", letter: UInt8(ascii: "c"), value: "FILE", "Take settings from this file; else from none."),
            .set,
        ],
        notes: {
            SettingHelp.text + """

            Without --time one picture is the still frame, and an animation begins at 0.
            With --frames a name such as frame%04d.png makes numbered files, from 0 on; .apng,
            .gif and .webp hold all frames in one file. The same options make the same bytes.
            Exit codes: 0 written, 64 wrong usage, 71 not enough memory, 74 not written.

            """
        },
        run: { arguments throws(UsageError) in
            let plan = try RenderPlan(arguments)
            return Render.run(plan)
        })
}

/// Draws the frames of a plan and writes them.
enum Render {
    static func run(_ plan: RenderPlan) -> ExitCode {
        PictureWriter.reportBrokenPipes()
        let interruption = Interruption()
        do throws(PictureError) {
            return try draw(plan, interruption)
        } catch {
            StandardError.say("render: \(error.message)")
            return .inputOutput
        }
    }

    private static func draw(
        _ plan: RenderPlan, _ interruption: borrowing Interruption
    ) throws(PictureError) -> ExitCode {
        // The picture, and what the libraries make of it.
        guard SystemCalls.hasMemory(3 * 4 * plan.size.width * plan.size.height) else {
            StandardError.say("render: \(plan.size.text): there is not enough memory; a smaller --size takes less")
            return .system
        }
        guard var picture = StillScene(plan) else {
            StandardError.say("render: \(plan.size.text) at scale \(plan.scale) cannot be drawn")
            return .usage
        }
        let packer = plan.displayFormat.map { PixelPacker($0) }
        if case .one(let destination) = plan.target, plan.type.isAnimated {
            var writer = try PictureWriter.begin(
                destination, format: plan.type, width: plan.size.width, height: plan.size.height,
                frameCount: plan.frameCount, rate: plan.rate)
            for index in 0..<plan.frameCount {
                if interruption.isAsked { return interrupted() }
                picture.draw(plan.moment(ofFrame: index))
                try add(picture.stage.stage.surface, packer, to: &writer)
            }
            try writer.finish()
            return .success
        }
        for index in 0..<plan.frameCount {
            if interruption.isAsked { return interrupted() }
            picture.draw(plan.moment(ofFrame: index))
            let destination: PictureDestination
            switch plan.target {
            case .one(let only): destination = only
            case .series(let name): destination = .path(name.path(index))
            }
            var writer = try PictureWriter.begin(
                destination, format: plan.type, width: plan.size.width, height: plan.size.height)
            try add(picture.stage.stage.surface, packer, to: &writer)
            try writer.finish()
        }
        return .success
    }

    /// Adds a frame, as it is or as a display with fewer bits shows it.
    private static func add(
        _ surface: borrowing Surface, _ packer: PixelPacker?, to writer: inout PictureWriter
    ) throws(PictureError) {
        if let packer, let displayed = packer.displayed(surface) {
            try writer.add(displayed)
        } else {
            try writer.add(surface)
        }
    }

    private static func interrupted() -> ExitCode {
        StandardError.say("render: interrupted; the file was not written")
        return .inputOutput
    }
}

/// The wish to end early. The signals that say so do not end the process, so
/// that the owner of a file that is half written can take it away.
struct Interruption: ~Copyable {
    private let signals: Descriptor?
    private let number: CInt?

    init() {
        if let descriptor = try? SystemCalls.signalDescriptor([SIGINT, SIGTERM, SIGHUP]) {
            number = descriptor.number
            signals = consume descriptor
        } else {
            number = nil
            signals = nil
        }
    }

    var isAsked: Bool {
        guard let number else { return false }
        return SystemCalls.nextSignal(number) != nil
    }
}
