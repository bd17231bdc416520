import FieldFB

/// The words of the settings that say how a display is driven. `auto` leaves
/// the choice to what the display tells about itself.
enum DisplayWords {
    static let auto = "auto"

    /// A mode such as `1920x1080` or `1280x720@59.94`; nil inside for `auto`,
    /// nil for anything else.
    static func mode(_ word: String) -> WantedMode?? {
        if word.matchesIgnoringCase(auto) { return .some(nil) }
        let parts = Array(word.utf8).split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count <= 2, let size = PictureSize(parsing: String(bytes: parts[0])) else { return nil }
        guard parts.count == 2 else { return WantedMode(width: size.width, height: size.height) }
        guard let hertz = DecimalNumber.parse(String(bytes: parts[1])), (1.0...1000.0).contains(hertz)
        else { return nil }
        return WantedMode(
            width: size.width, height: size.height, refreshMillihertz: Int(hertz * 1000 + 0.5))
    }

    static func text(_ mode: WantedMode?) -> String {
        guard let mode else { return auto }
        let size = "\(mode.width)x\(mode.height)"
        guard let refresh = mode.refreshMillihertz else { return size }
        return "\(size)@\(DecimalNumber.text(Double(refresh) / 1000))"
    }

    /// A pixel format by its DRM name; nil inside for `auto`, nil for anything else.
    static func format(_ word: String) -> PixelFormat?? {
        if word.matchesIgnoringCase(auto) { return .some(nil) }
        guard let entry = PixelFormat.firstNamed(where: { $0.name.matchesIgnoringCase(word) }) else { return nil }
        return entry.format
    }

    static func text(_ format: PixelFormat?) -> String { format?.name ?? auto }

    /// An angle in degrees clockwise, or `auto`.
    static func rotation(_ word: String) -> RotationChoice? {
        if word.matchesIgnoringCase(auto) { return .auto }
        guard let degrees = DecimalNumber.parseWhole(word), let orientation = Orientation(rawValue: degrees)
        else { return nil }
        return .fixed(orientation)
    }

    static func text(_ rotation: RotationChoice) -> String {
        switch rotation {
        case .auto: auto
        case .fixed(let orientation): "\(orientation.rawValue)"
        }
    }
}

extension Settings {
    /// Whether both want the same displays, driven in the same way.
    func wantsSameDisplays(as other: Settings) -> Bool {
        for key in ["Connector", "Mode", "Format", "Rotate"] {
            guard let setting = Setting.named(key), setting.read(self).hasSameBytes(as: setting.read(other))
            else { return false }
        }
        return true
    }
}
