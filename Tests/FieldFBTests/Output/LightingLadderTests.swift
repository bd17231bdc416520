import Testing

@testable import FieldFB

private let formats = PixelFormat.named.filter { ["XRGB8888", "RGB888", "RGB565"].contains($0.name) }

private func ladder(_ modes: [DisplayMode]) -> LightingLadder { LightingLadder(modes: modes, formats: formats) }

private func text(_ rung: LightingLadder.Rung?) -> String {
    rung.map { "\($0.mode.width) \($0.format.name)" } ?? "end"
}

@Suite("Lighting a display")
struct LightingLadderTests {
    @Test("tries every format at a mode before the next mode, and gives up at the end")
    func order() {
        var ladder = ladder([plainMode(1920, 1080), plainMode(640, 480)])
        let tried = (0..<7).map { _ in text(ladder.next()) }
        #expect(
            tried == [
                "1920 XRGB8888", "1920 RGB888", "1920 RGB565", "640 XRGB8888", "640 RGB888", "640 RGB565", "end",
            ])
        #expect(text(ladder.next()) == "end")
    }

    @Test("without memory for 32 bits tries fewer bits, then smaller modes only")
    func lackOfMemory() {
        var ladder = ladder([plainMode(800, 480), plainMode(1920, 1080), plainMode(640, 480)])
        _ = ladder.next()
        ladder.lackedMemory()
        #expect(text(ladder.next()) == "800 RGB888")
        ladder.lackedMemory()
        #expect(text(ladder.next()) == "800 RGB565")
        ladder.lackedMemory()
        #expect(text(ladder.next()) == "640 RGB565")
    }

    @Test("passes over modes that no picture can have")
    func absurdModes() {
        var ladder = ladder([plainMode(0, 480), plainMode(32768, 40000), plainMode(640, 480)])
        #expect(text(ladder.next()) == "640 XRGB8888")
    }

    @Test("of thousands of modes tries the best twelve and those nearest to 640x480")
    func endless() {
        let modes = (0..<4096).map { plainMode(5000 - $0, 1000) } + [plainMode(640, 480)]
        var ladder = ladder(modes)
        var widths: [Int] = []
        while let rung = ladder.next() {
            if widths.last != rung.mode.width { widths.append(rung.mode.width) }
        }
        #expect(widths == Array((4989...5000).reversed()) + [640, 905, 906, 907])
    }

    @Test("ends, also where every format is offered")
    func limited() {
        var ladder = LightingLadder(
            modes: Array(repeating: plainMode(640, 480), count: 16), formats: PixelFormat.named)
        var count = 0
        while ladder.next() != nil { count += 1 }
        #expect(count == LightingLadder.limit)
    }

    @Test("without a mode or a format tries nothing")
    func nothing() {
        var (modeless, formatless) = (ladder([]), LightingLadder(modes: [plainMode(640, 480)], formats: []))
        #expect(modeless.next() == nil && formatless.next() == nil)
    }
}
