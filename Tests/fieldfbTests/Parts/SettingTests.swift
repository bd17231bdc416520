import FieldCore
import Testing

@testable import fieldfb

@Suite("Settings")
struct SettingTests {
    @Test("every setting writes its default so that it reads it back", arguments: Setting.all.map(\.key))
    func roundTrip(_ key: String) throws {
        let setting = try #require(Setting.named(key))
        var settings = Settings()
        let text = setting.read(settings)
        #expect(setting.write(&settings, text))
        #expect(setting.read(settings) == text)
    }

    @Test("no setting takes what has no meaning for it", arguments: Setting.all.map(\.key))
    func refusesNonsense(_ key: String) throws {
        let setting = try #require(Setting.named(key))
        // Any word can be the name of a device, and any line a message.
        let words = key == "Connector" ? [] : ["nonsense", "1e9", "nan", "relative/path", "0x0"]
        var nonsense = ["", "-1", "#GGGGGG", "99999999999", "#12345", "a\u{7}b"] + words
        switch key {
        case "Message", "Detail": nonsense = ["a\u{7}b", "a\nb", "\u{1B}[31m", String(repeating: "x", count: 4097)]
        case "ProgressLabel": nonsense = ["a\u{7}b", String(repeating: "x", count: 257)]
        case "Poster", "Logo", "Font": nonsense = nonsense.filter { !$0.isEmpty } + ["/\(String(repeating: "x", count: 4095))"]
        default: break
        }
        for text in nonsense {
            var settings = Settings()
            #expect(!setting.write(&settings, text), "\(key)=\(text)")
            #expect(setting.read(settings) == setting.read(Settings()))
        }
    }

    @Test("the keys are those of the design, each once")
    func keys() {
        #expect(
            Setting.all.map(\.key) == [
                "Style", "Pitch", "Ink", "Background", "Reach", "Softness", "MinRadiusRatio", "MaxRadiusRatio",
                "MinInk", "MaxInk", "DriftSpeed", "FoldSpeed", "LineLengthScale", "LineWeightScale", "LineNormal",
                "FieldShape", "FieldRegion", "FieldCorner", "Poster", "PosterFit", "Scrim", "ScrimStrength", "Logo",
                "LogoPlace", "LogoSize", "LogoField", "Message", "Detail", "Font", "TextColour", "TextSize", "TextPlace",
                "Progress", "ProgressStyle", "ProgressLength", "ProgressLabel", "ProgressField", "Panel", "PanelPlace",
                "PanelColour", "PanelCorner", "PanelDim", "PanelBlur", "PanelFade", "PanelGrace", "PanelMinimum",
                "PanelTimeout", "StartTime", "EaseTime", "ReduceMotion", "ReduceMotionFile", "Output", "Connector", "Mode",
                "Format", "Rotate", "Scale", "Backlight", "Night", "Appearance", "FrameRate", "ProcessorShare", "HeadlessSize",
                "Socket", "MaxClients", "Access", "Debug",
            ])
    }

    @Test("a value goes where its name says", arguments: [
        ("Style", "lines"), ("Pitch", "20"), ("Ink", "#102030"), ("Background", "#405060"), ("Reach", "0.5"),
        ("Softness", "0.25"), ("MinRadiusRatio", "0.1"), ("MaxRadiusRatio", "0.3"), ("MinInk", "0.2"),
        ("MaxInk", "0.9"), ("DriftSpeed", "2"), ("FoldSpeed", "3"), ("LineLengthScale", "1.5"),
        ("LineWeightScale", "0.7"), ("LineNormal", "ellipse"),
    ])
    func places(_ key: String, _ text: String) throws {
        var settings = Settings()
        #expect(try #require(Setting.named(key)).write(&settings, text))
        var expected = FieldParameters()
        switch key {
        case "Style": expected.style = .lines
        case "Pitch": expected.pitch = 20
        case "Ink": expected.ink = Colour(red: 0x10, green: 0x20, blue: 0x30)
        case "Background": expected.background = Colour(red: 0x40, green: 0x50, blue: 0x60)
        case "Reach": expected.reach = 0.5
        case "Softness": expected.softness = 0.25
        case "MinRadiusRatio": expected.minRadiusRatio = 0.1
        case "MaxRadiusRatio": expected.maxRadiusRatio = 0.3
        case "MinInk": expected.minInk = 0.2
        case "MaxInk": expected.maxInk = 0.9
        case "DriftSpeed": expected.driftSpeed = 2
        case "FoldSpeed": expected.foldSpeed = 3
        case "LineLengthScale": expected.lineLengthScale = 1.5
        case "LineWeightScale": expected.lineWeightScale = 0.7
        default: expected.lineNormal = .ellipse
        }
        #expect(settings.field == expected)
    }

    @Test("the ends of a range are allowed, what lies beyond is not")
    func ends() throws {
        var settings = Settings()
        let rate = try #require(Setting.named("FrameRate"))
        #expect(rate.write(&settings, "1"))
        #expect(rate.write(&settings, "60"))
        #expect(!rate.write(&settings, "0.999"))
        #expect(!rate.write(&settings, "60.001"))
        let size = try #require(Setting.named("HeadlessSize"))
        #expect(size.write(&settings, "1x32768"))
        #expect(!size.write(&settings, "1x32769"))
        #expect(size.write(&settings, "8192x8192"))
        #expect(!size.write(&settings, "8192x8193"))
        #expect(!size.write(&settings, "0x1"))
        #expect(!size.write(&settings, "1x1x1"))
        let scale = try #require(Setting.named("Scale"))
        #expect(scale.write(&settings, "AUTO"))
        #expect(scale.write(&settings, "0.25"))
        #expect(!scale.write(&settings, "8.5"))
    }

    @Test("an assignment on the command line names what is wrong with it")
    func assignments() {
        func complaint(_ text: String) -> String {
            var sources = SettingSources()
            do throws(UsageError) {
                try sources.add(assignment: text)
                return ""
            } catch {
                return error.message
            }
        }
        #expect(complaint("Ink=#FFF") == "")
        #expect(complaint("Pitch") == "\"Pitch\" is not KEY=VALUE")
        #expect(complaint("Pich=3") == "unknown setting \"Pich\"")
        #expect(complaint("Pitch=0") == "Pitch is a number from 1 to 1000, not \"0\"")
        #expect(complaint("Style=waves") == "Style is one of dots, lines, not \"waves\"")
    }
}
