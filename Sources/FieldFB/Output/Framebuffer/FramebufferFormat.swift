/// The pixel format of a framebuffer device, as far as its record tells it.
struct FramebufferFormat: Equatable {
    let format: PixelFormat
    /// Whether the colour fields told nothing usable and the usual layout of
    /// the depth was taken.
    let isAssumed: Bool

    /// Reads a record: storage and visual first, then a code, then the fields;
    /// the depth alone decides nothing.
    init(_ record: FramebufferRecord) throws(FramebufferRefusal) {
        if let code = FramebufferFormat.code(of: record) {
            guard let coded = FramebufferFormat.coded(code) else { throw .code(UInt32(truncatingIfNeeded: code)) }
            self.init(coded)
            return
        }
        guard record.nonstandard == 0 else { throw .nonstandard(record.nonstandard) }
        switch record.storage {
        case .packed: break
        // One plane is packed.
        case .planes: guard record.bitsPerPixel == 1 else { throw .notPacked }
        case .code, .other: throw .notPacked
        }
        switch record.visual {
        case .trueColour, .directColour:
            try self.init(fieldsOf: record)
        case .palette where record.bitsPerPixel == 8:
            try self.init(record, .displayPalette)
        case .palette:
            // Few colours are set up as greys.
            try self.init(record, .grey)
        case .fixedPalette(let colours):
            guard !colours.isEmpty else { throw .unknownColours }
            guard (1...8).contains(record.bitsPerPixel) else { throw .depth(record.bitsPerPixel) }
            try self.init(record, .fixedPalette(Array(colours.prefix(1 << record.bitsPerPixel))))
        case .blackIsOne:
            try self.init(record, .darkness)
        case .whiteIsOne:
            try self.init(record, .grey)
        case .code, .other:
            throw .visual
        }
    }

    private init(_ format: PixelFormat, isAssumed: Bool = false) {
        self.format = format
        self.isAssumed = isAssumed
    }

    private init(_ record: FramebufferRecord, _ meaning: PixelFormat.Meaning) throws(FramebufferRefusal) {
        guard let format = PixelFormat(
            bitsPerPixel: record.bitsPerPixel, meaning: meaning, isLowestFirst: record.isLowestFirst)
        else { throw .depth(record.bitsPerPixel) }
        self.init(format)
    }

    // MARK: - Colour fields

    private init(fieldsOf record: FramebufferRecord) throws(FramebufferRefusal) {
        let isOneField = record.red == record.green && record.green == record.blue
        if record.bitsPerPixel <= 8, record.grayscale == 2 {
            try self.init(record, .darkness)
            return
        }
        // Three colours in the same bits are one brightness.
        if record.bitsPerPixel <= 8, record.grayscale == 1 || isOneField && record.red.length > 0 {
            try self.init(record, .grey)
            return
        }
        guard let bits = FramebufferFormat.storageBits(record) else { throw .depth(record.bitsPerPixel) }
        // Fields msb_right of which is set are no mirrored ones: the kernel
        // itself never looks at it there.
        let told =
            PixelFormat(
                bitsPerPixel: bits, red: record.red, green: record.green, blue: record.blue,
                alpha: record.alpha)
            ?? PixelFormat(bitsPerPixel: bits, red: record.red, green: record.green, blue: record.blue)
        if let told {
            self.init(told)
            return
        }
        guard let usual = FramebufferFormat.usual(record.bitsPerPixel, storageBits: bits) else {
            throw .depth(record.bitsPerPixel)
        }
        self.init(usual, isAssumed: true)
    }

    /// How many bits a pixel takes in memory: whole bytes, and by the kernel's
    /// rule no more than needed. But some drivers store 18 bits in four bytes,
    /// which shows in a line length that is just enough for that.
    private static func storageBits(_ record: FramebufferRecord) -> Int? {
        guard (8...32).contains(record.bitsPerPixel) else { return nil }
        let bits = (record.bitsPerPixel + 7) / 8 * 8
        if bits == 24 && record.bitsPerPixel < 24 {
            let (inFour, overflow) = max(record.width, record.virtualWidth).multipliedReportingOverflow(by: 4)
            if !overflow, inFour > 0, record.lineLength >= inFour, record.lineLength - inFour < 256 { return 32 }
        }
        return bits
    }

    /// The layout that nearly every device of a depth has.
    private static func usual(_ bits: Int, storageBits: Int) -> PixelFormat? {
        func fields(_ red: Int, _ green: Int, _ blue: Int) -> PixelFormat? {
            PixelFormat(
                bitsPerPixel: storageBits, red: BitField(offset: green + blue, length: red),
                green: BitField(offset: blue, length: green), blue: BitField(offset: 0, length: blue))
        }
        return switch bits {
        case 8: fields(3, 3, 2)
        case 12: fields(4, 4, 4)
        case 15: fields(5, 5, 5)
        case 16: fields(5, 6, 5)
        case 18: fields(6, 6, 6)
        case 24, 32: fields(8, 8, 8)
        case 30: fields(10, 10, 10)
        default: nil
        }
    }

    // MARK: - Codes

    /// The four letters that the record names its format by, or nil when it
    /// goes by fields.
    private static func code(of record: FramebufferRecord) -> Int? {
        if record.storage == .code || record.visual == .code { return record.grayscale }
        // Smaller numbers are no four letters.
        if record.grayscale > 0xFFFF { return record.grayscale }
        if record.nonstandard > 0xFFFF { return record.nonstandard }
        return nil
    }

    /// The formats of the kernel's videodev2.h that can be drawn. Their names
    /// count bytes from the first on, or the bits of a little-endian word.
    private static func coded(_ code: Int) -> PixelFormat? {
        func letters(_ text: StaticString) -> Int {
            text.withUTF8Buffer { bytes in
                var code = 0
                for index in bytes.indices.reversed() { code = unsafe code << 8 | Int(bytes[index]) }
                return code
            }
        }
        return switch code {
        case letters("RGBP"): .rgb565
        case letters("RGB3"): .bgr888
        case letters("BGR3"): .rgb888
        // Blue first, with unused bits or transparency behind; two spellings.
        case letters("BGR4"), letters("XR24"): .xrgb8888
        case letters("AR24"): .argb8888
        case letters("XB24"): .xbgr8888
        case letters("AB24"): .abgr8888
        case letters("RGB1"): PixelFormat(name: "RGB332")
        case letters("RGBO"), letters("XR15"): PixelFormat(name: "XRGB1555")
        case letters("AR15"): PixelFormat(name: "ARGB1555")
        case letters("GREY"): PixelFormat(name: "R8")
        default: nil
        }
    }
}
