import CDRM

/// Writes an animated PNG, frame by frame.
///
/// libpng encodes the changed rectangle of each frame as a picture of its own;
/// its IDAT chunks become the fdAT chunks of the animation, with a frame control
/// chunk (fcTL) before them. See the APNG section of the PNG specification, third edition.
struct AnimatedPNG {
    private var encoder: PNGEncoder
    private let zlib: cdrm_zlib_library
    private var comparison = FrameComparison()
    private let rate: AnimationRate
    private let frameCount: Int
    private var framesWritten = 0
    private var sequenceNumber: UInt32 = 0

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    init(rate: AnimationRate, frameCount: Int) throws(PictureError) {
        encoder = try PNGEncoder()
        zlib = try systemOpenZLibrary()
        self.rate = rate
        self.frameCount = frameCount
    }

    mutating func add(
        _ surface: borrowing Surface, to file: inout PictureFile
    ) throws(PictureError) {
        // A frame has at least one pixel, also when nothing changed.
        let rect = comparison.changedRect(surface) ?? surface.bounds.topLeftPixel
        try encoder.encode(surface, rect, place: file.place)
        let isFirst = framesWritten == 0
        if isFirst { try file.append(AnimatedPNG.signature) }
        var controlIsWritten = false
        let bytes = encoder.encoded
        for chunk in try chunks(bytes, place: file.place) {
            let data = bytes[chunk.data]
            switch chunk.type {
            case ChunkType.header:
                guard isFirst else { continue }
                try writeChunk(chunk.type, data, to: &file)
                let repeatForEver = UInt32(0).bigEndianBytes
                try writeChunk(
                    .animationControl, (UInt32(frameCount).bigEndianBytes + repeatForEver)[...],
                    to: &file)
            case ChunkType.data:
                if !controlIsWritten {
                    controlIsWritten = true
                    try writeFrameControl(rect, to: &file)
                }
                if isFirst {
                    try writeChunk(chunk.type, data, to: &file)
                } else {
                    try writeChunk(.frameData, (nextSequenceNumber() + data)[...], to: &file)
                }
            case ChunkType.end:
                continue
            default:
                if isFirst && !controlIsWritten { try writeChunk(chunk.type, data, to: &file) }
            }
        }
        framesWritten += 1
    }

    func finish(_ file: inout PictureFile) throws(PictureError) {
        try writeChunk(.end, [], to: &file)
    }

    private mutating func writeFrameControl(
        _ rect: PixelRect, to file: inout PictureFile
    ) throws(PictureError) {
        let duration = rate.duration
        var data = nextSequenceNumber()
        data += UInt32(rect.width).bigEndianBytes + UInt32(rect.height).bigEndianBytes
        data += UInt32(rect.x).bigEndianBytes + UInt32(rect.y).bigEndianBytes
        data += duration.numerator.bigEndianBytes + duration.denominator.bigEndianBytes
        // Leave the frame standing, and put the next one over it without blending.
        data += [0, 0]
        try writeChunk(.frameControl, data[...], to: &file)
    }

    private mutating func nextSequenceNumber() -> [UInt8] {
        defer { sequenceNumber += 1 }
        return sequenceNumber.bigEndianBytes
    }

    /// Where the chunks of the picture that libpng made are.
    private func chunks(
        _ bytes: ArraySlice<UInt8>, place: String
    ) throws(PictureError) -> [(type: ChunkType, data: Range<Int>)] {
        var found: [(type: ChunkType, data: Range<Int>)] = []
        var index = AnimatedPNG.signature.count
        while index < bytes.count {
            guard index + 12 <= bytes.count else { throw .brokenPNG(place) }
            let length = Int(bigEndian32(bytes, index))
            guard length <= bytes.count - index - 12 else { throw .brokenPNG(place) }
            let type = ChunkType(rawValue: bigEndian32(bytes, index + 4))
            found.append((type, (index + 8)..<(index + 8 + length)))
            index += 12 + length
        }
        return found
    }

    private func writeChunk(
        _ type: ChunkType, _ data: ArraySlice<UInt8>, to file: inout PictureFile
    ) throws(PictureError) {
        try file.append(UInt32(data.count).bigEndianBytes)
        let body = type.rawValue.bigEndianBytes + data
        try file.append(body)
        try file.append(systemChecksum(zlib, body).bigEndianBytes)
    }
}

/// The four letters that name a kind of chunk, as a big-endian number.
private struct ChunkType: RawRepresentable, Equatable {
    let rawValue: UInt32

    static let header = ChunkType(rawValue: 0x4948_4452)  // IHDR
    static let data = ChunkType(rawValue: 0x4944_4154)  // IDAT
    static let end = ChunkType(rawValue: 0x4945_4E44)  // IEND
    static let animationControl = ChunkType(rawValue: 0x6163_544C)  // acTL
    static let frameControl = ChunkType(rawValue: 0x6663_544C)  // fcTL
    static let frameData = ChunkType(rawValue: 0x6664_4154)  // fdAT
}

private func bigEndian32(_ bytes: ArraySlice<UInt8>, _ index: Int) -> UInt32 {
    UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16 | UInt32(bytes[index + 2]) << 8
        | UInt32(bytes[index + 3])
}

extension FixedWidthInteger {
    /// The bytes of the number, the most significant one first.
    fileprivate var bigEndianBytes: [UInt8] {
        var bytes: [UInt8] = []
        var shift = Self.bitWidth - 8
        while shift >= 0 {
            bytes.append(UInt8(truncatingIfNeeded: self >> shift))
            shift -= 8
        }
        return bytes
    }
}

extension PictureError {
    fileprivate static func brokenPNG(_ place: String) -> PictureError {
        .encoder(call: "png_image_write_to_memory", reason: "libpng made no valid file", place: place)
    }
}

extension PixelRect {
    /// The rectangle of the one pixel in the corner.
    var topLeftPixel: PixelRect { PixelRect(x: x, y: y, width: 1, height: 1) ?? self }
}
