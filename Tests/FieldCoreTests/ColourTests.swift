import Testing

@testable import FieldCore

struct ColourTests {
    @Test("colours are read from three, six or eight digits", arguments: [
        ("#fff", Colour(red: 255, green: 255, blue: 255)),
        ("#1a2B3c", Colour(red: 0x1A, green: 0x2B, blue: 0x3C)),
        ("#01020380", Colour(red: 1, green: 2, blue: 3, alpha: 0x80)),
    ])
    func parsing(_ text: String, _ colour: Colour) {
        #expect(Colour(parsing: text) == colour)
    }

    @Test("anything else is no colour", arguments: [
        "", "#", "fff", "#ff", "#ffff", "#fffff", "#ggg", "#1234567", "#123456789", "##fff",
        " #fff", "#ffé", "white",
    ])
    func refusal(_ text: String) {
        #expect(Colour(parsing: text) == nil)
    }

    @Test("a colour is written as it is read")
    func roundTrip() {
        #expect(Colour(parsing: "#0a0B0c")?.hexadecimal == "#0A0B0C")
        #expect(Colour(parsing: "#0a0b0c7f")?.hexadecimal == "#0A0B0C7F")
    }

    @Test("the packed pixel has red above green above blue")
    func packed() {
        #expect(Colour(red: 1, green: 2, blue: 3).packed == 0xFF01_0203)
    }
}
