/// Why a framebuffer device cannot be drawn to.
public enum FramebufferRefusal: Error, Equatable, Sendable {
    /// A depth other than 16, 24 or 32 bits.
    case depth(Int)
    /// Pixels that are numbers of a palette, or black and white.
    case notTrueColour
    /// Pixels that are spread over planes, or text.
    case notPacked
    /// A size that no `Surface` can have.
    case size(Int, Int)
    /// A row step shorter than a row.
    case lineLength(Int)
    /// A visible part that does not end inside the memory.
    case outsideMemory

    /// The reason in words.
    public var message: String {
        switch self {
        case .depth(let bits): "it has \(bits) bits per pixel, and only 16, 24 and 32 can be drawn"
        case .notTrueColour: "its pixels are not true colour"
        case .notPacked: "its pixels are not packed words"
        case .size(let width, let height): "its size of \(width)x\(height) pixels cannot be drawn"
        case .lineLength(let bytes): "its line length of \(bytes) bytes is shorter than a line"
        case .outsideMemory: "its visible part does not lie inside its memory"
        }
    }
}

/// Where the visible picture of a framebuffer device lies in its memory.
public struct FramebufferGeometry: Equatable, Sendable {
    /// The visible picture, its base counted from the first byte of the memory.
    public let layout: ScanoutLayout
    /// Whether the colour fields told nothing usable and the usual layout of
    /// the depth was taken.
    public let isFormatAssumed: Bool

    /// Checks a record. The row step is the line length and nothing else; the
    /// base comes from the offsets; the whole visible part must lie inside the
    /// memory.
    public init(_ record: FramebufferRecord) throws(FramebufferRefusal) {
        guard record.isPacked else { throw .notPacked }
        guard let usual = PixelFormat.usual(bitsPerPixel: record.bitsPerPixel) else {
            throw .depth(record.bitsPerPixel)
        }
        guard record.visual == .trueColour || record.visual == .directColour else { throw .notTrueColour }
        guard Surface.canBe(width: record.width, height: record.height) else {
            throw .size(record.width, record.height)
        }

        let told =
            PixelFormat(
                bitsPerPixel: record.bitsPerPixel, red: record.red, green: record.green,
                blue: record.blue, alpha: record.alpha)
            ?? PixelFormat(
                bitsPerPixel: record.bitsPerPixel, red: record.red, green: record.green,
                blue: record.blue)
        let format = told ?? usual
        isFormatAssumed = told == nil

        guard record.lineLength >= record.width * format.bytesPerPixel else {
            throw .lineLength(record.lineLength)
        }
        let (rows, tooFarDown) = record.offsetY.multipliedReportingOverflow(by: record.lineLength)
        let (columns, tooFarRight) = record.offsetX.multipliedReportingOverflow(by: format.bytesPerPixel)
        let (base, tooFar) = rows.addingReportingOverflow(columns)
        guard !tooFarDown, !tooFarRight, !tooFar,
            record.offsetX >= 0, record.offsetY >= 0,
            columns <= record.lineLength - record.width * format.bytesPerPixel,
            let layout = ScanoutLayout(
                width: record.width, height: record.height, base: base, pitch: record.lineLength,
                format: format, byteCount: record.memoryLength)
        else { throw .outsideMemory }
        self.layout = layout
    }
}
