import Testing

@testable import FieldFB

private func assign(_ needs: [CRTCAssignment.Need], crtcs: [UInt32] = [51, 52, 53], held: [UInt32] = []) -> [UInt32] {
    CRTCAssignment.assign(needs, crtcs: crtcs, held: held).map { $0 ?? 0 }
}

private func need(_ mask: UInt32, lit: UInt32 = 0, current: UInt32 = 0) -> CRTCAssignment.Need {
    CRTCAssignment.Need(lit: lit, current: current, masks: [mask])
}

@Suite("The CRTCs of a card")
struct CRTCAssignmentTests {
    @Test("one that can use either gives way to one that can use only this")
    func obviousOneTaken() {
        #expect(assign([need(0b11), need(0b01)]) == [52, 51])
    }

    @Test("a chain of three gives way so that all are lit")
    func chain() {
        #expect(assign([need(0b011), need(0b110), need(0b001)]) == [52, 53, 51])
    }

    @Test("the CRTC that feeds a connector already is kept, and unlit ones take what is left")
    func currentKept() {
        #expect(assign([need(0b11), need(0b11, current: 51)]) == [52, 51])
    }

    @Test("a lit display keeps its CRTC before one that another program feeds")
    func litKept() {
        #expect(assign([need(0b01, current: 51), need(0b01, lit: 51)]) == [0, 51])
    }

    @Test("without a present CRTC the bits name places in the list, not ids")
    func freshDevice() {
        #expect(assign([need(0b100)], crtcs: [1, 2, 40]) == [40])
    }

    @Test("where there are too few, the most important are served")
    func tooFew() {
        #expect(assign([need(0b11), need(0b11), need(0b11)], crtcs: [51, 52]) == [51, 52, 0])
    }

    @Test("CRTCs that are held are not given away")
    func held() {
        #expect(assign([need(0b11)], held: [51]) == [52])
    }

    /// Every assignment there is, for comparison.
    private func most(_ wishes: [[UInt32]], _ taken: [UInt32] = []) -> Int {
        guard let first = wishes.first else { return 0 }
        let rest = Array(wishes.dropFirst())
        var best = most(rest, taken)
        for thing in first where !taken.contains(thing) { best = max(best, 1 + most(rest, taken + [thing])) }
        return best
    }

    @Test("as many are served as can be, none twice, each with what it can use", arguments: 0..<300 as Range<UInt64>)
    func asManyAsPossible(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let wishes = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            (1...5 as ClosedRange<UInt32>).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
        }
        let assigned = Matching.assign(wishes)
        let given = assigned.compactMap { $0 }
        #expect(given.count == most(wishes), "seed \(seed)")
        #expect(Set(given).count == given.count, "seed \(seed)")
        for (thing, wish) in zip(assigned, wishes) { #expect(thing.map(wish.contains) ?? true, "seed \(seed)") }
    }
}

@Suite("The primary planes of a card")
struct PrimaryPlaneTests {
    private func plane(_ id: UInt32, _ possible: UInt32, on crtc: UInt32 = 0) -> PlaneRecord {
        PlaneRecord(id: id, crtc: crtc, framebuffer: 0, possibleCRTCs: possible, formats: [])
    }

    private func planes(
        _ planes: [PlaneRecord], used: [(crtc: UInt32, plane: UInt32)] = []
    ) -> [UInt32] {
        DisplayChoice.primaryPlanes(planes, crtcs: [51, 52], used: used).map { $0 ?? 0 }
    }

    @Test("each CRTC has its own")
    func ownPlanes() {
        #expect(planes([plane(31, 0b01), plane(32, 0b10)]) == [31, 32])
    }

    @Test("planes that fit every CRTC are not given twice")
    func sharedPlanes() {
        #expect(planes([plane(31, 0b11), plane(32, 0b11)]) == [31, 32])
        #expect(planes([plane(31, 0b11), plane(32, 0b01)]) == [32, 31])
    }

    @Test("a plane stays on the CRTC it is on")
    func attachedPlane() {
        #expect(planes([plane(31, 0b11, on: 52), plane(32, 0b11)]) == [32, 31])
    }

    @Test("a plane that carries a lit display is not taken from it")
    func usedPlane() {
        #expect(planes([plane(31, 0b11), plane(32, 0b11)], used: [(52, 31)]) == [32, 31])
        #expect(planes([plane(31, 0b11)], used: [(52, 31)]) == [0, 31])
    }

    @Test("without planes there is none")
    func noPlanes() {
        #expect(planes([]) == [0, 0])
    }
}
