/// Makes portable pixmaps (P6): a header line and three bytes a pixel.
enum PPMEncoder {
    static func write(
        _ surface: borrowing Surface, to file: inout PictureFile
    ) throws(PictureError) {
        try file.append(Array("P6\n\(surface.width) \(surface.height)\n255\n".utf8))
        var bytes = [UInt8](repeating: 0, count: surface.width * 3)
        let pixels = surface.pixels.span
        for y in 0..<surface.height {
            for x in 0..<surface.width {
                let pixel = pixels[y * surface.width + x]
                bytes[x * 3] = UInt8(truncatingIfNeeded: pixel >> 16)
                bytes[x * 3 + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                bytes[x * 3 + 2] = UInt8(truncatingIfNeeded: pixel)
            }
            try file.append(bytes)
        }
    }
}
