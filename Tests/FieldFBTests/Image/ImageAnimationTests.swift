import Foundation
import Testing

@testable import FieldFB

@Suite("Animated picture files")
struct ImageAnimationTests {
    let folder: ScratchFolder
    /// Frames of a ramp; the third equals the second, the fifth differs in one pixel.
    let frames: [TestPicture]

    init() throws {
        folder = try ScratchFolder()
        var frames = [0, 1, 1, 2].map { TestPicture.dots(width: 90, height: 61, frame: $0) }
        var last = frames[3]
        last.colours[60 * 90 + 89] = 0x12_34_56
        frames.append(last)
        self.frames = frames
    }

    @Test("an animated PNG, read chunk by chunk, shows every frame")
    func animatedPNG() throws {
        try write(frames, to: folder.file("a.apng"), .apng, rate: AnimationRate(framesPerSecond: 12.5)!)
        let chunks = try #require(PNGChunk.read(try Data(contentsOf: URL(fileURLWithPath: folder.file("a.apng")))))
        #expect(chunks.first?.type == "IHDR")
        #expect(chunks.last?.type == "IEND")
        let control = try #require(chunks.first { $0.type == "acTL" })
        #expect(control.numbers == [5, 0])
        let kinds = chunks.map(\.type)
        #expect(kinds.firstIndex(of: "acTL")! < kinds.firstIndex(of: "IDAT")!)
        #expect(kinds.firstIndex(of: "fcTL")! < kinds.firstIndex(of: "IDAT")!)

        var shown: [TestPicture] = []
        var canvas = TestPicture(width: 90, height: 61) { _, _ in 0 }
        var expectedSequence: UInt32 = 0
        var place = (x: 0, y: 0, width: UInt32(0), height: UInt32(0))
        var data: [UInt8] = []
        func endFrame() throws {
            guard !data.isEmpty else { return }
            var header = chunks[0].data
            for (index, side) in [place.width, place.height].enumerated() {
                for byte in 0..<4 {
                    header[index * 4 + byte] = UInt8(truncatingIfNeeded: side >> UInt32(24 - 8 * byte))
                }
            }
            let file = PNGChunk.signature + PNGChunk(type: "IHDR", data: header).encoded
                + PNGChunk(type: "IDAT", data: data).encoded + PNGChunk(type: "IEND", data: []).encoded
            let part = try #require(TestPicture(netpbm: try runTool(["pngtopnm"], input: Data(file))))
            canvas.put(part, x: place.x, y: place.y)
            shown.append(canvas)
            data = []
        }
        for chunk in chunks {
            switch chunk.type {
            case "fcTL":
                try endFrame()
                let numbers = chunk.numbers
                #expect(numbers[0] == expectedSequence)
                expectedSequence += 1
                place = (Int(numbers[3]), Int(numbers[4]), numbers[1], numbers[2])
                // 2/25 of a second, left standing, not blended.
                #expect(Array(chunk.data[20..<26]) == [0, 2, 0, 25, 0, 0])
            case "IDAT": data += chunk.data
            case "fdAT":
                #expect(chunk.numbers[0] == expectedSequence)
                expectedSequence += 1
                data += chunk.data[4...]
            default: break
            }
        }
        try endFrame()
        #expect(shown == frames)
    }

    @Test("only the changed rectangle of a frame is in an animated PNG")
    func onlyChanges() throws {
        try write(frames, to: folder.file("a.apng"), .apng)
        let chunks = try #require(PNGChunk.read(try Data(contentsOf: URL(fileURLWithPath: folder.file("a.apng")))))
        let controls = chunks.filter { $0.type == "fcTL" }.map { Array($0.numbers[1...4]) }
        #expect(controls[0] == [90, 61, 0, 0])
        #expect(controls[2] == [1, 1, 0, 0])
        #expect(controls[4] == [1, 1, 89, 60])
    }

    /// The frames of a GIF as they are seen, each put on the ones before: the
    /// places from gifsicle, the pixels from netpbm.
    private func gifFrames(_ path: String) throws -> [TestPicture] {
        let text = String(decoding: try runTool(["gifsicle", "--info", path]), as: UTF8.self)
        let places = text.split(separator: "\n").filter { $0.contains("+ image #") }.map { line in
            guard let at = line.range(of: " at ") else { return [0, 0] }
            return line[at.upperBound...].prefix { $0 != " " }.split(separator: ",").map { Int($0)! }
        }
        var canvas = try #require(TestPicture(netpbm: try runTool(["giftopnm", path])))
        return try places.enumerated().map { index, place in
            let data = try runTool(["giftopnm", "-image=\(index + 1)", path])
            canvas.put(try #require(TestPicture(netpbm: data)), x: place[0], y: place[1])
            return canvas
        }
    }

    @Test("an animated GIF, read by gifsicle and netpbm, shows every frame")
    func animatedGIF() throws {
        try write(frames, to: folder.file("a.gif"), .gif, rate: AnimationRate(framesPerSecond: 30)!)
        #expect(try gifFrames(folder.file("a.gif")) == frames)
    }

    @Test("the delays of a GIF keep the pace over many frames")
    func gifPace() throws {
        let many = (0..<30).map { TestPicture.dots(width: 20, height: 20, frame: $0) }
        try write(many, to: folder.file("a.gif"), .gif, rate: AnimationRate(framesPerSecond: 30)!)
        let text = String(decoding: try runTool(["gifsicle", "--info", folder.file("a.gif")]), as: UTF8.self)
        let delays = text.split(separator: "\n").compactMap { line -> Int? in
            guard let range = line.range(of: "delay ") else { return nil }
            return Int(line[range.upperBound...].dropLast().filter { $0 != "." })
        }
        #expect(delays.count == 30)
        #expect(delays.reduce(0, +) == 100)
        #expect(text.contains("loop forever"))
    }

    @Test("a GIF frame with new colours brings its own table")
    func gifWithNewColours() throws {
        let red = TestPicture(width: 30, height: 20) { x, _ in UInt32(x * 8) << 16 }
        let blue = TestPicture(width: 30, height: 20) { x, y in UInt32(x * 8) | UInt32(y) << 8 }
        try write([red, blue], to: folder.file("a.gif"), .gif)
        let read = try gifFrames(folder.file("a.gif"))
        #expect(read[0] == red)
        let second = read[1]
        // The 599 pixels have more than 256 colours, so near is what can be asked.
        let worst = zip(second.colours, blue.colours).map { abs(Int($0 & 0xFF) - Int($1 & 0xFF)) }.max()
        #expect(try #require(worst) <= 24)
    }

    @Test("an animated WebP, taken apart and read by dwebp, shows every frame")
    func animatedWebP() throws {
        try write(frames, to: folder.file("a.webp"), .webp, rate: AnimationRate(framesPerSecond: 10)!)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("a.webp"))))
        func little(_ index: Int, _ count: Int) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[index + $1]) << (8 * $1) }
        }
        #expect(little(4, 4) == bytes.count - 8)
        var canvas = TestPicture(width: 90, height: 61) { _, _ in 0 }
        var shown: [(picture: TestPicture, milliseconds: Int)] = []
        var index = 12
        while index + 8 <= bytes.count {
            let type = String(decoding: bytes[index..<(index + 4)], as: UTF8.self)
            let length = little(index + 4, 4)
            let body = index + 8
            if type == "ANIM" { #expect(little(body + 4, 2) == 0, "repeats for ever") }
            if type == "ANMF" {
                #expect(bytes[body + 15] & 1 == 0, "no frame is disposed of")
                let inner = Array(bytes[(body + 16)..<(body + length)])
                #expect(String(decoding: inner[0..<4], as: UTF8.self) == "VP8L", "lossless")
                let size = UInt32(inner.count + 4)
                let file = Array("RIFF".utf8) + [0, 8, 16, 24].map { UInt8(size >> $0 & 0xFF) }
                    + Array("WEBP".utf8) + inner
                let path = folder.file("frame.webp")
                try Data(file).write(to: URL(fileURLWithPath: path))
                let part = TestPicture(netpbm: try runTool(["dwebp", "-quiet", path, "-pam", "-o", "-"]))
                canvas.put(try #require(part), x: little(body, 3) * 2, y: little(body + 3, 3) * 2)
                shown.append((canvas, little(body + 12, 3)))
            }
            index = body + length + length % 2
        }
        // Equal frames may be one frame that stays longer.
        let all = shown.flatMap { Array(repeating: $0.picture, count: $0.milliseconds / 100) }
        #expect(all == frames)
    }

    @Test("webpinfo finds nothing wrong with an animated WebP")
    func webpinfoAgrees() throws {
        try write(frames, to: folder.file("a.webp"), .webp)
        let text = String(decoding: try runTool(["webpinfo", folder.file("a.webp")]), as: UTF8.self)
        #expect(text.contains("No error detected."))
    }

    @Test("durations are exact fractions", arguments: [
        (30.0, UInt16(1), UInt16(30)), (29.97, 100, 2997), (240, 1, 240), (0.5, 2, 1), (12.5, 2, 25), (0.011, 1000, 11),
        (239.999, 273, 65535),
    ])
    func durations(rate: (Double, UInt16, UInt16)) throws {
        let duration = try #require(AnimationRate(framesPerSecond: rate.0)).duration
        #expect(duration.numerator == rate.1)
        #expect(duration.denominator == rate.2)
    }

    @Test("rates that make no sense are refused", arguments: [0, -1, 241, .nan, .infinity])
    func rates(rate: Double) {
        #expect(AnimationRate(framesPerSecond: rate) == nil)
    }
}
