import Foundation

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
