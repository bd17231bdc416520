import CDRM

/// How pixels get into the memory of a framebuffer device.
enum FramebufferStore: ~Copyable {
    /// The memory is mapped.
    case mapped(ScanoutMemory)
    /// The device cannot be mapped: rows are packed into this buffer and written.
    case written([UInt8])

    var name: String {
        switch self {
        case .mapped: "mapped memory"
        case .written: "written rows"
        }
    }

    mutating func write(
        _ surface: borrowing Surface, _ rect: PixelRect, _ layout: ScanoutLayout,
        _ packer: PixelPacker, descriptor: CInt
    ) throws(SystemFailure) {
        switch consume self {
        case .mapped(var memory):
            memory.write(surface, rect, layout: layout, packer: packer, orientation: .upright)
            self = .mapped(memory)
        case .written(var row):
            self = .written([])
            var failure: SystemFailure?
            let length = rect.width * layout.format.bytesPerPixel
            for y in rect.y..<rect.maxY where failure == nil {
                var storage = row.mutableSpan
                var bytes = unsafe storage.mutableBytes
                packer.pack(surface, x: rect.x, y: y, count: rect.width, into: &bytes, at: 0)
                do {
                    try FramebufferStore.writeAll(
                        descriptor, row, length: length, at: layout.offset(x: rect.x, y: y))
                } catch {
                    failure = error
                }
            }
            self = .written(row)
            if let failure { throw failure }
        }
    }

    /// Writes a row even when the device takes it in pieces.
    private static func writeAll(
        _ descriptor: CInt, _ row: [UInt8], length: Int, at offset: Int
    ) throws(SystemFailure) {
        var done = 0
        while done < length {
            let taken = try systemWrite(descriptor, row, done..<length, at: offset + done)
            guard taken > 0 else { throw SystemFailure(call: "pwrite", errno: ENOSPC) }
            done += taken
        }
    }
}
