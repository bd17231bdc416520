/// What the lab saw of a screen: its pixels, or their checksum where the
/// display has no other eye.
public enum Sight: Equatable, Sendable {
    case picture(Screen)
    case checksum(UInt32)

    /// How another sight differs, in words; nil when it is equal.
    func difference(from other: Sight) -> String? {
        switch (self, other) {
        case (.picture(let seen), .picture(let expected)):
            seen.difference(from: expected)
        case (.checksum(let seen), .checksum(let expected)):
            seen == expected ? nil : "the checksum is \(seen), not \(expected)"
        default:
            "a picture and a checksum cannot be compared"
        }
    }
}
