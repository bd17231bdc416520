import CDRM

/// How pixels get into the memory of a framebuffer device.
@usableFromInline
enum FramebufferStore: ~Copyable {
    /// The memory is mapped.
    case mapped(ScanoutMemory)
    /// The device cannot be mapped: rows are packed and written.
    case written(RowWriter)

    var name: String {
        switch self {
        case .mapped: "mapped memory"
        case .written: "written rows"
        }
    }

    mutating func write(
        _ surface: borrowing Surface, _ rect: PixelRect, _ layout: ScanoutLayout,
        _ packer: PixelPacker, _ orientation: Orientation, descriptor: CInt
    ) throws(SystemFailure) {
        var failure: SystemFailure?
        switch consume self {
        case .mapped(var memory):
            memory.write(surface, rect, layout: layout, packer: packer, orientation: orientation)
            if memory.isLost { failure = SystemFailure(call: "store to mapped memory", errno: ENODEV) }
            self = .mapped(memory)
        case .written(var writer):
            do {
                try writer.write(
                    surface, rect, layout: layout, packer: packer, orientation: orientation,
                    descriptor: descriptor)
            } catch { failure = error }
            self = .written(writer)
        }
        if let failure { throw failure }
    }

    /// Makes the display black; what cannot be is left.
    mutating func clear(_ layout: ScanoutLayout, _ packer: PixelPacker, descriptor: CInt) {
        switch consume self {
        case .mapped(var memory):
            memory.clear(layout: layout, packer: packer)
            self = .mapped(memory)
        case .written(var writer):
            try? writer.clear(layout: layout, packer: packer, descriptor: descriptor)
            self = .written(writer)
        }
    }
}

/// Writes rows of pixels to a device as to a file.
@usableFromInline
struct RowWriter {
    private var row: [UInt8]
    private var turnedRows = TurnedRows()

    init(_ layout: ScanoutLayout) {
        row = [UInt8](repeating: 0, count: layout.format.byteCount(pixels: layout.width))
    }

    mutating func write(
        _ surface: borrowing Surface, _ rect: PixelRect, layout: ScanoutLayout, packer: PixelPacker,
        orientation: Orientation, descriptor: CInt
    ) throws(SystemFailure) {
        guard let glass = layout.place(of: rect, surface, orientation) else { return }
        var rows = TurnedRows()
        swap(&rows, &turnedRows)
        defer { swap(&rows, &turnedRows) }
        var y = glass.y
        while y < glass.maxY {
            let band = PixelRect(
                trustedLeft: glass.x, top: y, right: glass.maxX, bottom: min(y + TurnedRows.most, glass.maxY))
            rows.gather(surface, band, orientation, glassWidth: layout.width, glassHeight: layout.height)
            for line in 0..<band.height {
                var storage = row.mutableSpan
                var bytes = unsafe storage.mutableBytes
                packer.pack(
                    rows.gathered, from: line * band.width, count: band.width, x: band.x,
                    y: band.y + line, into: &bytes, at: 0)
                try writeRow(pixels: band.width, layout, x: band.x, y: band.y + line, descriptor)
            }
            y = band.maxY
        }
    }

    mutating func clear(layout: ScanoutLayout, packer: PixelPacker, descriptor: CInt) throws(SystemFailure) {
        let black = [UInt32](repeating: 0xFF00_0000, count: layout.width)
        for y in 0..<layout.height {
            var storage = row.mutableSpan
            var bytes = unsafe storage.mutableBytes
            packer.pack(black.span, from: 0, count: layout.width, x: 0, y: y, into: &bytes, at: 0)
            try writeRow(pixels: layout.width, layout, x: 0, y: y, descriptor)
        }
    }

    /// Writes what is in `row` even when the device takes it in pieces.
    private func writeRow(
        pixels: Int, _ layout: ScanoutLayout, x: Int, y: Int, _ descriptor: CInt
    ) throws(SystemFailure) {
        let length = layout.format.byteCount(pixels: pixels)
        let offset = layout.offset(x: x, y: y)
        var done = 0
        while done < length {
            let taken = try systemWrite(descriptor, row, done..<length, at: offset + done)
            guard taken > 0 else { throw SystemFailure(call: "pwrite", errno: ENOSPC) }
            done += taken
        }
    }
}
