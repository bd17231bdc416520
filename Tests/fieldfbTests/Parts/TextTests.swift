import Foundation
import Testing

@testable import ProgramLab
@testable import fieldfb

@Suite("Text")
struct TextTests {
    @Test("UTF-8 is told from other bytes exactly as the standard library does")
    func validity() {
        let seed: UInt64 = 7_001
        var generator = SeededGenerator(seed: seed)
        // Mostly bytes with a meaning in UTF-8, so that valid sequences come up too.
        let interesting: [UInt8] = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF,
            0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
        ]
        var valid = 0
        for _ in 0..<100_000 {
            let count = Int.random(in: 0...5, using: &generator)
            let bytes = (0..<count).map { _ in interesting.randomElement(using: &generator) ?? 0 }
            let expected = String(validating: bytes, as: UTF8.self) != nil
            if expected { valid += 1 }
            #expect(isValidUTF8(bytes[...]) == expected, "seed \(seed): \(bytes)")
        }
        #expect(valid > 1000)
    }

    @Test("quoted text holds no control bytes and has an end")
    func quoting() {
        #expect(ByteText.quoted(Array("a\u{1B}[31m\n".utf8)) == "\"a?[31m?\"")
        #expect(ByteText.quoted(Array(repeating: UInt8(ascii: "x"), count: 100), limit: 4) == "\"xxxx...\"")
    }

    @Test("JSON is what a JSON reader takes, whatever the text")
    func json() throws {
        let awkward = "quote \" backslash \\ newline \n tab \t bell \u{7} delete \u{7F} é 𝄞"
        var writer = JSONWriter()
        writer.object { json in
            json.member("text", awkward)
            json.member("whole", -3)
            json.member("number", 0.085)
            json.member("flag", true)
            json.member("infinite", Double.infinity)
            json.key("list")
            json.array { json in
                json.value("a")
                json.object { _ in }
                json.array { _ in }
                json.null()
            }
            json.member(awkward, 1)
        }
        let data = Data(writer.text.utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(object["text"] as? String == awkward)
        #expect(object["whole"] as? Int == -3)
        #expect(object["number"] as? Double == 0.085)
        #expect(object["flag"] as? Bool == true)
        #expect(object["infinite"] is NSNull)
        #expect((object["list"] as? [Any])?.count == 4)
        #expect(object[awkward] as? Int == 1)
        #expect(!writer.text.contains("\n"))
    }
}
