import Testing

@testable import FieldFB

@Test("straight tables go from black to full, and are full behind the levels of a shorter field")
func straightTables() {
    let map = ColourMap(redBits: 2, greenBits: 3, blueBits: 1)
    #expect(map.count == 8)
    #expect(map.red == [0, 21845, 43690, 65535, 65535, 65535, 65535, 65535])
    #expect(map.green == [0, 9362, 18724, 28086, 37448, 46810, 56172, 65535])
    #expect(map.blue == [0, 65535, 65535, 65535, 65535, 65535, 65535, 65535])
}

@Test("absurd lengths make tables of a possible size", arguments: [Int.min, 0, 16, Int.max])
func absurdTables(length: Int) {
    let map = ColourMap(redBits: length, greenBits: length, blueBits: length)
    #expect((2...1024).contains(map.count))
    #expect(map.red.first == 0 && map.red.last == 65535)
}

@Test("colours become values of 16 bits, and colours again")
func paletteTables() {
    let colours: [UInt32] = [0xFF00_0000, 0xFF12_3456, 0xFFFF_FFFF]
    let map = ColourMap(colours: colours)
    #expect(map.red == [0, 0x1212, 0xFFFF])
    #expect(map.green == [0, 0x3434, 0xFFFF])
    #expect(map.blue == [0, 0x5656, 0xFFFF])
    #expect(map.colours == colours)
}

@Test("what needs which tables")
func neededTables() {
    let palette = PixelFormat(name: "C8")!
    let grey = PixelFormat(name: "R4")!
    #expect(ColourMap(.palette, palette)?.colours == DisplayPalette.colours)
    #expect(ColourMap(.palette, grey)?.count == 16)
    #expect(ColourMap(.palette, grey)?.colours[5] == 0xFF55_5555)
    #expect(ColourMap(.directColour, .rgb565)?.count == 64)
    #expect(ColourMap(.directColour, .rgb565)?.red[31] == 65535)
    #expect(ColourMap(.trueColour, .rgb565) == nil)
    #expect(ColourMap(.whiteIsOne, grey) == nil)
    #expect(ColourMap(.fixedPalette([0]), PixelFormat(bitsPerPixel: 8, meaning: .fixedPalette([0]))!) == nil)
}

@Test("entries that a device did not fill in are not taken for its own")
func filledEntries() {
    var first = ColourMap(filledWith: 0, count: 4)
    var second = ColourMap(filledWith: 0xFFFF, count: 4)
    for entry in 0..<2 {
        first.red[entry] = 7
        first.green[entry] = 8
        first.blue[entry] = 9
        second.red[entry] = 7
        second.green[entry] = 8
        second.blue[entry] = 9
    }
    let known = first.prefix(sameAs: second)
    #expect(known.count == 2)
    #expect(known.green == [8, 8] && known.blue == [9, 9])
    #expect(first.prefix(sameAs: ColourMap(colours: [])).count == 0)
}
