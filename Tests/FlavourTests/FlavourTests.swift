import Testing

@Suite("The same bits everywhere")
struct FlavourTests {
    @Test("every flavour draws every golden frame, bit for bit", arguments: Flavour.all)
    func frames(_ flavour: Flavour) throws {
        try flavour.make()
        for frame in GoldenFrame.all {
            let hash = try flavour.hash(of: frame)
            #expect(hash == frame.hash, "\(flavour.name): \(frame.testDescription)")
        }
    }

    @Test("the list of golden frames is read whole")
    func list() {
        #expect(GoldenFrame.all.count >= 40)
        #expect(Set(GoldenFrame.all.map(\.style)) == ["dots", "lines"])
    }
}
