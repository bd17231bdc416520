/// Why a framebuffer device cannot be drawn to.
public enum FramebufferRefusal: Error, Equatable, Sendable {
    /// A depth that nothing can be drawn in.
    case depth(Int)
    /// A way of making colours that is not known.
    case visual
    /// Pixels that are spread over planes, or text.
    case notPacked
    /// A driver's own layout.
    case nonstandard(Int)
    /// A video format that cannot be drawn, by its four letters.
    case code(UInt32)
    /// Numbers of colours of which nobody knows which they are.
    case unknownColours
    /// A size that no `Surface` can have.
    case size(Int, Int)
    /// A row step shorter than a row.
    case lineLength(Int)
    /// A visible part that does not end inside the memory, or does not begin with a byte.
    case outsideMemory

    /// The reason in words.
    public var message: String {
        switch self {
        case .depth(let bits): "it has \(bits) bits per pixel in an order that is not known"
        case .visual: "how its pixels make colours is not known"
        case .notPacked: "its pixels are not packed words"
        case .nonstandard(let number): "it has a layout of its own (number \(number))"
        case .code(let code): "its format \(PixelFormat.letters(of: code)) cannot be drawn"
        case .unknownColours: "its palette can neither be set nor read"
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
    ///
    /// - Parameter format: the pixel format when a person knows better than the
    ///   record; nil to go by it.
    public init(_ record: FramebufferRecord, format wanted: PixelFormat? = nil) throws(FramebufferRefusal) {
        let format: PixelFormat
        if let wanted {
            format = wanted
            isFormatAssumed = false
        } else {
            let told = try FramebufferFormat(record)
            format = told.format
            isFormatAssumed = told.isAssumed
        }
        guard Surface.canBe(width: record.width, height: record.height) else {
            throw .size(record.width, record.height)
        }
        let rowBytes = format.byteCount(pixels: record.width)
        guard record.lineLength >= rowBytes else { throw .lineLength(record.lineLength) }
        let (rows, tooFarDown) = record.offsetY.multipliedReportingOverflow(by: record.lineLength)
        let (bits, tooFarRight) = record.offsetX.multipliedReportingOverflow(by: format.bitsPerPixel)
        let (base, tooFar) = rows.addingReportingOverflow(bits / 8)
        guard !tooFarDown, !tooFarRight, !tooFar,
            record.offsetX >= 0, record.offsetY >= 0, bits % 8 == 0,
            bits / 8 <= record.lineLength - rowBytes,
            let layout = ScanoutLayout(
                width: record.width, height: record.height, base: base, pitch: record.lineLength,
                format: format, byteCount: record.memoryLength)
        else { throw .outsideMemory }
        self.layout = layout
    }
}
