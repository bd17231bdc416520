import FieldCore
import Testing

@testable import FieldFB

struct CoverageTests {
    /// The largest difference from the reference, in 255ths of a pixel.
    private func worst(_ capsule: Capsule) throws -> Double {
        let (box, coverage) = try #require(capsule.rasterised())
        let reference = CoverageReference(capsule, box: box)
        var worst = 0.0
        for index in coverage.indices {
            worst = max(worst, abs(Double(coverage[index]) - reference.coverage[index] * 255))
        }
        return worst
    }

    @Test("every pixel of a dot is within 2/255 of the reference")
    func dots() throws {
        var random = SeededGenerator(seed: 0xD075)
        for _ in 0..<150 {
            let dot = Capsule(
                Int.random(in: -64...64, using: &random), Int.random(in: -64...64, using: &random),
                0, 0, Int.random(in: 1...200, using: &random))
            let difference = try worst(dot)
            #expect(difference <= 2, "seed \(random.seed): \(dot)")
        }
    }

    @Test("every pixel of a large dot is within 2/255 of the reference", arguments: [
        500, 1000, 2222, 4000,
    ])
    func largeDots(_ radius: Int) throws {
        #expect(try worst(Capsule(3, 5, 0, 0, radius)) <= 2)
    }

    @Test("every pixel of a segment is within 2/255 of the reference")
    func segments() throws {
        var random = SeededGenerator(seed: 0x5E63)
        for _ in 0..<200 {
            let segment = Capsule(
                Int.random(in: -64...64, using: &random), Int.random(in: -64...64, using: &random),
                Int.random(in: -300...300, using: &random),
                Int.random(in: -300...300, using: &random),
                Int.random(in: 1...100, using: &random))
            let difference = try worst(segment)
            #expect(difference <= 2, "seed \(random.seed): \(segment)")
        }
    }

    @Test("level, upright and very short segments are within 2/255 of the reference", arguments: [
        Capsule(0, 0, 200, 0, 35), Capsule(4, 3, 0, 200, 35), Capsule(1, 7, 1, 0, 70),
        Capsule(0, 0, 64, 64, 3), Capsule(5, 5, 200, 1, 32), Capsule(0, 0, 1, -1, 1),
    ])
    func specialSegments(_ segment: Capsule) throws {
        #expect(try worst(segment) <= 2)
    }

    @Test("moving a mark by whole pixels moves its coverage and changes nothing")
    func translation() throws {
        var random = SeededGenerator(seed: 0x7124)
        for _ in 0..<200 {
            let mark = Capsule(
                Int.random(in: 0...7, using: &random), Int.random(in: 0...7, using: &random),
                Int.random(in: -200...200, using: &random),
                Int.random(in: -200...200, using: &random), Int.random(in: 1...120, using: &random))
            let stepX = Int.random(in: -500...500, using: &random)
            let stepY = Int.random(in: -500...500, using: &random)
            let moved = Capsule(
                mark.centreX.raw + stepX * 8, mark.centreY.raw + stepY * 8,
                mark.vectorX.raw, mark.vectorY.raw, mark.radius.raw)
            let one = try #require(mark.rasterised())
            let other = try #require(moved.rasterised())
            #expect(one.coverage == other.coverage, "seed \(random.seed): \(mark)")
            #expect(other.box.x == one.box.x + stepX && other.box.y == one.box.y + stepY)
        }
    }

    @Test("a mirrored mark has the mirrored coverage")
    func mirror() throws {
        var random = SeededGenerator(seed: 0x3177)
        for _ in 0..<200 {
            let mark = Capsule(
                Int.random(in: -8...8, using: &random), Int.random(in: -8...8, using: &random),
                Int.random(in: -200...200, using: &random),
                Int.random(in: -200...200, using: &random), Int.random(in: 1...120, using: &random))
            let box = try #require(PixelRect(x: -16, y: -16, width: 32, height: 32))
            let original = try #require(mark.rasterised(in: box)).coverage
            let flippedX = try #require(
                Capsule(
                    -mark.centreX.raw, mark.centreY.raw, -mark.vectorX.raw, mark.vectorY.raw,
                    mark.radius.raw
                ).rasterised(in: box)).coverage
            let flippedY = try #require(
                Capsule(
                    mark.centreX.raw, -mark.centreY.raw, mark.vectorX.raw, -mark.vectorY.raw,
                    mark.radius.raw
                ).rasterised(in: box)).coverage
            var mirroredX = true
            var mirroredY = true
            for y in 0..<32 {
                for x in 0..<32 {
                    if original[y * 32 + x] != flippedX[y * 32 + 31 - x] { mirroredX = false }
                    if original[y * 32 + x] != flippedY[(31 - y) * 32 + x] { mirroredY = false }
                }
            }
            #expect(mirroredX && mirroredY, "seed \(random.seed): \(mark)")
        }
    }

    @Test("a mark cut by its box has the coverage of the whole mark's part")
    func clipping() throws {
        var random = SeededGenerator(seed: 0xC119)
        for _ in 0..<200 {
            let mark = Capsule(
                Int.random(in: 0...7, using: &random), Int.random(in: 0...7, using: &random),
                Int.random(in: -200...200, using: &random),
                Int.random(in: -200...200, using: &random), Int.random(in: 40...120, using: &random))
            let whole = try #require(mark.rasterised())
            let cut = try #require(
                PixelRect(
                    x: whole.box.x + 2, y: whole.box.y + 1,
                    width: max(1, whole.box.width - 3), height: max(1, whole.box.height - 3)
                )?.intersection(whole.box))
            let part = try #require(mark.rasterised(in: cut)).coverage
            var same = true
            for y in 0..<cut.height {
                for x in 0..<cut.width {
                    let index =
                        (y + cut.y - whole.box.y) * whole.box.width + x + cut.x - whole.box.x
                    if part[y * cut.width + x] != whole.coverage[index] { same = false }
                }
            }
            #expect(same, "seed \(random.seed): \(mark)")
        }
    }

    @Test("a mark's box holds all of it: a pixel further out there is nothing")
    func box() throws {
        var random = SeededGenerator(seed: 0xB0B0)
        for _ in 0..<200 {
            let mark = Capsule(
                Int.random(in: 0...7, using: &random), Int.random(in: 0...7, using: &random),
                Int.random(in: -200...200, using: &random),
                Int.random(in: -200...200, using: &random), Int.random(in: 1...120, using: &random))
            let bounds = try #require(mark.bounds)
            let wider = try #require(
                PixelRect(
                    x: bounds.x - 1, y: bounds.y - 1, width: bounds.width + 2,
                    height: bounds.height + 2))
            let coverage = try #require(mark.rasterised(in: wider)).coverage
            for y in 0..<wider.height {
                for x in 0..<wider.width
                where y == 0 || x == 0 || y == wider.height - 1 || x == wider.width - 1 {
                    #expect(coverage[y * wider.width + x] == 0, "seed \(random.seed): \(mark)")
                }
            }
        }
    }

    @Test("a growing dot never loses coverage, and gains it in small steps")
    func growth() {
        var former = 0
        for radius in 1...256 {
            let total = Capsule(3, 6, 0, 0, radius).rasterised()?.coverage
                .reduce(0) { $0 + Int($1) } ?? 0
            let step = Double(total - former) / 255
            let expected = Double.pi * (pow2(radius) - pow2(radius - 1))
            #expect(step >= 0)
            #expect(abs(step - expected) < 0.3)
            former = total
        }
    }

    private func pow2(_ thirtySeconds: Int) -> Double {
        Double(thirtySeconds) / 32 * Double(thirtySeconds) / 32
    }

    @Test("a dot of radius 0 covers nothing and has no box")
    func nothing() {
        #expect(Capsule(0, 0, 0, 0, 0).bounds == nil)
    }

    /// By hand: the four middle pixels are full, those beside them covered by
    /// 0.38 (the integral of sqrt(2.25 - x^2) - 1 from 0 to 1), the corners by 0.007.
    @Test("a dot of radius 1.5 on a pixel corner has this picture")
    func picture() throws {
        let coverage = try #require(Capsule(0, 0, 0, 0, 48).rasterised()).coverage
        let shades = Array(" .:-=+*#%@")
        var text = ""
        for (index, value) in coverage.enumerated() {
            text.append(shades[Int(value) * 9 / 255])
            if index % 4 == 3 { text.append("|\n") }
        }
        #expect(text == " -- |\n-@@-|\n-@@-|\n -- |\n", "\(text)")
    }
}
