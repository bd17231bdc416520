import Foundation
import Testing

/// The page that says what is proved names tests; a test that was renamed or
/// taken away must not stay there.
@Suite("The page of proofs")
struct ProofPageTests {
    private static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The sources of all tests, this one left out.
    private static func sources() throws -> String {
        let tests = root.appendingPathComponent("Tests")
        let names = try #require(FileManager.default.enumerator(atPath: tests.path))
        var text = ""
        for case let name as String in names where name.hasSuffix(".swift") && !name.hasSuffix("ProofPageTests.swift") {
            text += try String(contentsOf: tests.appendingPathComponent(name), encoding: .utf8)
        }
        return text
    }

    @Test("names only tests that there are")
    func titles() throws {
        let page = try String(contentsOf: Self.root.appendingPathComponent("docs/proof.md"), encoding: .utf8)
        let sources = try Self.sources()
        var count = 0
        for line in page.split(separator: "\n") where line.hasPrefix("| ") {
            for (index, title) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            where index % 2 == 1 {
                count += 1
                #expect(sources.contains("\"\(title)\""), "no test is called so")
            }
        }
        #expect(count > 100)
    }
}
