/// A kind of picture file this program can write.
public enum PictureFormat: CaseIterable, Sendable {
    /// Portable Network Graphics: one picture, exact.
    case png
    /// Portable pixmap, binary (P6): one picture, exact, needs no library.
    case ppm
    /// Animated PNG: exact, shown by every browser.
    case apng
    /// Animated GIF: exact as long as a frame has at most 256 colours.
    case gif
    /// WebP, lossless: exact, one picture or an animation.
    case webp

    /// The word for it in options, which is also the ending of its files.
    public var name: String {
        switch self {
        case .png: "png"
        case .ppm: "ppm"
        case .apng: "apng"
        case .gif: "gif"
        case .webp: "webp"
        }
    }

    /// The format of that name, letters of either case, or nil.
    public init?(name: String) {
        for format in PictureFormat.allCases where hasEnding(name, format.name, onlyThis: true) {
            self = format
            return
        }
        return nil
    }

    /// The format that the ending of a file name asks for, or nil.
    public init?(fileName: String) {
        for format in PictureFormat.allCases
        where hasEnding(fileName, "." + format.name, onlyThis: false) {
            self = format
            return
        }
        return nil
    }

    /// Whether one file holds several frames.
    public var isAnimated: Bool {
        switch self {
        case .png, .ppm: false
        case .apng, .gif, .webp: true
        }
    }

    /// The longest side the format can express, in pixels, within what a
    /// `Surface` can be. WebP stores a side in 14 bits.
    public var maximumSide: Int {
        switch self {
        case .webp: 16383
        case .png, .ppm, .apng, .gif: Surface.maximumSide
        }
    }

    /// The most pixels of a picture: a bound on the memory it takes to encode,
    /// which is about 10 bytes a pixel, for WebP 35. All allow 7680x4320.
    public var maximumPixelCount: Int {
        switch self {
        case .webp: 1 << 25
        case .png, .ppm, .apng, .gif: Surface.maximumPixelCount
        }
    }
}

/// Compares byte by byte, since comparing strings would need Unicode tables.
private func hasEnding(_ text: String, _ ending: String, onlyThis: Bool) -> Bool {
    let bytes = text.utf8
    let wanted = ending.utf8
    guard onlyThis ? bytes.count == wanted.count : bytes.count > wanted.count else { return false }
    for (byte, expected) in zip(bytes.suffix(wanted.count), wanted) {
        let lowered = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        if lowered != expected { return false }
    }
    return true
}
