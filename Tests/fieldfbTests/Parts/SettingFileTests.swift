import Testing

@testable import ProgramLab
@testable import fieldfb

@Suite("Setting files")
struct SettingFileTests {
    private func read(_ bytes: [UInt8]) -> (settings: Settings, messages: [String]) {
        let reading = SettingReading()
        SettingFile.apply(bytes, name: "f.conf", to: reading)
        return (reading.settings, reading.faults.messages)
    }

    private func read(_ text: String) -> (settings: Settings, messages: [String]) { read(Array(text.utf8)) }

    @Test("a well-formed file sets what it says and has no faults")
    func wellFormed() {
        let (settings, messages) = read("""
            # a comment
            ; another one

            [Field]
            Pitch = 20
            \tInk=#ff0000
            style=LINES
            [Display]
            FrameRate=25
            [field]
            Reach=0.5
            """)
        #expect(messages == [])
        #expect(settings.field.pitch == 20)
        #expect(settings.field.ink.hexadecimal == "#FF0000")
        #expect(settings.field.style == .lines)
        #expect(settings.frameRate == 25)
        #expect(settings.field.reach == 0.5)
    }

    @Test("lines may end as on Windows, and the file may begin with a byte order mark")
    func foreignForms() {
        let (settings, messages) = read([0xEF, 0xBB, 0xBF] + Array("[Field]\r\nPitch=20\r\n\r\n".utf8))
        #expect(messages == [])
        #expect(settings.field.pitch == 20)
    }

    @Test("an empty file and one without a last newline are files")
    func edges() {
        #expect(read("").messages == [])
        #expect(read("[Field]\nPitch=21").settings.field.pitch == 21)
    }

    @Test("each fault is named with its line, and the value before it stands", arguments: [
        ("[Field]\nPitch", "f.conf:2: \"Pitch\" is no setting: `Key=Value` or `[Section]` is expected"),
        ("[Field]\nPitch=0", "f.conf:2: Pitch is a number from 1 to 1000, not \"0\""),
        ("[Field]\nPitch=", "f.conf:2: Pitch is a number from 1 to 1000, not \"\""),
        ("[Field]\nPitch=1e1", "f.conf:2: Pitch is a number from 1 to 1000, not \"1e1\""),
        ("[Field]\nInk=red", "f.conf:2: Ink is a colour written #RGB, #RRGGBB or #RRGGBBAA, not \"red\""),
        ("[Motion]\nReduceMotion=maybe", "f.conf:2: ReduceMotion is one of auto, yes, no, not \"maybe\""),
        ("[Display]\nScale=9", "f.conf:2: Scale is auto or a number from 0.25 to 8 (for one display: CONNECTOR:VALUE), not \"9\""),
        ("[Display]\nHeadlessSize=big", "f.conf:2: HeadlessSize is WIDTHxHEIGHT, each from 1 to 32768, at most 67108864 pixels, not \"big\""),
        ("[Control]\nSocket=here", "f.conf:2: Socket is an absolute path of at most 107 bytes, not \"here\""),
        ("[Control]\nMaxClients=1.5", "f.conf:2: MaxClients is a whole number from 1 to 256, not \"1.5\""),
        ("[Motion]\nPitch=20", "f.conf:2: Pitch belongs in section [Field]"),
        ("Pitch=20", "f.conf:1: Pitch belongs in section [Field]"),
        ("\n\nNonsense=20", "f.conf:3: unknown setting \"Nonsense\""),
        ("[Control]\nPich=20", "f.conf:2: unknown setting \"Pich\"; [Control] has Socket, MaxClients, Access"),
        ("[Colours]\nPitch=20",
            "f.conf:1: unknown section \"Colours\", its lines are passed over; there are [Field], [Picture], [Text], [Progress], [Panel], [Motion], [Display], [Control], [Log]"),
        ("[Field\nPitch=20", "f.conf:1: \"[Field\" has no closing bracket; its lines are passed over"),
        ("[Field]\nPi\u{0}tch=20", "f.conf:2: the line holds control characters"),
    ])
    func fault(_ text: String, _ message: String) {
        let (settings, messages) = read(text)
        #expect(messages == [message])
        #expect(settings.field.pitch == 14)
    }

    @Test("of a setting given twice the last value counts, and the line is named")
    func duplicate() {
        let (settings, messages) = read("[Field]\nPitch=20\n\nPitch=30\n")
        #expect(settings.field.pitch == 30)
        #expect(messages == ["f.conf:4: Pitch was set on line 2 already; this line counts"])
    }

    @Test("a bad value after a good one leaves the good one")
    func badAfterGood() {
        let (settings, messages) = read("[Field]\nPitch=20\nPitch=-5\n")
        #expect(settings.field.pitch == 20)
        #expect(messages.count == 1)
    }

    @Test("a line too long is passed over, and the lines after it count")
    func longLine() {
        let (settings, messages) = read("[Field]\nPitch=\(String(repeating: "2", count: 5000))\nReach=0.5\n")
        #expect(messages == ["f.conf:2: the line is longer than 4096 bytes"])
        #expect(settings.field.reach == 0.5)
    }

    @Test("bytes that are no UTF-8 are a fault of their line")
    func notText() {
        let (settings, messages) = read(Array("[Field]\nInk=".utf8) + [0xFF, 0xFE, 10] + Array("Pitch=20\n".utf8))
        #expect(messages == ["f.conf:2: the line is not valid UTF-8"])
        #expect(settings.field.pitch == 20)
    }

    @Test("a file of faults is reported in part and counted")
    func manyFaults() {
        let (_, messages) = read(String(repeating: "x\n", count: 1000))
        #expect(messages.count == 51)
        #expect(messages.last == "950 more faults in setting files")
    }

    @Test("noise sets nothing and stops nothing")
    func noise() {
        let seed: UInt64 = 31_337
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let bytes = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let (settings, messages) = read(bytes)
            #expect(Setting.all.allSatisfy { $0.read(settings) == $0.read(Settings()) }, "seed \(seed)")
            #expect(messages.allSatisfy { !$0.utf8.contains { $0 < 0x20 } })
        }
    }
}
