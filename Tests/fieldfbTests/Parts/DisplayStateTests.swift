import Testing

@testable import fieldfb

@Suite("The table of display states")
struct DisplayStateTests {
    @Test("a display at rest is never drawn to at once")
    func still() {
        for event in DisplayEvent.allCases { #expect(DisplayState.still.action(on: event) != .draw) }
        #expect(DisplayState.still.action(on: .changed) == .schedule)
    }

    @Test("a change never draws by itself, in no state")
    func changes() {
        for state in DisplayState.allCases { #expect(state.action(on: .changed) != .draw) }
    }

    @Test("a picture that is owed is shown as soon as the display is ready")
    func owing() {
        #expect(DisplayState.owing.action(on: .outputReady) == .draw)
        #expect(DisplayState.running.action(on: .outputReady) == .nothing)
    }
}
