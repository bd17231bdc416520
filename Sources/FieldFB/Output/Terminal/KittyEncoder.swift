import CDRM

/// Draws pictures by the graphics protocol of the terminal kitty.
///
/// Each band is an image of its own with a fixed number: sent again, it takes
/// the place of the one before. The pixels go as RGB, deflated when zlib is on
/// the machine, in base64 of at most 4096 bytes a piece, as the protocol says.
/// `q=2` asks for no answers, which would be taken for keys.
struct KittyEncoder {
    private var bands: PictureBands
    private let deflater: Deflater?
    private var colours: [UInt8]
    private var deflated: [UInt8]

    private static let firstImage = 7041
    private static let pieceLength = 4096

    /// - Parameter deflates: whether to use zlib when it can be found.
    init(_ geometry: TerminalGeometry, deflates: Bool = true) {
        bands = PictureBands(geometry, rows: 4, step: 1)
        let pixelCount = geometry.width * bands.rowsInBand * geometry.cellHeight
        colours = [UInt8](repeating: 0, count: pixelCount * 3)
        if deflates, let deflater = Deflater() {
            self.deflater = deflater
            deflated = [UInt8](repeating: 0, count: deflater.limit(colours.count))
        } else {
            deflater = nil
            deflated = []
        }
    }

    mutating func change(_ damage: Damage) { bands.change(damage) }

    mutating func forget() { bands.changeAll() }

    /// Appends the bands that changed.
    mutating func encode(_ surface: borrowing Surface, into output: inout [UInt8]) {
        for index in 0..<bands.count where bands.take(index) {
            append(index, surface, to: &output)
        }
    }

    private mutating func append(
        _ index: Int, _ surface: borrowing Surface, to output: inout [UInt8]
    ) {
        let geometry = bands.geometry
        let rows = bands.rows(index)
        let top = rows.first * geometry.cellHeight
        let height = rows.count * geometry.cellHeight
        let pixels = surface.pixels.span
        for offset in 0..<(geometry.width * height) {
            let pixel = pixels[top * geometry.width + offset]
            colours[offset * 3] = UInt8(truncatingIfNeeded: pixel >> 16)
            colours[offset * 3 + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
            colours[offset * 3 + 2] = UInt8(truncatingIfNeeded: pixel)
        }
        let count = geometry.width * height * 3
        // Nil when there is no zlib: then the colours go as they are.
        var deflatedCount: Int?
        if let deflater { deflatedCount = deflater.deflate(colours, count, into: &deflated) }
        output.appendMove(row: geometry.firstRow + rows.first, column: geometry.firstColumn)
        output.appendText("\u{1B}_Ga=T,q=2,C=1,f=24,")
        if deflatedCount != nil { output.appendText("o=z,") }
        appendKey("s=", geometry.width, to: &output)
        appendKey(",v=", height, to: &output)
        appendKey(",c=", geometry.columns, to: &output)
        appendKey(",r=", rows.count, to: &output)
        appendKey(",p=1,i=", KittyEncoder.firstImage + index, to: &output)
        output.append(UInt8(ascii: ","))
        if let deflatedCount {
            appendPieces(deflated, deflatedCount, to: &output)
        } else {
            appendPieces(colours, count, to: &output)
        }
    }

    private func appendKey(_ key: StaticString, _ value: Int, to output: inout [UInt8]) {
        output.appendText(key)
        output.appendNumber(value)
    }

    /// Ends the keys of the first piece, and writes all pieces.
    private func appendPieces(_ bytes: [UInt8], _ count: Int, to output: inout [UInt8]) {
        let bytesInPiece = KittyEncoder.pieceLength / 4 * 3
        var start = 0
        while start < count {
            let end = min(start + bytesInPiece, count)
            if start > 0 { output.appendText("\u{1B}_Gq=2,") }
            output.appendText(end < count ? "m=1;" : "m=0;")
            appendBase64(bytes, start, end, to: &output)
            output.appendText("\u{1B}\\")
            start = end
        }
    }

    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private func appendBase64(
        _ bytes: [UInt8], _ start: Int, _ end: Int, to output: inout [UInt8]
    ) {
        let letters = KittyEncoder.letters
        var index = start
        while index < end {
            let taken = min(3, end - index)
            var group = UInt32(bytes[index]) << 16
            if taken > 1 { group |= UInt32(bytes[index + 1]) << 8 }
            if taken > 2 { group |= UInt32(bytes[index + 2]) }
            output.append(letters[Int(group >> 18)])
            output.append(letters[Int(group >> 12 & 63)])
            output.append(taken > 1 ? letters[Int(group >> 6 & 63)] : UInt8(ascii: "="))
            output.append(taken > 2 ? letters[Int(group & 63)] : UInt8(ascii: "="))
            index += 3
        }
    }
}
