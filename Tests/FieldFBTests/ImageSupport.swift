import Foundation
import Testing

@testable import FieldFB

/// A folder that lasts as long as a test.
final class ScratchFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "/fieldfb-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}

/// Runs a program of the system to its end and returns what it wrote.
func runTool(_ words: [String], input: Data? = nil) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    if let input {
        let path = NSTemporaryDirectory() + "/fieldfb-input-" + UUID().uuidString
        try input.write(to: URL(fileURLWithPath: path))
        process.standardInput = FileHandle(forReadingAtPath: path)
        try process.run()
        try FileManager.default.removeItem(atPath: path)
    } else {
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(words.joined(separator: " ")) failed")
    return data
}

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

/// Writes frames to a path; the errors of the writer come out unchanged.
func write(
    _ frames: [TestPicture], to path: String, _ format: PictureFormat,
    rate: AnimationRate = .standard
) throws(PictureError) {
    var writer = try PictureWriter.begin(
        .path(path), format: format, width: frames[0].width, height: frames[0].height,
        frameCount: frames.count, rate: rate)
    for frame in frames {
        let surface = frame.surface
        try writer.add(surface)
    }
    try writer.finish()
}

/// A chunk of a PNG file, whose checksum was right.
struct PNGChunk {
    let type: String
    let data: [UInt8]

    static let signature: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]

    /// Reads a PNG file by the words of its specification, and nothing else.
    static func read(_ data: Data) -> [PNGChunk]? {
        let bytes = [UInt8](data)
        guard bytes.starts(with: signature) else { return nil }
        var index = 8
        var chunks: [PNGChunk] = []
        while index + 12 <= bytes.count {
            let length = Int(number(bytes, index))
            guard index + 12 + length <= bytes.count else { return nil }
            let checked = Array(bytes[(index + 4)..<(index + 8 + length)])
            guard checksum(checked) == number(bytes, index + 8 + length) else { return nil }
            chunks.append(
                PNGChunk(
                    type: String(decoding: checked[0..<4], as: UTF8.self), data: Array(checked[4...])))
            index += 12 + length
        }
        return index == bytes.count ? chunks : nil
    }

    static func number(_ bytes: [UInt8], _ index: Int) -> UInt32 {
        bytes[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }

    var numbers: [UInt32] {
        stride(from: 0, to: data.count - 3, by: 4).map { PNGChunk.number(data, $0) }
    }

    /// CRC-32 bit by bit, with the reversed polynomial of the PNG specification.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        }
        return ~value
    }

    var encoded: [UInt8] {
        let body = Array(type.utf8) + data
        func big(_ number: UInt32) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
        }
        return big(UInt32(data.count)) + body + big(PNGChunk.checksum(body))
    }
}
