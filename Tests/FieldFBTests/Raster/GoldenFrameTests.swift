import FieldCore
import Foundation
import Testing

@testable import FieldFB

struct GoldenFrameTests {
    struct Frame: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let style: FieldStyle
        let width: Int
        let height: Int
        let time: Double?
        let hash: String
    }

    static let frames: [Frame] = {
        let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Golden/frames.txt")
        let text = (try? String(contentsOf: file.standardized, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let words = line.split(separator: " ").map(String.init)
            let sides = words[1].split(separator: "x").map { Int($0)! }
            return Frame(
                testDescription: words[0...2].joined(separator: " "),
                style: FieldStyle(rawValue: words[0])!, width: sides[0], height: sides[1],
                time: Double(words[2]), hash: words[3])
        }
    }()

    @Test("a frame has its golden hash", arguments: frames)
    func hash(_ frame: Frame) throws {
        var parameters = FieldParameters()
        parameters.style = frame.style
        var stage = try made(
            Stage(width: frame.width, height: frame.height, parameters: parameters))
        let motion = frame.time.map { FieldMotion.running(at: $0, parameters: parameters) }
        stage.draw((motion ?? .still).mass)
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for pixel in stage.surface.pixels {
            for shift in [16, 8, 0] as [UInt32] {
                hash = (hash ^ UInt64(pixel >> shift & 0xFF)) &* 0x100_0000_01B3
            }
        }
        #expect(String(hash, radix: 16) == frame.hash)
    }

    @Test("the list of golden frames is there")
    func list() {
        #expect(GoldenFrameTests.frames.count >= 7)
    }
}
