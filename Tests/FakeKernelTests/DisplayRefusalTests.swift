import FakeKernel
import Foundation
import Testing

@testable import ProgramLab

@Suite("On a scripted kernel, a display that refuses")
struct DisplayRefusalTests {
    private func lit(_ card: String, _ modes: String = "96x64@60!", _ more: String...) throws -> FakeKernel {
        try FakeKernel((["card 0 \(card)", "connector card0 HDMI-A-1 modes=\(modes)"] + more).joined(separator: "\n"))
    }

    private func summary(_ daemon: RunningDaemon) throws -> String {
        try outputs(daemon, "mode", "format", "method", "buffers").first ?? "none"
    }

    // MARK: - Modes and formats

    /// Each mode is tried in three formats, by each call there is, and the
    /// first of all gets a second chance.
    @Test("its best modes is lit in a smaller one", arguments: [("yes", 2 * 3 * 2 + 2), ("no", 2 * 3 + 1)])
    func modesRefused(atomic: String, refusals: Int) throws {
        let kernel = try lit("atomic=\(atomic) refuse-modes=\(refusals)", "200x150@60!,160x120@60,96x64@60")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(daemon.isRunning)
    }

    @Test("a format only when the mode is set is lit in the next one", arguments: ["yes", "no"])
    func formatRefused(atomic: String) throws {
        let kernel = try lit("atomic=\(atomic) formats=XR24,AR24,RG16 refuse=XR24,AR24")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64, format: "RGB565"), tolerance: 1)
        #expect(try summary(daemon).contains("RGB565"))
    }

    @Test("every format but one is lit in that one", arguments: [
        ("XR24", "XRGB8888"), ("AR24", "ARGB8888"), ("XB24", "XBGR8888"), ("AB24", "ABGR8888"), ("RG24", "RGB888"),
        ("BG24", "BGR888"), ("RG16", "RGB565"), ("BG16", "BGR565"), ("XR15", "XRGB1555"), ("XR30", "XRGB2101010"),
    ])
    func onlyFormat(code: String, name: String) throws {
        let kernel = try lit("formats=\(code) pitch=64")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64, format: name), tolerance: 1)
        #expect(try summary(daemon).contains(name))
    }

    @Test("a format when it is told of the buffer is lit in the next one")
    func addingRefused() throws {
        let kernel = try lit("refuse-adding=XR24 formats=XR24,XB24")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try summary(daemon).contains("XBGR8888"))
    }

    @Test("a mode or a format that was asked for says so")
    func unmetWishes() throws {
        let kernel = try lit("formats=XR24,RG16")
        let daemon = try restingDaemon(kernel, "--set", "Mode=640x480", "--set", "Format=R8")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(daemon.count("the mode 640x480 is not offered or not taken; 96x64@60 instead") == 1)
        #expect(daemon.count("the format R8 is not offered or not taken; XRGB8888 instead") == 1)
    }

    @Test("its best mode once is asked for it again, and lit in it")
    func secondChance() throws {
        let kernel = try lit("atomic=no", "160x120@60!,96x64@60", "fail card0:SETCRTC EINVAL once")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        #expect(daemon.isRunning)
    }

    @Test("what it said it would take is lit all the same", arguments: ["EINVAL", "ENOSPC", "ERANGE"])
    func testThatLies(error: String) throws {
        // The second commit is the first that is no test.
        let kernel = try lit("", "96x64@60!", "fail card0:ATOMIC \(error) nth 2")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(daemon.isRunning)
    }

    @Test("every mode and format is waited for, and lit when it takes one")
    func everythingRefused() throws {
        let kernel = try lit("atomic=no", "96x64@60!", "fail card0:SETCRTC EINVAL always")
        let daemon = try restingDaemon(kernel)
        #expect((try daemon.status()["trouble"] as? String ?? "").contains("it took no mode and format"))
        #expect(try kernel.counts()["buffers"] == 0)
        try kernel.heal()
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
    }

    // MARK: - Memory

    @Test("a second buffer is drawn to in place")
    func oneBuffer() throws {
        let kernel = try lit("memory=24576")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try summary(daemon) == "96x64@60 XRGB8888 draw in place 1")
    }

    @Test("32 bits for want of memory is lit in 16")
    func memoryForSixteenBits() throws {
        let kernel = try lit("memory=12288")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64, format: "RGB565"), tolerance: 1)
        #expect(try summary(daemon) == "96x64@60 RGB565 draw in place 1")
    }

    @Test("any format for want of memory is lit in a smaller mode")
    func memoryForSmallMode() throws {
        let kernel = try lit("memory=13000", "160x120@60!,96x64@60")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64, format: "RGB565"), tolerance: 1)
        #expect(daemon.isRunning)
    }

    // MARK: - Flips

    @Test("flips, by whatever call, is shown by the next method and remembered", arguments: [
        ("", "fail card0:PAGE_FLIP EINVAL always", "atomic page flip"),
        ("atomic=no", "fail card0:PAGE_FLIP EINVAL always", "mode set"),
    ])
    func flipsRefused(card: String, fault: String, method: String) throws {
        let kernel = try lit(card, "96x64@60!", fault)
        let daemon = try kernel.daemon(["--set", "EaseTime=0", "--set", "Scale=1"])
        try kernel.waitUntilChanged("card0 HDMI-A-1")
        try eventually("the method") { try summary(daemon).contains(method) }
        _ = try daemon.ask("park")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
    }

    @Test("every third flip for being busy still moves", arguments: ["yes", "no"])
    func sometimesBusy(atomic: String) throws {
        let kernel = try lit("atomic=\(atomic)", "96x64@60!", "fail card0:ATOMIC EBUSY every 3", "fail card0:PAGE_FLIP EBUSY every 3")
        let daemon = try kernel.daemon(["--set", "EaseTime=0", "--set", "Scale=1"])
        for _ in 0..<3 { try kernel.waitUntilChanged("card0 HDMI-A-1") }
        _ = try daemon.ask("park")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
    }

    @Test("flips for being busy for ever gets its mode set anew")
    func busyForEver() throws {
        let kernel = try lit("atomic=no")
        let daemon = try kernel.daemon(["--set", "EaseTime=0", "--set", "Scale=1"])
        try kernel.waitUntilChanged("card0 HDMI-A-1")
        _ = try kernel.calls(reset: true)
        try kernel.tell("fail card0:PAGE_FLIP EBUSY always")
        try eventually("a mode set") { try kernel.calls()["card0 SETCRTC", default: 0] > 0 }
        try kernel.heal()
        _ = try daemon.ask("park")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
    }

    @Test("to tell the end of flips is opened anew, and the socket answers meanwhile")
    func lostEvents() throws {
        let kernel = try lit("")
        let daemon = try kernel.daemon(["--set", "EaseTime=0", "--set", "Scale=1"])
        try kernel.waitUntilChanged("card0 HDMI-A-1")
        try kernel.tell("card 0 flips=lost")
        try eventually("three losses") { daemon.standardError.contains("3 page flips in a row did not end") }
        #expect(try daemon.ask("ping") == "ok")
        try kernel.tell("card 0 flips=vblank")
        _ = try daemon.ask("park")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
    }

    @Test("to tell of flips in time, but late, twice or of those of others, goes on", arguments: [
        "immediate", "late", "twice", "foreign",
    ])
    func oddEvents(manner: String) throws {
        let kernel = try lit("flips=\(manner)")
        let daemon = try kernel.daemon(["--set", "EaseTime=0", "--set", "Scale=1"])
        for _ in 0..<3 { try kernel.waitUntilChanged("card0 HDMI-A-1") }
        _ = try daemon.ask("park")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
    }

    @Test("pictures since another program drives it is waited for, and lit again")
    func masteryLost() throws {
        let kernel = try lit("")
        let daemon = try kernel.daemon(["--set", "EaseTime=0", "--set", "Scale=1"])
        try kernel.waitUntilChanged("card0 HDMI-A-1")
        try kernel.tell("take-master card0")
        try eventually("no output") { try daemon.outputCount() == 0 }
        try kernel.tell("leave-master card0")
        _ = try daemon.ask("park")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
    }

    // MARK: - Giving back

    @Test("to take anything back is left and lit again all the same", arguments: ["ENOENT", "EINVAL"])
    func givingBackRefused(error: String) throws {
        let kernel = try lit(
            "", "96x64@60!", "fail card0:RMFB \(error) always", "fail card0:DESTROY_DUMB \(error) always",
            "fail card0:DESTROYPROPBLOB \(error) always")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        try kernel.tell("plug card0 HDMI-A-1 modes=160x120@60!")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        _ = try daemon.ask("quit")
        #expect(try daemon.exitCode() == 0)
    }
}
