import Testing

@testable import FieldFB

private func told(file: String, commandLine: String) -> Int? {
    ConsoleRotation.orientation(inFile: Array(file.utf8), commandLine: Array(commandLine.utf8))?.degrees
}

@Test(
    "the console's file holds one number from 0 to 3",
    arguments: [
        ("0\n", 0), ("1\n", 90), ("2\n", 180), ("3", 270), ("", nil), ("4\n", nil), ("-1\n", nil), ("11\n", nil),
        ("x\n", nil), ("\u{0}\n", nil),
    ] as [(String, Int?)])
func rotationFile(content: String, degrees: Int?) {
    #expect(ConsoleRotation.orientation(inFile: Array(content.utf8))?.degrees == degrees)
}

@Test(
    "the last rotation of the command line counts, among other options too",
    arguments: [
        ("quiet fbcon=rotate:1 root=/dev/mmcblk0p2\n", 90), ("fbcon=rotate:3", 270),
        ("fbcon=font:VGA8x8,rotate:2,nodefer", 180), ("fbcon=rotate:1 fbcon=rotate:0", 0),
        ("fbcon=map:1", nil), ("fbcon=rotate:4", nil), ("fbcon=rotate:", nil), ("fbcon=rotate:12", nil),
        ("myfbcon=rotate:1", nil), ("fbcon.rotate=1", nil), ("rotate:1", nil), ("", nil),
        ("fbcon=rotate:2 fbcon=rotate:9", 180),
    ] as [(String, Int?)])
func rotationOnCommandLine(line: String, degrees: Int?) {
    #expect(ConsoleRotation.orientation(inCommandLine: Array(line.utf8))?.degrees == degrees)
}

@Test("a turned console counts; one that stands upright may only not be set up yet")
func rotationOfBoth() {
    #expect(told(file: "3\n", commandLine: "fbcon=rotate:1") == 270)
    #expect(told(file: "0\n", commandLine: "fbcon=rotate:1") == 90)
    #expect(told(file: "", commandLine: "fbcon=rotate:1") == 90)
    #expect(told(file: "0\n", commandLine: "quiet") == 0)
    #expect(told(file: "", commandLine: "quiet") == nil)
}

@Test("bytes that are no text are no rotation")
func rotationOfNoise() {
    let seed: UInt64 = 3
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
        let noise = (0..<Int.random(in: 0...60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        _ = ConsoleRotation.orientation(inFile: noise, commandLine: noise)
    }
    #expect(ConsoleRotation.orientation(inFile: [0xFF, 0x31], commandLine: []) == nil)
}
