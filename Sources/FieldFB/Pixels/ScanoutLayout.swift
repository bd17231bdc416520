/// Where the pixels of a display lie in its memory.
///
/// The one place that knows base, row step, size and format together. Its
/// initialiser proves that the whole picture lies inside the memory; after
/// that every offset it gives is inside.
public struct ScanoutLayout: Equatable, Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// The byte at which the first pixel begins.
    public let base: Int
    /// Bytes from one row to the next. The bytes behind a row's last pixel are
    /// never written.
    public let pitch: Int
    /// The layout of a pixel.
    public let format: PixelFormat

    /// A layout in a memory of `byteCount` bytes, or nil when no `Surface` can
    /// have the size, a row is longer than the pitch, or the picture does not
    /// end inside the memory.
    public init?(width: Int, height: Int, base: Int, pitch: Int, format: PixelFormat, byteCount: Int) {
        guard Surface.canBe(width: width, height: height), base >= 0,
            pitch >= format.byteCount(pixels: width)
        else { return nil }
        let (rows, tooManyRows) = pitch.multipliedReportingOverflow(by: height - 1)
        let (end, tooFar) = rows.addingReportingOverflow(format.byteCount(pixels: width))
        let (total, tooLong) = end.addingReportingOverflow(base)
        guard !tooManyRows, !tooFar, !tooLong, total <= byteCount else { return nil }
        self.width = width
        self.height = height
        self.base = base
        self.pitch = pitch
        self.format = format
    }

    /// The byte in which a pixel of the picture begins.
    func offset(x: Int, y: Int) -> Int {
        base + y * pitch + x * format.bitsPerPixel / 8
    }

    /// Where a part of a picture goes, or nil when nothing of it lies on the
    /// glass or the picture is not as large as the turned glass.
    ///
    /// Where several pixels share a byte, the place is widened to whole bytes:
    /// what else is in a byte cannot be kept, since the memory is never read,
    /// so all of the byte is taken from the picture.
    func place(of rect: PixelRect, _ surface: borrowing Surface, _ orientation: Orientation) -> PixelRect? {
        let isTurned = orientation.swapsSides
        guard surface.width == (isTurned ? height : width), surface.height == (isTurned ? width : height),
            let inside = rect.intersection(surface.bounds)
        else { return nil }
        let place = orientation.onGlass(inside, width: width, height: height)
        let inByte = format.pixelsPerByte
        if inByte == 1 { return place }
        return PixelRect(
            trustedLeft: place.x / inByte * inByte, top: place.y,
            right: min((place.maxX + inByte - 1) / inByte * inByte, width), bottom: place.maxY)
    }

    /// The whole picture as a rectangle.
    var bounds: PixelRect? { PixelRect(x: 0, y: 0, width: width, height: height) }
}
