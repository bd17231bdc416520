/// The mapped memory of a display: the only type that holds its address.
///
/// It is written row by row from left to right and never read: such memory is
/// often uncached, and a load from it takes many times as long as a store.
///
/// Where its device is taken away, some drivers answer a store with a signal
/// that ends the program. That is caught: stores then go nowhere, and `isLost` tells.
@safe
@usableFromInline
struct ScanoutMemory: ~Copyable {
    private let address: UnsafeMutableRawPointer
    /// Bytes of the mapping, those before the memory proper included.
    private let mappedCount: Int
    private let skipped: Int
    private let memoryGuard: SystemMemoryGuard?
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
        unsafe memoryGuard = systemGuard(address, byteCount: mappedCount)
        self.mappedCount = mappedCount
        self.skipped = skipped
    }

    deinit {
        systemEndGuard(memoryGuard)
        unsafe systemUnmap(address, byteCount: mappedCount)
    }

    /// Whether the device was found gone at a store. What was written since is lost.
    var isLost: Bool { systemIsLost(memoryGuard) }

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
        systemArmGuards()
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

    /// Makes the display black.
    mutating func clear(layout: ScanoutLayout, packer: PixelPacker) {
        systemArmGuards()
        let black = [UInt32](repeating: 0xFF00_0000, count: layout.width)
        var target = bytes
        for y in 0..<layout.height {
            packer.pack(
                black.span, from: 0, count: layout.width, x: 0, y: y,
                into: &target, at: layout.offset(x: 0, y: y))
        }
    }
}
