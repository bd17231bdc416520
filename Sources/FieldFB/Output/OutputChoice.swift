/// Which kind of output a person asks for.
///
/// The raw values are compared byte by byte: a synthesized raw value compares
/// text by Unicode rules, whose tables would weigh more than this program.
public enum OutputChoice: RawRepresentable, CaseIterable, Sendable {
    /// The best display there is: DRM first, then /dev/fb0.
    case auto
    /// A display driven through DRM/KMS.
    case drm
    /// The framebuffer device /dev/fb0.
    case framebuffer
    /// A picture in memory that nobody sees.
    case headless
    /// The terminal the program runs in.
    case terminal

    /// The word for it in options and setting files.
    public var rawValue: String {
        switch self {
        case .auto: "auto"
        case .drm: "drm"
        case .framebuffer: "framebuffer"
        case .headless: "headless"
        case .terminal: "terminal"
        }
    }

    /// The choice of that word, or nil for any other text.
    public init?(rawValue: String) {
        for choice in OutputChoice.allCases
        where choice.rawValue.utf8.elementsEqual(rawValue.utf8) {
            self = choice
            return
        }
        return nil
    }
}
