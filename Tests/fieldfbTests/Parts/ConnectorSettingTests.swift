import FieldFB
import Testing

@testable import fieldfb

@Suite("Settings that differ from display to display")
struct ConnectorSettingTests {
    private func written(_ key: String, _ text: String) throws -> Settings? {
        var settings = Settings()
        return try #require(Setting.named(key)).write(&settings, text) ? settings : nil
    }

    @Test("a word alone is for every display, one behind a name and a colon for that one")
    func perConnector() throws {
        let settings = try #require(try written("Rotate", "90 HDMI-A-1:0 DSI-1:auto"))
        #expect(settings.display.rotations.value(for: "VGA-1") == .fixed(.quarterTurn))
        #expect(settings.display.rotations.value(for: "HDMI-A-1") == .fixed(.upright))
        #expect(settings.display.rotations.value(for: "hdmi-a-1") == .fixed(.upright))
        #expect(settings.display.rotations.value(for: "DSI-1") == .auto)
    }

    @Test("displays that are not named choose by themselves")
    func unnamed() throws {
        let settings = try #require(try written("Rotate", "DSI-1:270"))
        #expect(settings.display.rotations.value(for: "HDMI-A-1") == .auto)
    }

    @Test("what was written is read back", arguments: [
        ("Mode", "1920x1080"), ("Mode", "1920x1080@59.94"), ("Mode", "auto DPI-1:800x480@60"), ("Format", "RGB565"),
        ("Format", "auto SPI-1:RGB565"), ("Format", "auto fb0:C8 fb1:R1_LSB"), ("Rotate", "auto HDMI-A-1:180"), ("Scale", "auto DSI-1:1.5"),
        ("Connector", "HDMI-A-1 DSI-1"), ("Connector", "0000:00:02.0/VGA-1"), ("Connector", "auto"),
    ])
    func readBack(_ key: String, _ text: String) throws {
        let settings = try #require(try written(key, text))
        #expect(try #require(Setting.named(key)).read(settings) == text)
    }

    @Test("a mode has a size, and a rate in hertz if it matters")
    func modes() throws {
        let settings = try #require(try written("Mode", "1280x720@59.94"))
        let mode = settings.display.modes.value(for: "HDMI-A-1")
        #expect(mode == WantedMode(width: 1280, height: 720, refreshMillihertz: 59_940))
    }

    @Test("a word that says nothing is refused, and so is a second one for all", arguments: [
        ("Rotate", "45"), ("Rotate", "90 180"), ("Rotate", "HDMI-A-1:"), ("Rotate", ":90"), ("Mode", "1920"),
        ("Mode", "1920x1080@"), ("Mode", "1920x1080@0"), ("Mode", "1920x1080@60@60"), ("Mode", "0x0"),
        ("Format", "RGB"), ("Scale", "1 HDMI-A-1:9"), ("Connector", "-o"), ("Connector", "a;b"), ("Connector", "auto HDMI-A-1"),
        ("Connector", "card0"), ("Rotate", "DSI-1:90 dsi-1:0"), ("Rotate", "fe000000.display/DSI-1:90"),
    ])
    func refused(_ key: String, _ text: String) throws {
        #expect(try written(key, text) == nil)
    }

    @Test("no list of words is without end")
    func limit() throws {
        let words = (0..<65).map { "C-\($0):90" }.joined(separator: " ")
        #expect(try written("Rotate", words) == nil)
    }
}
