import Testing

@testable import FieldFB

@Suite("The text console")
struct ConsoleTests {
    @Test("without a virtual terminal there is no console and one line of log")
    func noConsole() {
        var lines: [String] = []
        let places = ConsoleSearch.Places(folder: "/nonexistent", input: nil, activeFile: "/nonexistent")
        let console = Console.open(ConsoleSearch(places: places), record: nil, log: { lines.append($0) })
        let isMissing = console == nil
        #expect(isMissing)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("there is no virtual terminal") == true)
    }
}
