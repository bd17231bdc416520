/// The mapped memory of a display: the only type that holds its address.
///
/// It is written row by row from left to right and never read: such memory is
/// often uncached, and a load from it takes many times as long as a store.
@safe
@usableFromInline
struct ScanoutMemory: ~Copyable {
    private let address: UnsafeMutableRawPointer
    /// Bytes of the mapping, those before the memory proper included.
    private let mappedCount: Int
    private let skipped: Int
    private var turnedRows = TurnedRows()

    /// Maps `byteCount` bytes of a device from `offset` on, for writing.
    ///
    /// - Parameter skipped: how many bytes lie before them in the mapping,
    ///   when the memory of the device does not begin at a page.
    init(
        descriptor: CInt, offset: Int64, byteCount: Int, skipped: Int = 0
    ) throws(SystemFailure) {
        let (sum, overflow) = byteCount.addingReportingOverflow(skipped)
        let mappedCount = overflow || skipped < 0 ? 0 : sum
        unsafe address = try systemMap(descriptor, offset: offset, byteCount: mappedCount)
        self.mappedCount = mappedCount
        self.skipped = skipped
    }

    deinit {
        unsafe systemUnmap(address, byteCount: mappedCount)
    }

    /// The memory, for the time of one access.
    private var bytes: MutableRawSpan {
        @_lifetime(&self)
        mutating get {
            let span = unsafe MutableRawSpan(
                _unsafeStart: address + skipped, byteCount: mappedCount - skipped)
            return unsafe _overrideLifetime(span, mutating: &self)
        }
    }

    /// Packs a rectangle of a picture to where it belongs on the display.
    ///
    /// Nothing is written when the picture is not as large as the turned glass.
    ///
    /// - Parameters:
    ///   - rect: a part of the picture; what leaves it is left out.
    ///   - layout: where the pixels of the glass lie, unturned.
    mutating func write(
        _ surface: borrowing Surface, _ rect: PixelRect, layout: ScanoutLayout, packer: PixelPacker,
        orientation: Orientation
    ) {
        guard let glass = layout.place(of: rect, surface, orientation) else { return }
        if orientation == .upright {
            var target = bytes
            for y in glass.y..<glass.maxY {
                packer.pack(
                    surface, x: glass.x, y: y, count: glass.width,
                    into: &target, at: layout.offset(x: glass.x, y: y))
            }
            return
        }
        var rows = TurnedRows()
        swap(&rows, &turnedRows)
        defer { swap(&rows, &turnedRows) }
        var target = bytes
        var y = glass.y
        while y < glass.maxY {
            let band = PixelRect(
                trustedLeft: glass.x, top: y, right: glass.maxX, bottom: min(y + TurnedRows.most, glass.maxY))
            rows.gather(surface, band, orientation, glassWidth: layout.width, glassHeight: layout.height)
            for row in 0..<band.height {
                packer.pack(
                    rows.gathered, from: row * band.width, count: band.width, x: band.x, y: band.y + row,
                    into: &target, at: layout.offset(x: band.x, y: band.y + row))
            }
            y = band.maxY
        }
    }
}
