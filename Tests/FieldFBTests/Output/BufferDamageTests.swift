import Testing

@testable import FieldFB

/// A display with two buffers that is only told what changed: pixels are
/// numbers, and a number says in which picture the pixel was last changed.
private struct FakeDisplay {
    let width: Int
    var buffers: [[Int]]
    var shown = 0

    init(width: Int, height: Int) {
        self.width = width
        buffers = Array(repeating: Array(repeating: -1, count: width * height), count: 2)
    }

    mutating func copy(_ rect: PixelRect, of picture: [Int], to buffer: Int) {
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX { buffers[buffer][y * width + x] = picture[y * width + x] }
        }
    }
}

@Test(
    "whatever is refused or drawn in place, the buffer on show equals the picture",
    arguments: 0..<40 as Range<UInt64>)
func bufferOnShowIsComplete(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (width, height) = (23, 17)
    let bounds = PixelRect(x: 0, y: 0, width: width, height: height)!
    var display = FakeDisplay(width: width, height: height)
    var ages = BufferDamage(bounds: bounds)
    var picture = [Int](repeating: 0, count: width * height)
    for number in 1...200 {
        var damage = Damage(limit: Int.random(in: 1...6, using: &random))
        for _ in 0..<Int.random(in: 0...5, using: &random) {
            let x = Int.random(in: 0..<width, using: &random)
            let y = Int.random(in: 0..<height, using: &random)
            let rect = PixelRect(
                x: x, y: y, width: Int.random(in: 1...(width - x), using: &random),
                height: Int.random(in: 1...(height - y), using: &random))!
            damage.add(rect)
            for row in rect.y..<rect.maxY {
                for column in rect.x..<rect.maxX { picture[row * width + column] = number }
            }
        }
        ages.record(damage)
        if ages.isEverythingShown { continue }
        // A flip still under way, a refusal after drawing, or drawing in place.
        if Int.random(in: 0..<4, using: &random) == 0 { continue }
        let inPlace = Int.random(in: 0..<5, using: &random) == 0
        let target = inPlace ? display.shown : 1 - display.shown
        for place in 0..<ages.missedCount(target) {
            display.copy(ages.missed(target, place), of: picture, to: target)
        }
        ages.caughtUp(target)
        if Int.random(in: 0..<4, using: &random) == 0 { continue }
        display.shown = target
        ages.shown()
        #expect(display.buffers[target] == picture, "seed \(seed), picture \(number)")
    }
}

@Test("the first picture is whole in both buffers")
func firstPictureIsWhole() {
    let bounds = PixelRect(x: 0, y: 0, width: 640, height: 480)!
    let ages = BufferDamage(bounds: bounds)
    #expect(ages.unshownBands == [bounds])
    #expect(ages.missedCount(0) == 1 && ages.missed(0, 0) == bounds)
    #expect(ages.missedCount(1) == 1 && ages.missed(1, 0) == bounds)
}

@Test("the display is told at most eight changed bands, and each pixel that changed")
func fewClips() {
    var ages = BufferDamage(bounds: PixelRect(x: 0, y: 0, width: 100, height: 100)!)
    ages.shown()
    var damage = Damage()
    for y in stride(from: 0, to: 100, by: 5) { damage.add(PixelRect(x: 10, y: y, width: 3, height: 1)!) }
    ages.record(damage)
    #expect(damage.bands.count == 20)
    #expect(ages.unshownBands.count == 8)
    for band in damage.bands {
        #expect(ages.unshownBands.contains { $0.intersection(band) == band })
    }
}

@Test("damage outside the picture is cut off")
func damageIsClipped() {
    var ages = BufferDamage(bounds: PixelRect(x: 0, y: 0, width: 10, height: 10)!)
    ages.shown()
    var damage = Damage()
    damage.add(PixelRect(x: -5, y: 8, width: 100, height: 100)!)
    damage.add(PixelRect(x: 50, y: -50, width: 5, height: 5)!)
    ages.record(damage)
    #expect(ages.unshownBands == [PixelRect(x: 0, y: 8, width: 10, height: 2)!])
}

@Test("nothing recorded, nothing to show")
func nothingToShow() {
    var ages = BufferDamage(bounds: PixelRect(x: 0, y: 0, width: 10, height: 10)!)
    ages.shown()
    ages.record(Damage())
    #expect(ages.isEverythingShown)
}
