import Foundation
import Testing

/// One line of Tests/Golden/frames.txt: how a frame is asked for, and the hash
/// of its pixels.
struct GoldenFrame: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let style: String
    let width: Int
    let height: Int
    /// Seconds after the start, or `still`.
    let time: String
    let hash: String
    /// Words such as `Pitch=9`.
    let settings: [String]

    static let all: [GoldenFrame] = {
        let file = package.appendingPathComponent("Tests/Golden/frames.txt")
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap(GoldenFrame.init)
    }()

    /// The root of the package the tests belong to.
    static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private init?(line: Substring) {
        let words = line.split(separator: " ").map(String.init)
        let sides = words.count > 1 ? words[1].split(separator: "x").compactMap { Int($0) } : []
        guard words.count >= 4, sides.count == 2 else { return nil }
        style = words[0]
        width = sides[0]
        height = sides[1]
        time = words[2]
        hash = words[3]
        settings = Array(words[4...])
        testDescription = (words[0...2] + words[4...]).joined(separator: " ")
    }

    /// The words of `fieldfb render` for this frame, as raw colours.
    var renderWords: [String] {
        var words = [
            "render", "-o", "-", "--type", "ppm", "--size", "\(width)x\(height)", "--time", time,
            "--set", "Style=\(style)",
        ]
        for setting in settings { words += ["--set", setting] }
        return words
    }
}

/// FNV-1a of the bytes red, green and blue of a portable pixmap; nil when it is
/// none of that size.
func pixelHash(pixmap: Data, width: Int, height: Int) -> String? {
    let header = Data("P6\n\(width) \(height)\n255\n".utf8)
    guard pixmap.starts(with: header), pixmap.count == header.count + width * height * 3 else { return nil }
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    pixmap.withUnsafeBytes { bytes in
        for byte in bytes.dropFirst(header.count) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    return String(hash, radix: 16)
}
