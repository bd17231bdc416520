import Testing

@testable import ProgramLab
@testable import fieldfb

@Suite("The kernel's command line")
struct KernelCommandLineTests {
    private func read(_ bytes: [UInt8]) -> SettingReading {
        let reading = SettingReading()
        KernelCommandLine.apply(bytes, to: reading)
        return reading
    }

    private func read(_ text: String) -> SettingReading { read(Array(text.utf8)) }

    @Test("only words that begin with fieldfb. count")
    func others() {
        let reading = read("BOOT_IMAGE=/vmlinuz root=/dev/sda1 pitch=20 xfieldfb.pitch=21 fieldfb quiet fieldfb=x FIELDFB.pitch=3\n")
        #expect(reading.faults.messages == [])
        #expect(reading.origins.allSatisfy { $0 == nil })
    }

    @Test("in a key neither case nor - and _ count", arguments: [
        "fieldfb.ReduceMotion=yes", "fieldfb.reduce_motion=yes", "fieldfb.reduce-motion=yes",
        "fieldfb.REDUCEMOTION=yes", "quiet fieldfb._reduce_motion=yes\n",
    ])
    func keys(_ text: String) {
        let reading = read(text)
        #expect(reading.settings.reduceMotion == .yes)
        #expect(reading.faults.messages == [])
        #expect(reading.origins.compactMap { $0?.text } == ["kernel command line"])
    }

    @Test("a word without a value means yes, and the other words for yes and no do as well", arguments: [
        ("fieldfb.reduce_motion", ReduceMotionChoice.yes), ("fieldfb.reduce_motion=1", .yes),
        ("fieldfb.reduce_motion=true", .yes), ("fieldfb.reduce_motion=ON", .yes),
        ("fieldfb.reduce_motion=0", .no), ("fieldfb.reduce_motion=false", .no),
        ("fieldfb.reduce_motion=off", .no), ("fieldfb.reduce_motion=no", .no),
        ("fieldfb.reduce_motion=auto", .auto),
    ])
    func yesAndNo(_ text: String, _ choice: ReduceMotionChoice) {
        #expect(read(text).settings.reduceMotion == choice)
    }

    @Test("quotation marks hold blanks together, around the value or the whole word", arguments: [
        "fieldfb.rotate=\"90 HDMI-A-1:0\" quiet", "\"fieldfb.rotate=90 HDMI-A-1:0\" quiet",
        "fieldfb.rotate=\"90 HDMI-A-1:0", "a=\"fieldfb.rotate=180\" \"fieldfb.rotate=90 HDMI-A-1:0\"",
    ])
    func quotes(_ text: String) throws {
        let reading = read(text)
        #expect(reading.faults.messages == [])
        #expect(try #require(Setting.named("Rotate")).read(reading.settings) == "90 HDMI-A-1:0")
    }

    @Test("of a key given twice the last value counts")
    func twice() {
        #expect(read("fieldfb.pitch=20 fieldfb.pitch=30").settings.field.pitch == 30)
    }

    @Test("what the units read is passed over", arguments: ["fieldfb.enable=0", "fieldfb.enable", "fieldfb.Enable=x"])
    func enable(_ text: String) {
        #expect(read(text).faults.messages == [])
    }

    @Test("each fault is one message, and the value before it stands", arguments: [
        ("fieldfb.pitch=wide", "kernel command line: Pitch is a number from 1 to 1000, not \"wide\""),
        ("fieldfb.pitch", "kernel command line: Pitch is a number from 1 to 1000, not \"yes\""),
        ("fieldfb.pitch=", "kernel command line: Pitch is a number from 1 to 1000, not \"\""),
        ("fieldfb.colour=red", "kernel command line: unknown setting \"fieldfb.colour\""),
        ("fieldfb.", "kernel command line: unknown setting \"fieldfb.\""),
        ("fieldfb.=1", "kernel command line: unknown setting \"fieldfb.\""),
        ("fieldfb.field.pitch=20", "kernel command line: unknown setting \"fieldfb.field.pitch\""),
        ("fieldfb.socket=\"/a\u{7}b\"", "kernel command line: the value of Socket is not text"),
    ])
    func faults(_ text: String, _ message: String) {
        let reading = read(text)
        #expect(reading.faults.messages == [message])
        #expect(reading.settings.field.pitch == 14)
    }

    @Test("bytes that are no text are a fault of their word, and the words after it count")
    func notText() {
        let reading = read(Array("fieldfb.ink=".utf8) + [0xFF, 0xFE, 0, 0x20] + Array("fieldfb.pitch=20".utf8))
        #expect(reading.faults.messages == ["kernel command line: the value of Ink is not text"])
        #expect(reading.settings.field.pitch == 20)
    }

    @Test("many faults are reported in part and counted")
    func many() {
        let reading = read(String(repeating: "fieldfb.x=1 ", count: 300))
        #expect(reading.faults.messages.count == SettingFaults.kept + 1)
        #expect(reading.faults.messages.last == "250 more faults in setting files")
    }

    @Test("noise sets nothing and stops nothing")
    func noise() {
        let seed: UInt64 = 90_210
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            var bytes = (0..<1500).map { _ in UInt8.random(in: 0...255, using: &generator) }
            for _ in 0..<20 {
                let place = Int.random(in: 0..<1400, using: &generator)
                bytes.replaceSubrange(place..<(place + 9), with: " fieldfb.".utf8)
            }
            let reading = read(bytes)
            #expect(reading.origins.allSatisfy { $0 == nil }, "seed \(seed)")
            #expect(reading.faults.messages.allSatisfy { !$0.utf8.contains { $0 < 0x20 } }, "seed \(seed)")
        }
    }
}
