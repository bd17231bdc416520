import FieldCore
import Testing

@testable import FieldFB

/// Frames that were looked at once and must never change by a bit: the same
/// hashes hold in every flavour and on every machine.
struct GoldenFrameTests {
    struct Frame: Sendable, CustomTestStringConvertible {
        let style: FieldStyle
        let width: Int
        let height: Int
        let time: Double?
        let hash: UInt64

        var testDescription: String {
            "\(style.rawValue) \(width)x\(height) \(time.map { "at \($0) s" } ?? "still")"
        }
    }

    static let frames = [
        Frame(style: .dots, width: 800, height: 480, time: nil, hash: 0xC9A8_ACF3_5E4C_60B8),
        Frame(style: .dots, width: 800, height: 480, time: 12, hash: 0x7193_F1E2_6211_A9BA),
        Frame(style: .dots, width: 390, height: 220, time: 1.5, hash: 0x90D4_A46B_342D_227B),
        Frame(style: .dots, width: 480, height: 800, time: 3599.9, hash: 0x4551_81D8_F4A0_3D0A),
        Frame(style: .lines, width: 800, height: 480, time: nil, hash: 0x09FF_3CFE_E401_8BEC),
        Frame(style: .lines, width: 800, height: 480, time: 12, hash: 0x4271_1F72_586D_8F4D),
        Frame(style: .lines, width: 320, height: 240, time: 100_000, hash: 0x3504_4015_6AA0_C660),
    ]

    @Test("a frame has its golden hash", arguments: frames)
    func hash(_ frame: Frame) throws {
        var parameters = FieldParameters()
        parameters.style = frame.style
        var stage = try made(
            Stage(width: frame.width, height: frame.height, parameters: parameters))
        let motion = frame.time.map { FieldMotion.running(at: $0, parameters: parameters) }
        stage.draw((motion ?? .still).mass)
        // FNV-1a over the bytes blue, green, red of every pixel.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for pixel in stage.surface.pixels {
            for shift in [0, 8, 16] as [UInt32] {
                hash = (hash ^ UInt64(pixel >> shift & 0xFF)) &* 0x100_0000_01B3
            }
        }
        #expect(hash == frame.hash, "0x\(String(hash, radix: 16, uppercase: true))")
    }
}
