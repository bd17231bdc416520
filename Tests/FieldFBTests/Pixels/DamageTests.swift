import Testing

@testable import FieldFB

struct DamageTests {
    private func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
        PixelRect(x: x, y: y, width: width, height: height)!
    }

    @Test("rectangles that share rows become one band")
    func merge() {
        var damage = Damage()
        damage.add(rect(0, 0, 4, 4))
        damage.add(rect(20, 2, 4, 4))
        #expect(damage.bands == [rect(0, 0, 24, 6)])
    }

    @Test("bands are kept from top to bottom, whatever order they come in")
    func order() {
        var damage = Damage()
        damage.add(rect(0, 40, 4, 4))
        damage.add(rect(0, 0, 4, 4))
        damage.add(rect(0, 20, 4, 4))
        #expect(damage.bands.map(\.y) == [0, 20, 40])
    }

    @Test("one band too many merges the two neighbours that grow least")
    func limit() {
        var damage = Damage(limit: 2)
        damage.add(rect(0, 0, 4, 4))
        damage.add(rect(0, 100, 4, 4))
        damage.add(rect(0, 106, 4, 4))
        #expect(damage.bands == [rect(0, 0, 4, 4), rect(0, 100, 4, 10)])
    }

    @Test("whatever is added stays covered, and no row is in two bands")
    func covered() {
        var random = SeededGenerator(seed: 0xBA2D)
        for _ in 0..<200 {
            var damage = Damage(limit: Int.random(in: 1...6, using: &random))
            var added: [PixelRect] = []
            for _ in 0..<20 {
                let next = rect(
                    Int.random(in: 0...90, using: &random), Int.random(in: 0...90, using: &random),
                    Int.random(in: 1...10, using: &random), Int.random(in: 1...10, using: &random))
                added.append(next)
                damage.add(next)
            }
            #expect(damage.bands.count <= damage.limit)
            for piece in added {
                let isCovered = damage.bands.contains { $0.union(piece) == $0 }
                #expect(isCovered, "seed \(random.seed)")
            }
            for (upper, lower) in zip(damage.bands, damage.bands.dropFirst()) {
                #expect(upper.maxY <= lower.y, "seed \(random.seed)")
            }
        }
    }

    @Test("a rectangle that is empty, negative or overflows cannot be made", arguments: [
        (0, 0, 0, 5), (0, 0, 5, -1), (Int.max, 0, 2, 2), (0, Int.max, 2, 2),
        (0, 0, Int.max, 3),
    ])
    func refused(_ x: Int, _ y: Int, _ width: Int, _ height: Int) {
        #expect(PixelRect(x: x, y: y, width: width, height: height) == nil)
    }

    @Test("rectangles that only touch do not overlap")
    func touching() {
        #expect(rect(0, 0, 4, 4).intersection(rect(4, 0, 4, 4)) == nil)
        #expect(rect(0, 0, 4, 4).intersection(rect(3, 3, 4, 4)) == rect(3, 3, 1, 1))
    }
}
