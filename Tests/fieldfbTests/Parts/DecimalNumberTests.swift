import Testing

@testable import ProgramLab
@testable import fieldfb

@Suite("Decimal numbers")
struct DecimalNumberTests {
    @Test("a number in plain decimal form is read", arguments: [
        ("0", 0.0), ("14", 14), ("-3", -3), ("+2.5", 2.5), ("0.085", 0.085), (".5", 0.5), ("7.", 7),
        ("0.30000000000000004", 0.3), ("1000000000", 1e9), ("9007199254740992", 9_007_199_254_740_992),
    ])
    func reads(_ text: String, _ value: Double) {
        #expect(DecimalNumber.parse(text) == value)
    }

    @Test("anything else is refused", arguments: [
        "", ".", "-", "+", "1e3", "0x10", "1,5", "1.2.3", " 1", "1 ", "--1", "1-", "nan", "inf", "infinity",
        "１", "1_000", "99999999999999999999", String(repeating: "1", count: 41),
    ])
    func refuses(_ text: String) {
        #expect(DecimalNumber.parse(text) == nil)
    }

    @Test("what is read is the nearest double, as long as 15 digits say it")
    func nearest() throws {
        let seed: UInt64 = 20_241_130
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            let digits = UInt64.random(in: 0..<1_000_000_000_000_000, using: &generator)
            let decimals = Int.random(in: 0...15, using: &generator)
            var text = String(digits)
            while text.count <= decimals { text = "0" + text }
            text.insert(".", at: text.index(text.endIndex, offsetBy: -decimals))
            #expect(DecimalNumber.parse(text) == Double(text.hasSuffix(".") ? text + "0" : text), "seed \(seed): \(text)")
        }
    }

    @Test("a value is written so that it is read back the same, without an exponent", arguments: [
        (0.0, "0"), (14, "14"), (0.085, "0.085"), (0.0001, "0.0001"), (0.00001, "0.00001"),
        (0.0000123, "0.0000123"), (-2.5, "-2.5"), (1e9, "1000000000"), (1e20, "100000000000000000000"),
    ])
    func writes(_ value: Double, _ text: String) {
        #expect(DecimalNumber.text(value) == text)
    }

    @Test("a whole number is read only when it is one", arguments: [
        ("16", 16), ("-1", -1), ("1.0", nil), ("", nil), ("x", nil), ("+5", nil), ("99999999999999999999", nil),
    ] as [(String, Int?)])
    func whole(_ text: String, _ value: Int?) {
        #expect(DecimalNumber.parseWhole(text) == value)
    }
}
