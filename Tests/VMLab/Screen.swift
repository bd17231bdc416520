import Foundation

/// A picture as a display shows it: red, green and blue, a byte each.
public struct Screen: Equatable, Sendable, CustomStringConvertible {
    public struct Pixel: Equatable, Sendable, CustomStringConvertible {
        public var red, green, blue: UInt8
        public init(red: UInt8, green: UInt8, blue: UInt8) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }
        public var description: String { "(\(red), \(green), \(blue))" }
    }

    public let width: Int
    public let height: Int
    /// Rows from the top, three bytes a pixel.
    private(set) var bytes: [UInt8]

    private init(width: Int, height: Int, bytes: [UInt8]) {
        (self.width, self.height, self.bytes) = (width, height, bytes)
    }

    /// A picture file of kind PPM, binary, 255 levels.
    public init(picture file: URL) throws {
        let content = try [UInt8](Data(contentsOf: file))
        var position = 0
        func word() -> String {
            while position < content.count, content[position] <= 32 { position += 1 }
            let start = position
            while position < content.count, content[position] > 32 { position += 1 }
            return String(decoding: content[start..<position], as: UTF8.self)
        }
        guard word() == "P6", let width = Int(word()), let height = Int(word()), word() == "255" else {
            throw LabError("\(file.path) is no binary PPM of 255 levels")
        }
        position += 1
        // QEMU fills its rows up to four bytes, against the format's rules.
        let row = width * 3, rows = content.count - position
        let stride = rows == row * height ? row : (row + 3) / 4 * 4
        guard width > 0, height > 0, rows == stride * height else {
            throw LabError("\(file.path): not the size of \(width)x\(height) pixels")
        }
        self.width = width
        self.height = height
        bytes = stride == row
            ? Array(content[position...])
            : (0..<height).flatMap { content[position + $0 * stride..<position + $0 * stride + row] }
    }

    /// A framebuffer's memory, whose rows are `stride` bytes apart.
    public init(
        memory: [UInt8], width: Int, height: Int, stride: Int, format: PixelFormat, palette: [Pixel] = []
    ) throws {
        let bits = format.bitsPerPixel
        guard width > 0, height > 0, stride >= (width * bits + 7) / 8, memory.count >= stride * height,
            format != .C8 || palette.count == 256
        else {
            throw LabError("\(memory.count) bytes of memory hold no \(width)x\(height) \(format.rawValue)")
        }
        self.width = width
        self.height = height
        bytes = [UInt8](unsafeUninitializedCapacity: width * height * 3) { target, count in
            for row in 0..<height {
                for column in 0..<width {
                    let start = row * stride + column * bits / 8
                    var word: UInt32 = 0
                    if bits < 8 {
                        word = UInt32(memory[start]) >> UInt32(column * bits % 8) & (1 << UInt32(bits) - 1)
                    } else {
                        for byte in 0..<bits / 8 { word |= UInt32(memory[start + byte]) << UInt32(8 * byte) }
                    }
                    let pixel = format.colour(of: word, palette: palette)
                    target[count] = pixel.red
                    target[count + 1] = pixel.green
                    target[count + 2] = pixel.blue
                    count += 3
                }
            }
        }
    }

    public subscript(x: Int, y: Int) -> Pixel {
        let start = (y * width + x) * 3
        return Pixel(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
    }

    /// Whether all pixels are alike, as on a screen that shows nothing.
    public var isPlain: Bool {
        bytes.indices.allSatisfy { bytes[$0] == bytes[$0 % 3] }
    }

    /// Whether this is what QEMU puts in the place of a display that is off: one
    /// line in the middle of black.
    public var isWithoutSignal: Bool {
        let middle = (height / 2 - 20) * width * 3..<(height / 2 + 20) * width * 3
        return !isPlain && bytes.indices.allSatisfy { middle.contains($0) || bytes[$0] == 0 }
    }

    /// The same picture with only the bits a format holds. A short channel is
    /// widened to a byte in many ways, which all agree in its upper bits.
    public func reduced(to format: PixelFormat) -> Screen {
        guard format.isShort else { return self }
        var screen = self
        for start in stride(from: 0, to: bytes.count, by: 3) {
            screen.bytes[start] &= 0xF8
            screen.bytes[start + 1] &= 0xFC
            screen.bytes[start + 2] &= 0xF8
        }
        return screen
    }

    /// Whether this is that exact picture in a short format, dithered in whatever
    /// pattern: each channel is one of the two values nearest to the exact one.
    public func isDithering(of exact: Screen, to format: PixelFormat) -> Bool {
        guard width == exact.width, height == exact.height else { return false }
        return bytes.indices.allSatisfy { index in
            let bits = format.isShort ? (index % 3 == 1 ? 6 : 5) : 8
            let largest = 1 << bits - 1
            let shown = Int(bytes[index] >> (8 - bits)) * 255, wanted = Int(exact.bytes[index]) * largest
            return abs(shown - wanted) < 255
        }
    }

    /// The picture turned clockwise by so many degrees, a multiple of 90: turned
    /// by 90, what was its top edge is its right one.
    public func turned(clockwise degrees: Int) -> Screen {
        precondition(degrees % 90 == 0 && degrees >= 0, "quarter turns")
        if degrees == 0 { return self }
        if degrees > 90 { return turned(clockwise: degrees - 90).turned(clockwise: 90) }
        var turned: [UInt8] = []
        turned.reserveCapacity(bytes.count)
        for column in 0..<width {
            for row in (0..<height).reversed() {
                let start = (row * width + column) * 3
                turned += bytes[start..<start + 3]
            }
        }
        return Screen(width: height, height: width, bytes: turned)
    }

    /// Where and how the other picture differs, in words; nil when it is equal.
    public func difference(from other: Screen) -> String? {
        guard width == other.width, height == other.height else {
            return "the size is \(width)x\(height), not \(other.width)x\(other.height)"
        }
        guard bytes != other.bytes else { return nil }
        var count = 0
        var first: (x: Int, y: Int)?
        for y in 0..<height {
            for x in 0..<width where self[x, y] != other[x, y] {
                count += 1
                if first == nil { first = (x, y) }
            }
        }
        guard let (x, y) = first else { return nil }
        return "\(count) pixels differ, first at \(x), \(y): \(self[x, y]), not \(other[x, y])"
    }

    /// In a report, instead of a million numbers.
    public var description: String { "\(width)x\(height) with checksum \(checksum(as: .XRGB8888))" }

    /// Writes the picture as a PPM file.
    public func write(to file: URL) throws {
        try Data(Array("P6\n\(width) \(height)\n255\n".utf8) + bytes).write(to: file)
    }
}
