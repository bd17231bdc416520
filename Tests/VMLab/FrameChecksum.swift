extension Machine {
    /// Where the kernel keeps the devices of vkms.
    var vkms: String { "/sys/devices/platform/vkms/drm" }

    /// The checksums of the next frames of vkms, with the frames' numbers. The
    /// kernel ends each of its lines with a zero byte too.
    public func frameChecksums(_ count: Int) async throws -> [(frame: UInt32, value: UInt32)] {
        let text = try await shell.call(
            """
            card=$(basename \(vkms)/card*)
            cd /sys/kernel/debug/dri/${card#card}/crtc-0/crc && echo auto >control &&
                head -n \(count) data | tr -d '\\000'
            """)
        let frames = text.split(whereSeparator: \.isNewline).compactMap { line -> (UInt32, UInt32)? in
            let numbers = line.split(separator: " ").compactMap { UInt32($0.dropFirst(2), radix: 16) }
            return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
        }
        guard frames.count == count else { throw LabError("not \(count) checksums of vkms: \(text)") }
        return frames
    }
}

extension Screen {
    /// The checksum that vkms computes when it shows this picture.
    ///
    /// The driver widens every pixel to 16 bits for alpha, red, green and blue,
    /// and runs the kernel's crc32_le over them, row by row, from 0 and without
    /// a last inversion (drivers/gpu/drm/vkms: vkms_composer.c, vkms_formats.c).
    public func checksum(as format: PixelFormat) -> UInt32 {
        let table = (0..<256).map { index -> UInt32 in
            (0..<8).reduce(UInt32(index)) { word, _ in word >> 1 ^ (word & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        let five = Self.widening(bits: format.isShort ? 5 : 8)
        let six = Self.widening(bits: format.isShort ? 6 : 8)
        var checksum: UInt32 = 0
        func add(_ word: UInt16) {
            checksum = table[Int((checksum ^ UInt32(word)) & 0xFF)] ^ checksum >> 8
            checksum = table[Int((checksum ^ UInt32(word >> 8)) & 0xFF)] ^ checksum >> 8
        }
        for start in stride(from: 0, to: bytes.count, by: 3) {
            add(0xFFFF)
            add(five[Int(bytes[start])])
            add(six[Int(bytes[start + 1])])
            add(five[Int(bytes[start + 2])])
        }
        return checksum
    }

    /// For every byte, its upper bits stretched to 16, rounded.
    private static func widening(bits: Int) -> [UInt16] {
        let largest = 1 << bits - 1
        return (0..<256).map { UInt16((2 * 65535 * ($0 >> (8 - bits)) + largest) / (2 * largest)) }
    }
}
