import Foundation
import Testing

@testable import FieldFB

/// A picture in the tests: colours as 0xRRGGBB.
struct TestPicture: Equatable, CustomTestStringConvertible {
    /// Short, since a failed comparison prints both pictures.
    var testDescription: String { "\(width)x\(height) picture \(colours.hashValue)" }

    var width: Int
    var height: Int
    var colours: [UInt32]

    init(width: Int, height: Int, _ colour: (Int, Int) -> UInt32) {
        self.width = width
        self.height = height
        colours = []
        for y in 0..<height { for x in 0..<width { colours.append(colour(x, y) & 0xFF_FFFF) } }
    }

    /// Reads what netpbm writes: P4, P5, P6, or P7 (PAM) with one to four channels
    /// of 8 bits. Pixels that are fully transparent become 0x1000000.
    init?(netpbm data: Data) {
        let bytes = [UInt8](data)
        var index = 0
        func word() -> String {
            while index < bytes.count, bytes[index] <= 32 { index += 1 }
            var letters: [UInt8] = []
            while index < bytes.count, bytes[index] > 32 {
                letters.append(bytes[index])
                index += 1
            }
            return String(decoding: letters, as: UTF8.self)
        }
        var depth = 3
        let kind = word()
        width = 0
        height = 0
        colours = []
        switch kind {
        case "P5", "P6":
            depth = kind == "P5" ? 1 : 3
            width = Int(word()) ?? 0
            height = Int(word()) ?? 0
            guard word() == "255" else { return nil }
        case "P4":
            width = Int(word()) ?? 0
            height = Int(word()) ?? 0
            let rowBytes = (width + 7) / 8
            guard bytes.count == index + 1 + rowBytes * height else { return nil }
            for y in 0..<height {
                for x in 0..<width {
                    let isBlack = bytes[index + 1 + y * rowBytes + x / 8] & (0x80 >> UInt8(x % 8)) != 0
                    colours.append(isBlack ? 0 : 0xFF_FFFF)
                }
            }
            return
        case "P7":
            while index < bytes.count {
                let key = word()
                if key == "ENDHDR" { break }
                let value = word()
                if key == "WIDTH" { width = Int(value) ?? 0 }
                if key == "HEIGHT" { height = Int(value) ?? 0 }
                if key == "DEPTH" { depth = Int(value) ?? 0 }
                if key == "MAXVAL", value != "255" { return nil }
            }
        default: return nil
        }
        index += 1
        guard bytes.count - index >= width * height * depth, width > 0, depth > 0 else { return nil }
        for pixel in 0..<(width * height) {
            let place = index + pixel * depth
            let last = depth >= 3 ? 1 : 0
            let red = UInt32(bytes[place])
            let green = UInt32(bytes[place + last])
            let blue = UInt32(bytes[place + 2 * last])
            let isClear = depth % 2 == 0 && bytes[place + depth - 1] == 0
            colours.append(isClear ? 0x100_0000 : red << 16 | green << 8 | blue)
        }
    }

    var surface: Surface {
        var surface = Surface(width: width, height: height)!
        surface.pixels = colours.map { $0 | 0xFF00_0000 }
        return surface
    }

    /// Puts another picture over this one; clear pixels of it change nothing.
    mutating func put(_ other: TestPicture, x: Int, y: Int) {
        for row in 0..<other.height {
            for column in 0..<other.width {
                let colour = other.colours[row * other.width + column]
                if colour != 0x100_0000 { colours[(y + row) * width + x + column] = colour }
            }
        }
    }

    /// Grey dots that grow with the frame, as the field's are: a ramp of at
    /// most 256 colours between two.
    static func dots(width: Int, height: Int, frame: Int) -> TestPicture {
        TestPicture(width: width, height: height) { x, y in
            let dx = x % 14 - 7
            let dy = y % 14 - 7
            let reach = 60 + (x / 14 * 17 + y / 14 * 29 + frame * 5) % 160
            let level = UInt32(max(0, min(255, reach - (dx * dx + dy * dy) * 4)))
            return level << 16 | level << 8 | level
        }
    }

    /// Many more than 256 colours.
    static func gradient(width: Int, height: Int) -> TestPicture {
        TestPicture(width: width, height: height) { x, y in
            UInt32(x * 255 / max(1, width - 1)) << 16 | UInt32(y * 255 / max(1, height - 1)) << 8
                | UInt32((x + y) & 0xFF)
        }
    }
}
