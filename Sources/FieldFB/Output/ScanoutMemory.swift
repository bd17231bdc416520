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

    /// Packs a rectangle of a surface to where it belongs on the display.
    mutating func write(
        _ surface: borrowing Surface, _ rect: PixelRect, layout: ScanoutLayout, packer: PixelPacker
    ) {
        var target = bytes
        for y in rect.y..<rect.maxY {
            packer.pack(
                surface, x: rect.x, y: y, count: rect.width,
                into: &target, at: layout.offset(x: rect.x, y: y))
        }
    }
}
