/// What the lab saw of a screen: its pixels, or their checksum where the
/// display has no other eye.
public enum Sight: Equatable, Sendable {
    case picture(Screen)
    case checksum(UInt32)
    /// Only expected, never seen: a picture dithered to a short format in a
    /// pattern that the test does not know.
    case dithering(of: Screen, to: PixelFormat)

    /// Whether what was seen is what is expected.
    func isShowing(_ expected: Sight) -> Bool {
        if case .picture(let seen) = self, case .dithering(let exact, let format) = expected {
            return seen.isDithering(of: exact, to: format)
        }
        return self == expected
    }

    /// How another sight differs, in words; nil when it is equal.
    func difference(from other: Sight) -> String? {
        switch (self, other) {
        case (.picture(let seen), .picture(let expected)):
            seen.difference(from: expected)
        case (.checksum(let seen), .checksum(let expected)):
            seen == expected ? nil : "the checksum is \(seen), not \(expected)"
        case (.picture(let seen), .dithering(let exact, _)):
            seen.difference(from: exact).map { "even without the dithering: \($0)" }
        default:
            "a picture and a checksum cannot be compared"
        }
    }
}
