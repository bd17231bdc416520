import FakeKernel
import Foundation
import Testing

@testable import ProgramLab

/// A framebuffer device as its driver describes it, and what it must show.
struct FramebufferRecord: CustomTestStringConvertible, Sendable {
    let name: String
    /// The words of the `fb` command.
    let words: String
    let width: Int, height: Int
    /// The format of the device in the program's own words; nil for eight bits a channel.
    var format: String?
    /// How far a channel may be off: short channels are widened in many ways.
    var tolerance = 0

    var testDescription: String { name }

    static let all = [
        FramebufferRecord(
            name: "32 bits, blue first in memory",
            words: "size=96x64 bpp=32 red=16/8 green=8/8 blue=0/8", width: 96, height: 64),
        FramebufferRecord(
            name: "32 bits, red first in memory",
            words: "size=96x64 bpp=32 red=0/8 green=8/8 blue=16/8 transp=24/8", width: 96, height: 64),
        FramebufferRecord(
            name: "32 bits with all lengths zero",
            words: "size=80x128 bpp=32 red=0/0 green=0/0 blue=0/0", width: 80, height: 128),
        FramebufferRecord(name: "24 bits", words: "size=80x48 bpp=24 transp=24/0", width: 80, height: 48),
        FramebufferRecord(
            name: "30 bits", words: "size=96x64 bpp=32 red=20/10 green=10/10 blue=0/10", width: 96, height: 64,
            tolerance: 1),
        FramebufferRecord(
            name: "16 bits, as most have them", words: "size=128x102 bpp=16", width: 128, height: 102,
            format: "RGB565", tolerance: 8),
        FramebufferRecord(
            name: "16 bits, red lowest, as vfb has them",
            words: "size=96x64 bpp=16 red=0/5 green=5/6 blue=11/5", width: 96, height: 64, format: "BGR565",
            tolerance: 8),
        FramebufferRecord(
            name: "15 bits", words: "size=96x64 bpp=16 red=10/5 green=5/5 blue=0/5", width: 96, height: 64,
            format: "XRGB1555", tolerance: 8),
        FramebufferRecord(
            name: "8 bits with a palette", words: "size=96x64 bpp=8 visual=pseudocolor", width: 96, height: 64,
            format: "C8", tolerance: 60),
        FramebufferRecord(
            name: "1 bit, ones are black", words: "size=158x64 bpp=1 line=20 visual=mono01", width: 158, height: 64,
            format: "D1"),
        FramebufferRecord(
            name: "1 bit, ones are white", words: "size=158x64 bpp=1 line=20 visual=mono10", width: 158, height: 64,
            format: "R1"),
        FramebufferRecord(
            name: "rows padded to 16 pixels", words: "size=110x79 bpp=32 line=448", width: 110, height: 79),
        FramebufferRecord(
            name: "rows padded though the virtual size does not say so", words: "size=48x80 bpp=16 line=128",
            width: 48, height: 80, format: "RGB565", tolerance: 8),
        FramebufferRecord(
            name: "the third of three pages is shown", words: "size=96x54 virtual=96x162 offset=0,108 bpp=32",
            width: 96, height: 54),
        FramebufferRecord(
            name: "a memory larger both ways", words: "size=80x60 virtual=204x204 bpp=32", width: 80, height: 60),
        FramebufferRecord(
            name: "a page that begins in the middle of a memory page",
            words: "size=100x50 virtual=100x100 offset=0,50 bpp=16", width: 100, height: 50, format: "RGB565",
            tolerance: 8),
        FramebufferRecord(
            name: "memory that cannot be mapped and takes 100 bytes at a time",
            words: "size=96x64 bpp=32 maps=no write-limit=100", width: 96, height: 64),
    ]
}

@Suite("On a scripted kernel, a framebuffer device")
struct FramebufferDeviceTests {
    @Test("shows the picture exactly", arguments: FramebufferRecord.all)
    func records(_ record: FramebufferRecord) throws {
        let kernel = try FakeKernel("fb 0 \(record.words)")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil(
            "fb0", shows: .rendered(record.width, record.height, format: record.format),
            tolerance: record.tolerance)
        _ = try daemon.ask("quit")
        #expect(try daemon.exitCode() == 0)
        #expect(try kernel.left().rules == [])
    }

    @Test("gets all ones where an alpha channel is, or would be", arguments: ["transp=24/8", "transp=0/0"])
    func alpha(_ channel: String) throws {
        let kernel = try FakeKernel("fb 0 size=96x64 bpp=32 \(channel)")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("fb0", shows: .rendered(96, 64))
        _ = daemon
        let memory = try kernel.framebufferMemory()
        #expect(stride(from: 3, to: 96 * 64 * 4, by: 4).allSatisfy { memory[$0] == 0xFF })
    }

    @Test("keeps its padding and its other pages untouched")
    func padding() throws {
        // Rows of 400 bytes, of which 384 are shown, in the second of two pages.
        let kernel = try FakeKernel("fb 0 size=96x64 virtual=96x128 offset=0,64 bpp=32 line=400")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("fb0", shows: .rendered(96, 64))
        _ = try daemon.ask("active")
        try kernel.waitUntilChanged("fb0")
        let memory = try kernel.framebufferMemory()
        #expect(memory.count == 400 * 128)
        #expect(memory[..<(400 * 64)].allSatisfy { $0 == 0xA5 }, "the page that is not shown")
        #expect((64..<128).allSatisfy { row in memory[(row * 400 + 384)..<(row * 400 + 400)].allSatisfy { $0 == 0xA5 } })
    }

    @Test("is mapped once, as a whole and from its beginning")
    func mapping() throws {
        let kernel = try FakeKernel("trace on\nfb 0 size=800x48 virtual=800x96 offset=0,48 bpp=16")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("fb0", shows: .rendered(800, 48, format: "RGB565"), tolerance: 8)
        _ = daemon
        #expect(try kernel.trace().filter { $0.contains(" mmap ") } == ["fb0 mmap length=153600 offset=0 = 0"])
    }

    @Test("that shows nothing before it is panned to is panned to after each picture")
    func pansToShow() throws {
        let kernel = try FakeKernel("fb 0 size=96x64 bpp=32 manual=yes")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("fb0", shows: .rendered(96, 64))
        _ = try daemon.ask("active")
        try kernel.waitUntilChanged("fb0")
        try kernel.waitUntilChanged("fb0")
    }

    @Test("that refuses to pan is not asked for ever")
    func pansNoMore() throws {
        let kernel = try FakeKernel("fb 0 size=96x64 bpp=32 pans=no")
        let daemon = try restingDaemon(kernel)
        _ = try daemon.ask("active")
        try eventually("some frames") { try daemon.framesDrawn() > 10 }
        #expect(try kernel.calls()["fb0 FBIOPAN_DISPLAY", default: 0] <= 3)
    }

    @Test("is never asked for another geometry", arguments: ["puts=no", "ignores-puts=yes", "puts=yes"])
    func putsNothing(_ manner: String) throws {
        let kernel = try FakeKernel("trace on\nfb 0 size=96x64 bpp=16 red=0/5 green=5/6 blue=11/5 \(manner)")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("fb0", shows: .rendered(96, 64, format: "BGR565"), tolerance: 8)
        _ = daemon
        let puts = try kernel.trace().filter { $0.contains("FBIOPUT_VSCREENINFO") }
        #expect(puts.allSatisfy { $0.contains("96x64 bpp=16") }, "\(puts)")
    }

    @Test("that was blanked is lit at the start, and so is one that only seems to be lit", arguments: [0, 1])
    func unblanked(_ state: Int) throws {
        let kernel = try FakeKernel("trace on\nfb 0 size=96x64 bpp=32 blank=\(state)")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("fb0", shows: .rendered(96, 64))
        _ = daemon
        #expect(try kernel.tell("fbs?").first?.hasPrefix("fb0 blank=0") == true)
        #expect(try kernel.trace().contains("fb0 FBIOBLANK 0 = 0"))
    }

    @Test("that cannot be blanked is used all the same", arguments: ["EPERM", "EINVAL", "ENOTTY", "EBUSY"])
    func blankRefused(_ error: String) throws {
        let kernel = try FakeKernel("fb 0 size=96x64 bpp=32\nfail fb0:FBIOBLANK \(error) always")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("fb0", shows: .rendered(96, 64))
        _ = daemon
    }

    @Test("gets its palette back at the end")
    func palette() throws {
        let kernel = try FakeKernel("fb 0 size=96x64 bpp=8 visual=pseudocolor")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("fb0", shows: .rendered(96, 64, format: "C8"), tolerance: 60)
        _ = try daemon.ask("quit")
        #expect(try daemon.exitCode() == 0)
        let report = try kernel.leftText()
        #expect(report.contains("colour1=0101,0101,0101"), "\(report)")
    }

    @Test("stays open a fifth of a second after the last picture, for drivers that send late")
    func staysOpen() throws {
        let kernel = try FakeKernel("fb 0 size=96x64 bpp=32")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("fb0", shows: .rendered(96, 64))
        try kernel.tell("trace times")
        _ = try daemon.ask("active")
        try kernel.waitUntilChanged("fb0")
        _ = try daemon.ask("quit")
        #expect(try daemon.exitCode() == 0)
        let lines = try kernel.leftText().split(separator: "\n").map(String.init)
        func moment(_ call: String) -> Int? {
            lines.last { $0.contains(call) }.flatMap { Int($0.split(separator: " ").last ?? "") }
        }
        // The last pan follows the last picture.
        let shown = try #require(moment("FBIOPAN_DISPLAY")), closed = try #require(moment("fb0 close"))
        #expect(closed - shown >= 190)
    }

    @Test("keeps the picture on `quit keep`, and not on `quit clear`", arguments: ["keep", "clear"])
    func quits(_ way: String) throws {
        let kernel = try FakeKernel("fb 0 size=96x64 bpp=32")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("fb0", shows: .rendered(96, 64))
        let shown = try kernel.framebufferMemory()
        _ = try daemon.ask("quit \(way)")
        #expect(try daemon.exitCode() == 0)
        #expect((try kernel.framebufferMemory() == shown) == (way == "keep"))
    }
}

extension FakeKernel {
    /// The memory of the framebuffer device.
    func framebufferMemory() throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("memory-fb0"))))
    }

    /// What the kernel wrote down when the program had ended.
    func leftText() throws -> String { try String(contentsOfFile: folder.file("left"), encoding: .utf8) }

    /// Puts a file where the program sees it.
    func write(_ text: String, to path: String) throws {
        let file = folder.file("root" + path)
        try FileManager.default.createDirectory(
            atPath: URL(fileURLWithPath: file).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }

    /// What a file holds that the program sees.
    func read(_ path: String) throws -> String {
        try String(contentsOfFile: folder.file("root" + path), encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
