import FakeKernel
import Foundation
import Testing

@testable import ProgramLab

@Suite("On a scripted kernel, the pace")
struct PaceTests {
    static let display = "connector card0 HDMI-A-1 modes=96x64@60!"

    @Test("is the daemon's own, however often flips end", arguments: [
        "flips=immediate", "flips=vblank", "flips=twice", "flips=immediate atomic=no",
    ])
    func ownPace(_ manner: String) throws {
        // A panel on a slow bus: its rate means nothing, its flips end at once.
        let kernel = try FakeKernel("card 0 \(manner)\nconnector card0 SPI-1 mm=49x37 modes=96x64@0.01!")
        let daemon = try kernel.daemon()
        try eventually("the first frames") { try daemon.framesDrawn() > 2 }
        let start = Date(), before = try daemon.framesDrawn()
        usleep(1_500_000)
        let drawn = try daemon.framesDrawn() - before
        // Thirty a second by the daemon's own clock, and never more.
        #expect(Double(drawn) <= 30 * Date().timeIntervalSince(start) + 3)
        #expect(drawn > 3)
    }

    @Test("is kept by flips, after one mode set")
    func flips() throws {
        let kernel = try FakeKernel("trace on\ncard 0 atomic=no\n\(PaceTests.display)")
        let daemon = try kernel.daemon()
        try eventually("some frames") { try daemon.framesDrawn() > 10 }
        let calls = try kernel.calls()
        #expect(calls["card0 SETCRTC"] == 1)
        #expect(calls["card0 PAGE_FLIP", default: 0] > 5)
        #expect(try kernel.tell("rules") == [])
    }

    @Test("falls with a panel that takes a third of a second for a picture, and requests are answered")
    func slowPanel() throws {
        let kernel = try FakeKernel(
            "card 0 driver=ili9341 atomic=no manual=yes memory=24576 cursor=no\n"
                + "connector card0 SPI-1 modes=96x64@60!\nslow DIRTYFB 300")
        let daemon = try kernel.daemon(["--set", "Scale=1"])
        try eventually("a picture") { try daemon.framesDrawn() > 1 }
        let start = Date(), before = try daemon.framesDrawn()
        for _ in 0..<10 {
            #expect(try daemon.ask("ping") == "ok")
            usleep(100_000)
        }
        let drawn = try daemon.framesDrawn() - before
        #expect(Double(drawn) <= Date().timeIntervalSince(start) / 0.3 + 2)
        try kernel.heal()
        _ = try daemon.ask("set EaseTime 0")
        _ = try daemon.ask("park")
        try kernel.waitUntil("card0 SPI-1", shows: .rendered(96, 64))
    }

    @Test("falls while pictures cost more than their share of a processor, and rises when they may")
    func processorShare() throws {
        let kernel = try FakeKernel("card 0\n\(PaceTests.display)")
        let daemon = try kernel.daemon(["--set", "Scale=1", "--set", "ProcessorShare=5"])
        func isSlow() throws -> Bool {
            let start = Date(), before = try daemon.framesDrawn()
            usleep(1_500_000)
            return Double(try daemon.framesDrawn() - before) < 8 * Date().timeIntervalSince(start)
        }
        /// Whether two frames followed each other closely: on a busy machine not all do.
        func isQuick() throws -> Bool {
            _ = try kernel.tell("trace times")
            usleep(1_000_000)
            let moments = try kernel.tell("trace times").filter { $0.contains(" ATOMIC ") }
                .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
            return zip(moments, moments.dropFirst()).contains { $1 - $0 < 80 }
        }
        try kernel.tell("burn ATOMIC 8")
        // Five percent of a processor are 160 ms for 8: every fifth moment of 33 ms.
        try eventually("fewer frames") { try isSlow() }
        #expect(try daemon.ask("set ProcessorShare 0") == "ok")
        try eventually("frames without that limit") { try isQuick() }
        #expect(try daemon.ask("set ProcessorShare 5") == "ok")
        try eventually("fewer frames again") { try isSlow() }
        #expect(try daemon.ask("set ProcessorShare 100") == "ok")
        try eventually("frames closer together") { try isQuick() }
    }

    @Test("of a panel that needs three seconds does not hold up the end")
    func slowEnd() throws {
        let kernel = try FakeKernel(
            "card 0 driver=epd atomic=no manual=yes memory=24576 cursor=no\n"
                + "connector card0 SPI-1 modes=96x64@60!\nslow DIRTYFB 3000")
        let daemon = try kernel.daemon()
        let start = Date()
        daemon.signal(SIGTERM)
        #expect(try daemon.exitCode() == 0)
        // A service manager gives a program 90 seconds.
        #expect(Date().timeIntervalSince(start) < 60)
    }

    @Test("costs nothing while nothing moves, and little while there is no display", arguments: [
        "card 0\n\(display)", "",
    ])
    func quiet(_ scenario: String) throws {
        let kernel = try FakeKernel(scenario)
        let daemon = try restingDaemon(kernel)
        if !scenario.isEmpty { try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64)) }
        usleep(500_000)
        // The question itself wakes it a few times.
        _ = try kernel.calls(reset: true)
        usleep(4_000_000)
        let wakes = try kernel.calls()["process poll", default: 0]
        #expect(wakes <= (scenario.isEmpty ? 6 : 0), "\(wakes) wake-ups in 4 s")
        _ = daemon
    }

    @Test("tells a panel few rectangles, inside of its picture")
    func fewRectangles() throws {
        let kernel = try FakeKernel(
            "trace on\ncard 0 driver=ili9341 atomic=no manual=yes memory=24576 cursor=no\n"
                + "connector card0 SPI-1 modes=96x64@60!")
        let daemon = try kernel.daemon()
        try eventually("some frames") { try daemon.framesDrawn() > 20 }
        let counts = try kernel.trace().filter { $0.contains("DIRTYFB") }.compactMap { line in
            line.split(separator: " ").first { $0.hasPrefix("clips=") }.flatMap { Int($0.dropFirst(6)) }
        }
        #expect(counts.count > 10)
        #expect(counts.allSatisfy { $0 >= 1 && $0 <= 8 }, "\(counts)")
        #expect(try kernel.tell("rules") == [])
    }

    @Test("is told to a panel that says it needs no telling only once")
    func noTelling() throws {
        let kernel = try FakeKernel(
            "card 0 atomic=no dirty=no memory=24576\n\(PaceTests.display)")
        let daemon = try restingDaemon(kernel)
        _ = try daemon.ask("active")
        try eventually("some frames") { try daemon.framesDrawn() > 20 }
        #expect(try kernel.calls()["card0 DIRTYFB", default: 0] <= 3)
        _ = try daemon.ask("park")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
    }

    @Test("keeps the rows of a driver that pads them, whatever it pads them to", arguments: [64, 256])
    func paddedRows(_ step: Int) throws {
        let kernel = try FakeKernel("card 0 pitch=\(step)\nconnector card0 HDMI-A-1 modes=86x48@60!")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(86, 48))
        _ = daemon
        #expect(try kernel.tell("rules") == [])
    }

    @Test("makes nothing that stays: after hundreds of pictures and settings the kernel holds what it held")
    func holdsNothing() throws {
        let kernel = try FakeKernel("card 0 clips=yes flips=immediate\n\(PaceTests.display)")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        let counts = try kernel.counts()
        _ = try daemon.ask("active")
        for pitch in 0..<100 { _ = try daemon.ask("set Pitch \(10 + pitch % 7)") }
        try eventually("many frames") { try daemon.framesDrawn() > 60 }
        _ = try daemon.ask("set Pitch 14")
        _ = try daemon.ask("park")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try kernel.counts() == counts)
    }

    @Test("brings a dark backlight up with the first picture when asked to", arguments: ["on", "leave"])
    func backlight(_ setting: String) throws {
        let kernel = try FakeKernel("card 0\n\(PaceTests.display)")
        for (name, value) in [("brightness", "0"), ("max_brightness", "255"), ("bl_power", "4")] {
            try kernel.write(value + "\n", to: "/sys/class/backlight/panel/\(name)")
        }
        let daemon = try restingDaemon(kernel, "--set", "Backlight=\(setting)")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        if setting == "on" {
            try eventually("the backlight") { try kernel.read("/sys/class/backlight/panel/brightness") == "255" }
            #expect(try kernel.read("/sys/class/backlight/panel/bl_power") == "0")
        } else {
            #expect(try kernel.read("/sys/class/backlight/panel/brightness") == "0")
        }
        _ = daemon
    }
}
