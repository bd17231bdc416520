/// The tables between the pixels of a framebuffer device and its glass: a
/// palette, or one table for each colour. Values go from 0 to 65535.
struct ColourMap: Equatable, Sendable {
    var red: [UInt16]
    var green: [UInt16]
    var blue: [UInt16]

    /// How many entries it has.
    var count: Int { red.count }

    /// The colours of a palette, XRGB8888.
    init(colours: [UInt32]) {
        red = colours.map { UInt16($0 >> 16 & 0xFF) * 257 }
        green = colours.map { UInt16($0 >> 8 & 0xFF) * 257 }
        blue = colours.map { UInt16($0 & 0xFF) * 257 }
    }

    /// Straight tables: each level of a field shows in proportion. Entries
    /// behind the levels of a field are full.
    init(redBits: Int, greenBits: Int, blueBits: Int) {
        let bits = max(1, min(ColourMap.mostBits, max(redBits, greenBits, blueBits)))
        func table(_ length: Int) -> [UInt16] {
            let highest = (1 << max(1, min(ColourMap.mostBits, length))) - 1
            return (0..<(1 << bits)).map { UInt16(min($0, highest) * 65535 / highest) }
        }
        red = table(redBits)
        green = table(greenBits)
        blue = table(blueBits)
    }

    /// Tables of one value.
    init(filledWith value: UInt16, count: Int) {
        red = [UInt16](repeating: value, count: count)
        green = red
        blue = red
    }

    /// Ten bits a colour: what the tables of any hardware have at most.
    private static let mostBits = 10

    /// What a device needs so that pixels of a format look right, or nil when
    /// it has no tables that can be set.
    init?(_ visual: FramebufferRecord.Visual, _ format: PixelFormat) {
        switch (visual, format.meaning) {
        case (_, .displayPalette):
            self.init(colours: DisplayPalette.colours)
        case (.palette, .grey):
            let bits = format.bitsPerPixel
            self.init(redBits: bits, greenBits: bits, blueBits: bits)
        case (.directColour, .colours):
            self.init(
                redBits: format.red.length, greenBits: format.green.length, blueBits: format.blue.length)
        default:
            return nil
        }
    }

    /// The entries at the beginning that are the same in both: asked for twice
    /// over different contents, those that the device filled in.
    func prefix(sameAs other: ColourMap) -> ColourMap {
        var same = 0
        while same < min(count, other.count),
            (red[same], green[same], blue[same]) == (other.red[same], other.green[same], other.blue[same])
        {
            same += 1
        }
        var result = self
        result.red = Array(red.prefix(same))
        result.green = Array(green.prefix(same))
        result.blue = Array(blue.prefix(same))
        return result
    }

    /// The entries as XRGB8888.
    var colours: [UInt32] {
        (0..<count).map { entry in
            0xFF00_0000 | UInt32(red[entry] >> 8) << 16 | UInt32(green[entry] >> 8) << 8
                | UInt32(blue[entry] >> 8)
        }
    }
}
