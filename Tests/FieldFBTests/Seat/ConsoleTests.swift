import Testing

@testable import FieldFB

@Test("without a virtual terminal there is no console and one line of log")
func noConsole() {
    var lines: [String] = []
    let console = Console.open(paths: ["/nonexistent/tty", "/dev/null"], log: { lines.append($0) })
    let isMissing = console == nil
    #expect(isMissing)
    #expect(lines.count == 1)
    #expect(lines.first?.contains("/nonexistent/tty: open: No such file or directory") == true)
}
