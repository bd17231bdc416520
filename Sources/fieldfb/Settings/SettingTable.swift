import FieldCore
import FieldFB

/// Every setting, in the order in which help and documentation list them.
extension Setting {
    static let all: [Setting] =
        fieldSettings + clipSettings + pictureSettings + textSettings + progressSettings + panelSettings
        + motionSettings + displaySettings + controlSettings + logSettings

    private static var fieldSettings: [Setting] {
        typealias Limit = FieldParameters.Limit
        return [
            .choice(Place(.field, "Style", "What the marks are."), { (style: FieldStyle) in style.rawValue },
                get: { $0.field.style }, set: { $0.field.style = $1 }),
            .number(Place(.field, "Pitch", "Distance between marks, in points."), 1...Limit.pitch,
                get: { $0.field.pitch }, set: { $0.field.pitch = $1 }),
            .colour(Place(.field, "Ink", "Colour of the marks."),
                get: { $0.field.ink }, set: { $0.field.ink = $1 }),
            .colour(Place(.field, "Background", "Colour behind the marks."),
                get: { $0.field.background }, set: { $0.field.background = $1 }),
            .number(Place(.field, "Reach", "Half the shape's size, as a part of the screen."),
                0.01...Limit.reach,
                get: { $0.field.reach }, set: { $0.field.reach = $1 }),
            .number(Place(.field, "Softness", "Width of the shape's edge, as a part of its radius."),
                0.0001...Limit.softness,
                get: { $0.field.softness }, set: { $0.field.softness = $1 }),
            .number(Place(.field, "MinRadiusRatio", "Radius of marks outside the shape, in cells."),
                0...Limit.radiusRatio,
                get: { $0.field.minRadiusRatio }, set: { $0.field.minRadiusRatio = $1 }),
            .number(Place(.field, "MaxRadiusRatio", "Radius of marks inside the shape, in cells."),
                0...Limit.radiusRatio,
                get: { $0.field.maxRadiusRatio }, set: { $0.field.maxRadiusRatio = $1 }),
            .number(Place(.field, "MinInk", "Opacity of marks outside the shape."), 0...1,
                get: { $0.field.minInk }, set: { $0.field.minInk = $1 }),
            .number(Place(.field, "MaxInk", "Opacity of marks inside the shape."), 0...1,
                get: { $0.field.maxInk }, set: { $0.field.maxInk = $1 }),
            .number(Place(.field, "DriftSpeed", "How fast the shape wanders; 0 pins it."), 0...Limit.speed,
                get: { $0.field.driftSpeed }, set: { $0.field.driftSpeed = $1 }),
            .number(Place(.field, "FoldSpeed", "How fast the shape folds; 0 freezes it."), 0...Limit.speed,
                get: { $0.field.foldSpeed }, set: { $0.field.foldSpeed = $1 }),
            .number(Place(.field, "LineLengthScale", "Half length of a line, in radii of its dot."),
                0...Limit.lineScale,
                get: { $0.field.lineLengthScale }, set: { $0.field.lineLengthScale = $1 }),
            .number(Place(.field, "LineWeightScale", "Thickness of a line, in radii of its dot."),
                0...Limit.lineScale,
                get: { $0.field.lineWeightScale }, set: { $0.field.lineWeightScale = $1 }),
            .choice(Place(.field, "LineNormal", "What the lines are combed along."),
                { (normal: LineNormal) in normal.rawValue },
                get: { $0.field.lineNormal }, set: { $0.field.lineNormal = $1 }),
        ]
    }

    private static var motionSettings: [Setting] {
        [
            .number(Place(.motion, "StartTime", isLive: false, "Where the clocks begin, in seconds."),
                0...1_000_000_000,
                get: { $0.startTime }, set: { $0.startTime = $1 }),
            .number(Place(.motion, "EaseTime", "Seconds to ease in and out of rest; 0 cuts."), 0...60,
                get: { $0.easeTime }, set: { $0.easeTime = $1 }),
            .choice(Place(.motion, "ReduceMotion", "Whether the field stands still; auto: as the file says."),
                { (choice: ReduceMotionChoice) in choice.word },
                get: { $0.reduceMotion }, set: { $0.reduceMotion = $1 }),
            .path(Place(.motion, "ReduceMotionFile", isLive: false, "The file that says so, followed live."),
                limit: 4095,
                get: { $0.reduceMotionFile }, set: { $0.reduceMotionFile = $1 }),
        ]
    }

    private static var displaySettings: [Setting] {
        [
            .choice(Place(.display, "Output", isLive: false, "Where the picture goes."),
                { (choice: OutputChoice) in choice.rawValue },
                get: { $0.output }, set: { $0.output = $1 }),
            .connectors(Place(.display, "Connector", "The only displays to use."),
                get: { $0.display.connectors }, set: { $0.display.connectors = $1 }),
            .perConnector(Place(.display, "Mode", "Size and rate of a display."),
                allowed: "auto or WIDTHxHEIGHT or WIDTHxHEIGHT@HERTZ",
                parse: DisplayWords.mode, text: DisplayWords.text,
                get: { $0.display.modes }, set: { $0.display.modes = $1 }),
            .perConnector(Place(.display, "Format", "Pixel format of a display."),
                allowed: "auto or a DRM name such as RGB565",
                parse: DisplayWords.format, text: DisplayWords.text,
                get: { $0.display.formats }, set: { $0.display.formats = $1 }),
            .perConnector(Place(.display, "Rotate", "How far the picture is turned, clockwise."),
                allowed: "auto, 0, 90, 180 or 270",
                parse: DisplayWords.rotation, text: DisplayWords.text,
                get: { $0.display.rotations }, set: { $0.display.rotations = $1 }),
            .perConnector(Place(.display, "Scale", "Pixels in a point."), allowed: ScaleChoice.allowed,
                parse: { ScaleChoice(parsing: $0) }, text: { $0.text },
                get: { $0.scale }, set: { $0.scale = $1 }),
            .choice(Place(.display, "Backlight", "Whether a dark backlight is lit with the first picture."),
                { (choice: BacklightChoice) in choice.rawValue },
                get: { $0.backlight }, set: { $0.backlight = $1 }),
            .number(Place(.display, "Night", "Brightness of the whole picture; 1 is as designed."), 0.05...1,
                get: { $0.scene.night }, set: { $0.scene.night = $1 }),
            .choice(Place(.display, "Appearance", "Whether colours that are not set are those of dark or of light."),
                { (appearance: Appearance) in appearance.rawValue },
                get: { $0.appearance },
                set: { settings, appearance in
                    settings.appearance = appearance
                    appearance.apply(to: &settings.scene)
                }),
            .number(Place(.display, "FrameRate", "The most frames in a second."), 1...60,
                get: { $0.frameRate }, set: { $0.frameRate = $1 }),
            .number(Place(.display, "ProcessorShare", "Percent of a processor that drawing keeps to; 0 is no limit."), 0...100,
                get: { $0.processorShare }, set: { $0.processorShare = $1 }),
            .text(Place(.display, "HeadlessSize", isLive: false, "Size of a headless picture, in pixels."),
                allowed: "WIDTHxHEIGHT, each from 1 to \(Surface.maximumSide), "
                    + "at most \(PictureSize.headlessPixelLimit) pixels",
                get: { $0.headlessSize.text },
                set: { settings, text in
                    guard let size = PictureSize(parsing: text),
                        size.width * size.height <= PictureSize.headlessPixelLimit
                    else { return false }
                    settings.headlessSize = size
                    return true
                }),
        ]
    }

    private static var controlSettings: [Setting] {
        [
            .path(Place(.control, "Socket", isLive: false, "Path of the control socket."),
                limit: SystemCalls.socketPathLimit,
                get: { $0.socket }, set: { $0.socket = $1 }),
            .wholeNumber(Place(.control, "MaxClients", "How many clients may be connected."), 1...256,
                get: { $0.maxClients }, set: { $0.maxClients = $1 }),
            .choice(Place(.control, "Access", "Who may command; everybody else may only ask."),
                { (access: ControlAccess) in access.rawValue },
                get: { $0.access }, set: { $0.access = $1 }),
        ]
    }

    private static var logSettings: [Setting] {
        [
            .choice(Place(.log, "Debug", "Whether the log tells every request and who made it."),
                { (choice: DebugChoice) in choice.rawValue },
                get: { $0.debug }, set: { $0.debug = $1 })
        ]
    }
}
