/// The palette for displays whose pixels are numbers of 256 colours: a cube of
/// six levels for each colour, and between its greys forty more, so that a
/// picture in greys has 46 of them and no tint.
public enum DisplayPalette {
    /// The levels of a colour of the cube: 0, 51, ... 255.
    static let sideLevels = [0, 51, 102, 153, 204, 255]
    /// How many greys there are, evenly from black to white.
    static let greyCount = 46
    /// The values of the greys.
    static let greyLevels: [Int] = (0..<greyCount).map { ($0 * 255 + 22) / 45 }

    /// The 256 colours as XRGB8888: number 36 r + 6 g + b for levels r, g and b
    /// of 0...5, then the greys that are not in the cube.
    public static let colours: [UInt32] = {
        var colours: [UInt32] = []
        for red in sideLevels {
            for green in sideLevels {
                for blue in sideLevels {
                    colours.append(0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
                }
            }
        }
        for grey in 0..<greyCount where grey % 9 != 0 {
            colours.append(0xFF00_0000 | UInt32(greyLevels[grey]) * 0x01_0101)
        }
        return colours
    }()

    /// The number of each grey in `colours`: every ninth is one of the cube.
    static let greyNumbers: [UInt8] = (0..<greyCount).map { grey in
        let (side, between) = (grey / 9, grey % 9)
        if between == 0 { return UInt8(side * 43) }
        return UInt8(216 + side * 8 + between - 1)
    }
}

/// The colours of a fixed palette nearest to all colours of four bits a channel.
enum NearestColours {
    /// For each of 4096 colours, red in the highest four bits of its number,
    /// the number in the palette, by the square of the distance.
    static func numbers(in palette: [UInt32]) -> [UInt8] {
        (0..<4096).map { wanted in
            var nearest = 0
            var shortest = Int.max
            for (number, colour) in palette.prefix(256).enumerated() {
                let red = Int(colour >> 16 & 0xFF) - (wanted >> 8) * 17
                let green = Int(colour >> 8 & 0xFF) - (wanted >> 4 & 15) * 17
                let blue = Int(colour & 0xFF) - (wanted & 15) * 17
                let distance = red * red + green * green + blue * blue
                if distance < shortest {
                    shortest = distance
                    nearest = number
                }
            }
            return UInt8(nearest)
        }
    }
}
