/// What is shown together, from back to front: background, picture, scrim,
/// field, logo, panel, words and progress.
///
/// Every part but the background may be missing. Lengths are in points.
/// Pictures and fonts are no part of it: they are loaded by whoever shows the
/// scene.
public struct Scene: Equatable, Sendable {
    /// The field, its ink, and the background behind everything.
    public var field = FieldParameters()
    /// Which part of the screen the field has, and in which shape.
    public var clip = FieldClip()
    /// How a poster lies on the screen.
    public var posterFit = PictureFit.fill
    public var scrim = Scrim()
    public var logo = LogoParameters()
    public var text = TextParameters()
    public var progress = ProgressParameters()
    public var panel = PanelParameters()
    /// Brightness of the whole picture, 0...1: 1 is as designed.
    public var night = 1.0

    public init() {}
}

/// What lies between a poster and the field, so that marks and words stand out.
public struct Scrim: Equatable, Sendable {
    public var colour = Colour.black
    /// Opacity over a poster while the field runs, 0...1. At rest there is none.
    public var strength = 0.45

    public init() {}
}

/// How a picture is made to suit a screen of another shape.
public enum PictureFit: String, CaseIterable, Sendable {
    /// As large as is needed to cover the screen; what is over is cut off.
    case fill
    /// As large as goes onto the screen whole.
    case fit
    /// In its own size, in the middle.
    case centre
    /// In its own size, side by side from the top left.
    case tile
}

/// A picture over the field.
public struct LogoParameters: Equatable, Sendable {
    /// What the field does where the logo is.
    public enum Surroundings: String, CaseIterable, Sendable {
        /// It goes on below the logo.
        case under
        /// It leaves the logo's rectangle free.
        case around
    }

    public var place = Place.centre
    /// The longest side, as a part of the screen's shorter side, 0.01...1.
    public var size = 0.3
    public var field = Surroundings.around

    public init() {}
}

/// How message and detail look, and where they stand.
public struct TextParameters: Equatable, Sendable {
    public var colour = Colour.white
    /// Size of the message's letters, in points; the detail's are smaller.
    public var size = 22.0
    /// Where the column of message, detail and progress stands.
    public var place = Place.bottom

    public init() {}
}

/// The words of a scene, as UTF-8; empty for none.
public struct SceneWords: Equatable, Sendable {
    public var message: [UInt8] = []
    public var detail: [UInt8] = []
    /// What stands beside the progress, as it reads now.
    public var label: [UInt8] = []

    public init() {}
}
