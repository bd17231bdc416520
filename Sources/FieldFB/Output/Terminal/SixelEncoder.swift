/// Draws pictures as sixels: strips of six pixel rows, each colour of a strip
/// as one line of letters whose six bits are the pixels of that colour.
///
/// Colours are told by five bits a channel, and the first 256 that appear get
/// a register; later ones take the nearest of these, until a picture is drawn
/// whole. The ramp of a field needs at most 94.
struct SixelEncoder {
    private var bands: PictureBands
    /// The register of each colour of 15 bits, or `none`.
    private var registers = [UInt16](repeating: SixelEncoder.none, count: 1 << 15)
    /// The colour of each register.
    private var colours: [UInt16] = []
    /// The six bits of each column, for each register.
    private var bits: [UInt8]
    /// The registers of a strip, in the order of appearance.
    private var stripRegisters: [UInt16] = []
    private var isInStrip = [Bool](repeating: false, count: SixelEncoder.registerLimit)

    private static let none = UInt16.max
    private static let registerLimit = 256

    init(_ geometry: TerminalGeometry) {
        bands = PictureBands(geometry, rows: 2, step: 6)
        bits = [UInt8](repeating: 0, count: geometry.width * SixelEncoder.registerLimit)
        colours.reserveCapacity(SixelEncoder.registerLimit)
        stripRegisters.reserveCapacity(SixelEncoder.registerLimit)
    }

    mutating func change(_ damage: Damage) { bands.change(damage) }

    mutating func forget() { bands.changeAll() }

    /// Appends the bands that changed.
    mutating func encode(_ surface: borrowing Surface, into output: inout [UInt8]) {
        let geometry = bands.geometry
        if bands.areAllChanged, colours.count == SixelEncoder.registerLimit { forgetColours() }
        for index in 0..<bands.count where bands.take(index) {
            let rows = bands.rows(index)
            let top = rows.first * geometry.cellHeight
            let height = rows.count * geometry.cellHeight
            output.appendMove(row: geometry.firstRow + rows.first, column: geometry.firstColumn)
            // Pixels that are not set stay; square pixels; the size in pixels.
            output.appendText("\u{1B}P0;1;0q\"1;1;")
            output.appendNumber(geometry.width)
            output.append(UInt8(ascii: ";"))
            output.appendNumber(height)
            var y = top
            while y < top + height {
                appendStrip(surface, y, min(6, top + height - y), to: &output)
                y += 6
            }
            output.appendText("\u{1B}\\")
        }
    }

    private mutating func appendStrip(
        _ surface: borrowing Surface, _ y: Int, _ height: Int, to output: inout [UInt8]
    ) {
        let width = surface.width
        let pixels = surface.pixels.span
        for row in 0..<height {
            for x in 0..<width {
                let register = Int(self.register(pixels[(y + row) * width + x]))
                if !isInStrip[register] {
                    isInStrip[register] = true
                    stripRegisters.append(UInt16(register))
                }
                bits[register * width + x] |= 1 << UInt8(row)
            }
        }
        for register in stripRegisters {
            appendColour(Int(register), to: &output)
            appendLine(Int(register) * width, width, to: &output)
            output.append(UInt8(ascii: "$"))
            isInStrip[Int(register)] = false
        }
        stripRegisters.removeAll(keepingCapacity: true)
        output.append(UInt8(ascii: "-"))
    }

    /// Appends the letters of one colour, runs shortened, and clears its bits.
    private mutating func appendLine(_ start: Int, _ width: Int, to output: inout [UInt8]) {
        var x = 0
        while x < width {
            let value = bits[start + x]
            var end = x
            while end < width, bits[start + end] == value {
                bits[start + end] = 0
                end += 1
            }
            // Nothing of this colour follows.
            if value == 0, end == width { break }
            let letter = 63 + value
            if end - x > 3 {
                output.append(UInt8(ascii: "!"))
                output.appendNumber(end - x)
                output.append(letter)
            } else {
                for _ in x..<end { output.append(letter) }
            }
            x = end
        }
    }

    /// Selects a register and says its colour, in hundredths of each channel.
    private func appendColour(_ register: Int, to output: inout [UInt8]) {
        let colour = Int(colours[register])
        output.append(UInt8(ascii: "#"))
        output.appendNumber(register)
        output.appendText(";2;")
        output.appendNumber(((colour >> 10) * 100 + 15) / 31)
        output.append(UInt8(ascii: ";"))
        output.appendNumber(((colour >> 5 & 31) * 100 + 15) / 31)
        output.append(UInt8(ascii: ";"))
        output.appendNumber(((colour & 31) * 100 + 15) / 31)
        output.append(UInt8(ascii: "#"))
        output.appendNumber(register)
    }

    private mutating func forgetColours() {
        for colour in registers.indices { registers[colour] = SixelEncoder.none }
        colours.removeAll(keepingCapacity: true)
    }

    private mutating func register(_ pixel: UInt32) -> UInt16 {
        func five(_ level: UInt32) -> UInt32 { ((level & 0xFF) * 31 + 127) / 255 }
        let colour = Int(five(pixel >> 16) << 10 | five(pixel >> 8) << 5 | five(pixel))
        if registers[colour] != SixelEncoder.none { return registers[colour] }
        if colours.count < SixelEncoder.registerLimit {
            registers[colour] = UInt16(colours.count)
            colours.append(UInt16(colour))
        } else {
            registers[colour] = nearest(colour)
        }
        return registers[colour]
    }

    private func nearest(_ colour: Int) -> UInt16 {
        var best = 0
        var least = Int.max
        for (register, other) in colours.enumerated() {
            let red = (colour >> 10) - Int(other >> 10)
            let green = (colour >> 5 & 31) - Int(other >> 5 & 31)
            let blue = (colour & 31) - Int(other & 31)
            let distance = red * red + green * green + blue * blue
            if distance < least {
                least = distance
                best = register
            }
        }
        return UInt16(best)
    }
}
