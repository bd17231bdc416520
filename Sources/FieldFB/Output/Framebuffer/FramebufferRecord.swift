/// What a framebuffer device says about itself: the two records of fbdev, in
/// plain numbers of the kernel's names.
public struct FramebufferRecord: Equatable, Sendable {
    /// How the device makes colours from pixels.
    public enum Visual: Equatable, Sendable {
        /// A field for each colour.
        case trueColour
        /// A field for each colour, each with a table of its own between the
        /// field and the glass.
        case directColour
        /// Numbers of colours that can be set.
        case palette
        /// Numbers of these colours, as XRGB8888; empty when it is not known which.
        case fixedPalette([UInt32])
        /// All ones are black.
        case blackIsOne
        /// All ones are white.
        case whiteIsOne
        /// What the code says.
        case code
        case other
    }

    /// How pixels lie in memory.
    public enum Storage: Equatable, Sendable {
        /// One behind the other.
        case packed
        /// The bits of a pixel each in a plane of their own.
        case planes
        /// As the code says.
        case code
        case other
    }

    /// Visible pixels in a row.
    public var width: Int
    /// Visible rows.
    public var height: Int
    /// Pixels in a row of the picture in memory, of which the visible part is a window.
    public var virtualWidth: Int
    /// Rows of the picture in memory.
    public var virtualHeight: Int
    /// The column at which the visible part begins.
    public var offsetX: Int
    /// The row at which the visible part begins.
    public var offsetY: Int
    /// Bits of a pixel, those that carry no colour included.
    public var bitsPerPixel: Int
    /// Where each colour stands in a pixel.
    public var red: BitField
    /// See `red`.
    public var green: BitField
    /// See `red`.
    public var blue: BitField
    /// The transparency; of length 0 when there is none.
    public var alpha: BitField
    /// Whether the leftmost of the pixels in a byte is in its lowest bits.
    public var isLowestFirst: Bool
    /// 0 for colours, 1 for greys, 2 for greys with white as 0; larger numbers
    /// are the four letters of a video format, the first in the lowest byte.
    public var grayscale: Int
    /// 0, or a driver's own number for a layout, which may be such letters too.
    public var nonstandard: Int
    /// Bytes from one row to the next.
    public var lineLength: Int
    /// Bytes of memory.
    public var memoryLength: Int
    /// How it makes colours from pixels.
    public var visual: Visual
    /// How pixels lie in memory.
    public var storage: Storage
    /// The width of the glass, or 0 when unknown.
    public var widthMillimetres: Int
    /// The height of the glass, or 0 when unknown.
    public var heightMillimetres: Int
    /// Refreshes in a thousand seconds, or 0 when the timings are not told.
    public var refreshMillihertz: Int
    /// How far into its first memory page the picture begins, in bytes.
    public var pageOffset: Int

    public init(
        width: Int, height: Int, virtualWidth: Int? = nil, virtualHeight: Int? = nil,
        offsetX: Int = 0, offsetY: Int = 0, bitsPerPixel: Int,
        red: BitField, green: BitField, blue: BitField,
        alpha: BitField = BitField(offset: 0, length: 0), isLowestFirst: Bool = false,
        grayscale: Int = 0, nonstandard: Int = 0, lineLength: Int, memoryLength: Int,
        visual: Visual = .trueColour, storage: Storage = .packed,
        widthMillimetres: Int = 0, heightMillimetres: Int = 0, refreshMillihertz: Int = 0,
        pageOffset: Int = 0
    ) {
        self.width = width
        self.height = height
        self.virtualWidth = virtualWidth ?? width
        self.virtualHeight = virtualHeight ?? height
        self.offsetX = offsetX
        self.offsetY = offsetY
        self.bitsPerPixel = bitsPerPixel
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
        self.isLowestFirst = isLowestFirst
        self.grayscale = grayscale
        self.nonstandard = nonstandard
        self.lineLength = lineLength
        self.memoryLength = memoryLength
        self.visual = visual
        self.storage = storage
        self.widthMillimetres = widthMillimetres
        self.heightMillimetres = heightMillimetres
        self.refreshMillihertz = refreshMillihertz
        self.pageOffset = pageOffset
    }

    /// Whether another record describes the same picture at the same place of
    /// the same memory; which part of the memory is shown does not count.
    func hasSamePicture(as other: FramebufferRecord) -> Bool {
        var other = other
        other.offsetX = offsetX
        other.offsetY = offsetY
        other.visual = visual
        other.refreshMillihertz = refreshMillihertz
        return other == self
    }

    /// The refresh rate from fbdev timings, in thousandths of a hertz.
    ///
    /// - Parameters:
    ///   - picoseconds: the length of a pixel.
    ///   - columns: pixels of a row with its margins and sync.
    ///   - rows: rows of a picture with its margins and sync.
    /// - Returns: 0 (unknown) when a number is zero or the rate is outside 1...1000 Hz.
    public static func refresh(picoseconds: Int64, columns: Int64, rows: Int64) -> Int {
        guard picoseconds > 0, columns > 0, rows > 0 else { return 0 }
        let (pixels, tooMany) = columns.multipliedReportingOverflow(by: rows)
        let (time, tooLong) = pixels.multipliedReportingOverflow(by: picoseconds)
        guard !tooMany, !tooLong else { return 0 }
        let rate = 1_000_000_000_000_000 / time
        return (1_000...1_000_000).contains(rate) ? Int(rate) : 0
    }
}
