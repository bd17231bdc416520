import Testing

@testable import ProgramLab
@testable import fieldfb

@Suite("What the reduce-motion file says")
struct ReduceMotionFileTests {
    @Test("the words for on and off", arguments: [
        ("", ReduceMotionReading.on), ("1", .on), ("yes", .on), ("true", .on), ("on", .on), ("1\n", .on),
        (" Yes \r\n", .on), ("\n\n", .on), ("0", .off), ("no", .off), ("false\n", .off), ("OFF", .off),
        ("2", .unclear), ("maybe", .unclear), ("1 1", .unclear), ("\u{0}", .unclear), ("yesno", .unclear),
    ])
    func words(_ text: String, _ reading: ReduceMotionReading) {
        #expect(ReduceMotionFile.interpret(Array(text.utf8)) == reading)
    }

    @Test("what is unclear counts as on, a missing file as off")
    func caution() {
        #expect(ReduceMotionReading.unclear.isOn)
        #expect(ReduceMotionReading.on.isOn)
        #expect(!ReduceMotionReading.missing.isOn)
        #expect(!ReduceMotionReading.off.isOn)
    }

    @Test("a missing file, a folder, a loop of links and a long file are told apart")
    func files() throws {
        let folder = try TemporaryFolder()
        #expect(ReduceMotionFile.read(folder.file("absent")).reading == .missing)
        #expect(ReduceMotionFile.read(folder.file("absent/deeper")).reading == .missing)
        #expect(ReduceMotionFile.read(folder.path).reading == .unclear)
        try folder.makeLink("loop", to: folder.file("loop"))
        #expect(ReduceMotionFile.read(folder.file("loop")).reading == .unclear)
        try folder.write(String(repeating: "1", count: 1 << 20), to: "long")
        #expect(ReduceMotionFile.read(folder.file("long")).reading == .unclear)
        try folder.write("off\n", to: "off")
        #expect(ReduceMotionFile.read(folder.file("off")).reading == .off)
    }

    @Test("a FIFO under that name does not hold the reader up")
    func fifo() throws {
        let folder = try TemporaryFolder()
        try folder.makeFIFO("fifo")
        #expect(ReduceMotionFile.read(folder.file("fifo")).reading == .unclear)
    }
}
