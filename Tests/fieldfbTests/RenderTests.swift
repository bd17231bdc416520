import Foundation
import Testing

@testable import ProgramLab
@testable import fieldfb

@Suite("fieldfb render")
struct RenderTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func render(_ words: String..., environment: [String: String] = [:]) throws -> RenderRun {
        try RenderRun(["render"] + words, environment: environment, folder: folder.path)
    }

    @Test("the same options make the same bytes", arguments: ["png", "ppm", "apng", "gif", "webp"])
    func repeats(ending: String) throws {
        let frames = ["png", "ppm"].contains(ending) ? [] : ["--frames", "3", "--fps", "4"]
        for name in ["a", "b"] {
            let run = try RenderRun(
                ["render", "-o", "\(name).\(ending)", "--size", "120x80", "--time", "3"] + frames,
                folder: folder.path)
            #expect(run.code == 0, "\(run.message)")
        }
        #expect(try folder.bytes("a.\(ending)") == folder.bytes("b.\(ending)"))
        #expect(folder.names == ["a.\(ending)", "b.\(ending)"])
    }

    @Test("frame k of a series is the picture at T + k/F")
    func seriesMoments() throws {
        #expect(try render("-o", "f%03d.ppm", "--frames", "3", "--fps", "4", "--time", "2", "--size", "90x70").code == 0)
        for (index, time) in ["2", "2.25", "2.5"].enumerated() {
            #expect(try render("-o", "one.ppm", "--time", time, "--size", "90x70").code == 0)
            #expect(try folder.bytes("f00\(index).ppm") == folder.bytes("one.ppm"))
        }
        #expect(try folder.bytes("f000.ppm") != folder.bytes("f002.ppm"))
        #expect(folder.names == ["f000.ppm", "f001.ppm", "f002.ppm", "one.ppm"])
    }

    @Test("without a time one picture is the still frame")
    func still() throws {
        _ = try render("-o", "a.ppm", "--size", "90x70")
        _ = try render("-o", "b.ppm", "--size", "90x70", "--time", "still")
        _ = try render("-o", "c.ppm", "--size", "90x70", "--time", "0")
        #expect(try folder.bytes("a.ppm") == folder.bytes("b.ppm"))
        #expect(try folder.bytes("a.ppm") != folder.bytes("c.ppm"))
    }

    @Test("standard output gets the bytes of the file")
    func standardOutput() throws {
        _ = try render("-o", "a.png", "--size", "90x70")
        #expect([UInt8](try render("-o", "-", "--size", "90x70").output) == (try folder.bytes("a.png")))
        _ = try render("-o", "a.ppm", "--size", "90x70")
        let pixmap = try render("-o", "-", "--type", "ppm", "--size", "90x70")
        #expect([UInt8](pixmap.output) == (try folder.bytes("a.ppm")))
    }

    @Test("standard output takes a series of pixmaps one after the other")
    func stream() throws {
        let run = try render("-o", "-", "--type", "ppm", "--size", "64x48", "--frames", "3")
        #expect(run.code == 0)
        #expect(run.output.count == 3 * ("P6\n64 48\n255\n".utf8.count + 64 * 48 * 3))
    }

    @Test("--size gives the size, 1280x720 by default")
    func size() throws {
        let header = "P6\n1280 720\n255\n"
        let run = try render("-o", "-", "--type", "ppm")
        #expect(String(decoding: run.output.prefix(header.utf8.count), as: UTF8.self) == header)
        #expect(try render("-o", "tiny.ppm", "--size", "1x1").code == 0)
        #expect(try folder.bytes("tiny.ppm").count == "P6\n1 1\n255\n".utf8.count + 3)
    }

    @Test("--format RGB565 shows only colours that 16 bits can hold")
    func sixteenBits() throws {
        _ = try render("-o", "a.ppm", "--size", "200x120", "--time", "3", "--format", "RGB565")
        _ = try render("-o", "exact.ppm", "--size", "200x120", "--time", "3")
        let exact = try folder.bytes("exact.ppm").suffix(200 * 120 * 3)
        let shown = try folder.bytes("a.ppm").suffix(200 * 120 * 3)
        #expect(exact != shown)
        for (offset, (value, wanted)) in zip(shown, exact).enumerated() {
            let widened = offset % 3 == 1 ? (value & 0xFC) | value >> 6 : (value & 0xF8) | value >> 5
            #expect(value == widened)
            // One step of a 31st.
            #expect(abs(Int(value) - Int(wanted)) <= 9)
        }
    }

    @Test("--format XRGB8888 changes nothing")
    func thirtyTwoBits() throws {
        _ = try render("-o", "a.ppm", "--size", "90x70", "--format", "XRGB8888")
        _ = try render("-o", "b.ppm", "--size", "90x70")
        #expect(try folder.bytes("a.ppm") == folder.bytes("b.ppm"))
    }

    @Test("settings count, and --scale is the setting Scale")
    func settings() throws {
        _ = try render("-o", "a.ppm", "--size", "90x70")
        _ = try render("-o", "b.ppm", "--size", "90x70", "--set", "Style=lines", "--set", "Pitch=10")
        _ = try render("-o", "c.ppm", "--size", "90x70", "--scale", "2")
        _ = try render("-o", "d.ppm", "--size", "90x70", "--set", "Scale=2")
        #expect(try folder.bytes("a.ppm") != folder.bytes("b.ppm"))
        #expect(try folder.bytes("a.ppm") != folder.bytes("c.ppm"))
        #expect(try folder.bytes("c.ppm") == folder.bytes("d.ppm"))
    }

    @Test("wrong options are refused with what is allowed", arguments: [
        (["--size", "10x10"], "-o FILE is missing"),
        (["-o", "a.jpeg"], "png, ppm, apng, gif, webp"),
        (["-o", "a"], "png, ppm, apng, gif, webp"),
        (["-o", "a.png", "--type", "bmp"], "--type is one of"),
        (["-o", "a.png", "--size", "0x10"], "--size is WIDTHxHEIGHT"),
        (["-o", "a.png", "--size", "10"], "--size is WIDTHxHEIGHT"),
        (["-o", "a.png", "--size", "99999999999999999999x1"], "--size is WIDTHxHEIGHT"),
        (["-o", "a.png", "--size", "32769x1"], "1 to 32768"),
        (["-o", "a.png", "--size", "32768x32768"], "the picture 67108864"),
        (["-o", "a.webp", "--size", "16384x2"], "at most 16383 pixels"),
        (["-o", "a.png", "--scale", "9"], "0.25 to 8"),
        (["-o", "a.png", "--scale", "nan"], "0.25 to 8"),
        (["-o", "a.png", "--time", "-1"], "--time is `still` or"),
        (["-o", "a.png", "--time", "1e400"], "--time is `still` or"),
        (["-o", "a.png", "--frames", "0"], "--frames is a whole number"),
        (["-o", "a.png", "--frames", "2"], "one picture"),
        (["-o", "a%.png", "--frames", "2"], "one picture"),
        (["-o", "%d%d.png", "--frames", "2"], "one picture"),
        (["-o", "%s.png", "--frames", "2"], "one picture"),
        (["-o", "a.gif", "--frames", "2", "--time", "still"], "every frame would be the same"),
        (["-o", "a.gif", "--frames", "2", "--fps", "0"], "--fps is a number"),
        (["-o", "a.png", "--format", "rgb"], "XRGB8888"),
        (["-o", "a.png", "--set", "Pitch"], "KEY=VALUE"),
        (["-o", "a.png", "--set", "Pitch=x"], "Pitch is a number"),
        (["-o", "a.png", "--set", "Nothing=1"], "unknown setting"),
        (["-o", "a.png", "extra"], "unexpected word"),
        (["-o", "a.png", "--nonsense"], "unknown option"),
    ])
    func refusals(words: [String], expected: String) throws {
        let run = try RenderRun(["render"] + words, folder: folder.path)
        #expect(run.code == 64)
        #expect(run.message.hasPrefix("fieldfb: render: "))
        #expect(run.message.contains(expected), "\(run.message)")
        #expect(folder.names.isEmpty)
    }

    @Test("a name with a per cent sign is only a name without --frames")
    func perCentSign() throws {
        #expect(try render("-o", "100%d.ppm", "--size", "9x9").code == 0)
        #expect(folder.names == ["100%d.ppm"])
    }

    @Test("a file that cannot be written is named", arguments: [
        ("/dev/full", "No space left on device"), ("none/a.png", "No such file or directory"),
        ("/proc/a.png", "No such file or directory"),
    ])
    func unwritable(path: String, reason: String) throws {
        let run = try render("-o", path, "--type", "png", "--size", "50x50")
        #expect(run.code == 74)
        #expect(run.message.contains("cannot write \(path): \(reason)"))
    }

    @Test("without the picture libraries a pixmap is written, and others name the package", arguments: [
        ("png", "libpng16-16"), ("apng", "libpng16-16"), ("gif", "libgif7"), ("webp", "libwebp7"),
    ])
    func missingLibraries(ending: String, package: String) throws {
        let libraries = try TemporaryFolder()
        for name in ["libpng16.so.16", "libz.so.1", "libgif.so.7", "libwebp.so.7", "libwebpmux.so.3"] {
            // The loader ends its search at a file of that name, even when it is no library.
            try Data().write(to: URL(fileURLWithPath: libraries.file(name)))
        }
        let environment = ["LD_LIBRARY_PATH": libraries.path]
        let run = try render("-o", "a.\(ending)", "--size", "50x50", environment: environment)
        #expect(run.code == 74)
        #expect(run.message.contains("install the package \(package)"), "\(run.message)")
        #expect(folder.names.isEmpty)
        #expect(try render("-o", "a.ppm", "--size", "50x50", environment: environment).code == 0)
    }

    @Test("a picture larger than the memory is refused in words")
    func noMemory() throws {
        let run = try ProgramUnderTest.run(
            ["-c", "ulimit -v 400000; exec \"$0\" render --size 8192x8192 -o '\(folder.file("a.ppm"))'",
                ProgramUnderTest.path],
            called: "/bin/sh")
        #expect(run.code == 71)
        #expect(run.error.contains("not enough memory"))
        #expect(folder.names.isEmpty)
    }

    @Test("a rendering that is interrupted leaves no file", arguments: [SIGINT, SIGTERM, SIGHUP])
    func interrupted(signal: Int32) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: ProgramUnderTest.path)
        process.arguments = ["render", "-o", "a.apng", "--size", "320x200", "--frames", "100000"]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.standardError = FileHandle.nullDevice
        try process.run()
        try eventually("the temporary file") { !folder.names.isEmpty }
        #expect(kill(process.processIdentifier, signal) == 0)
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 74)
        #expect(folder.names.isEmpty)
    }

    @Test("the numbers of a series", arguments: [
        ("f%d.png", 7, "f7.png"), ("f%04d.png", 7, "f0007.png"), ("f%04d.png", 123_456, "f123456.png"),
        ("%3d", 12, " 12"), ("100%%-%02d%%.x", 5, "100%-05%.x"), ("%09d", 1, "000000001"),
    ])
    func seriesNames(pattern: String, number: Int, expected: String) throws {
        #expect(try #require(SeriesName(pattern)).path(number) == expected)
    }

    @Test("what is no series name", arguments: [
        "f.png", "%", "%%", "%s", "%n", "%ld", "%10d", "%-3d", "%00d", "%d%d", "%05", "%*d", "%1$d",
    ])
    func noSeriesNames(pattern: String) {
        #expect(SeriesName(pattern) == nil)
    }
}
