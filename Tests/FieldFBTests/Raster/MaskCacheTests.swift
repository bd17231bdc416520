import FieldCore
import Testing

@testable import FieldFB

struct MaskCacheTests {
    @Test("a dot's mask lies within that of the next larger dot around the same centre", arguments: 0..<8)
    func grows(fractionY: Int) {
        var cache = MaskCache(largest: 12)
        var filler = CapsuleFiller(largestRadius: 13, widestBox: 40)
        for fractionX in 0..<8 {
            func mask(_ radius: Int) -> MaskCache.Mask {
                cache.mask(
                    radius: PixelThirtySeconds(raw: radius), fractionX: fractionX, fractionY: fractionY,
                    filler: &filler)
            }
            var smaller = mask(1)
            for radius in 2...(12 * 32) {
                let larger = mask(radius)
                #expect(smaller.isWithin(larger), "radius \(radius), fractions \(fractionX), \(fractionY)")
                smaller = larger
            }
        }
    }

    @Test("a mask lies within itself, and not within nothing")
    func nothing() {
        var cache = MaskCache(largest: 12)
        var filler = CapsuleFiller(largestRadius: 13, widestBox: 40)
        let mask = cache.mask(
            radius: PixelThirtySeconds(raw: 40), fractionX: 3, fractionY: 5, filler: &filler)
        #expect(!mask.isWithin(.none))
        #expect(mask.isWithin(mask))
    }
}
