import Testing

@testable import FieldFB

/// Whether a person is told at each of some refusals.
private func told(_ pan: inout PanState, _ refusals: Int) -> [Bool] {
    (0..<refusals).map { _ in pan.wasRefused() }
}

@Test("a device that refuses the first pan is never asked again, and nobody is told")
func refusedPan() {
    var pan = PanState()
    #expect(pan.isWorthTrying)
    let isTold = told(&pan, 1)
    #expect(isTold == [false])
    #expect(!pan.isWorthTrying)
}

@Test("a device whose pans worked may refuse some; the third in a row ends it, and is told")
func refusedPansLater() {
    var pan = PanState()
    pan.worked()
    let first = told(&pan, 2)
    #expect(first == [false, false])
    #expect(pan.isWorthTrying)
    pan.worked()
    let second = told(&pan, 3)
    #expect(second == [false, false, true])
    #expect(!pan.isWorthTrying)
}
