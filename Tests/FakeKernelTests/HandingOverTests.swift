import FakeKernel
import Foundation
import Testing

@testable import ProgramLab

@Suite("On a scripted kernel, taking and giving a display")
struct HandingOverTests {
    static let scenario = """
        card 0 console=yes overlay=yes
        connector card0 HDMI-A-1 modes=96x64@60!
        """

    @Test("begins by clearing what the program before left: pointer, overlays, colours")
    func leftovers() throws {
        let kernel = try FakeKernel(HandingOverTests.scenario)
        try kernel.addToScenario("leftovers card0")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        _ = daemon
        let report = try kernel.tell("crtcs card0")
        #expect(report.contains { $0.hasSuffix("cursor=hidden gamma=plain") }, "\(report)")
        #expect(report.contains("plane 1 clear"), "\(report)")
    }

    @Test("a released display can be had at once, and is left alone until it is wanted back", arguments: ["keep", "clear"])
    func released(_ way: String) throws {
        let kernel = try FakeKernel(HandingOverTests.scenario)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try daemon.ask("release \(way)") == "ok")
        // With the reply another program can become master: nobody is.
        try kernel.tell("take-master card0")
        try kernel.tell("foreign-picture card0 0")
        _ = try kernel.calls(reset: true)
        usleep(300_000)
        #expect(try kernel.calls()["card0 ATOMIC"] == nil)
        try kernel.tell("leave-master card0")
        #expect(try daemon.ask("acquire") == "ok")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
    }

    @Test("`release keep` leaves the picture on the glass")
    func keeps() throws {
        let kernel = try FakeKernel(HandingOverTests.scenario)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try daemon.ask("release keep") == "ok")
        #expect(try kernel.screen("card0 HDMI-A-1") == Picture.rendered(96, 64))
    }

    @Test("`release keep` closes a card whose mastery cannot be dropped: nobody else would get it")
    func masteryForEver() throws {
        let kernel = try FakeKernel(HandingOverTests.scenario)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        try kernel.tell("fail card0:DROP_MASTER EACCES always")
        #expect(try daemon.ask("release keep") == "ok")
        #expect(try kernel.counts()["cards"] == 0)
        #expect(try daemon.ask("acquire") == "ok")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
    }

    @Test("`release clear` gives the console's picture back, also while another program holds the card")
    func clears() throws {
        let kernel = try FakeKernel(HandingOverTests.scenario + "\nhold card0")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try daemon.ask("release clear") == "ok")
        #expect(try kernel.screen("card0 HDMI-A-1")?.isPlain == true)
        #expect(try kernel.tell("crtcs card0").first == "0 on fb=99 mode=96x64@60 cursor=hidden gamma=plain")
    }

    @Test("the end gives the console's picture back, also while another program holds the card")
    func ends() throws {
        let kernel = try FakeKernel(HandingOverTests.scenario + "\nhold card0")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        _ = try daemon.ask("quit")
        #expect(try daemon.exitCode() == 0)
        let report = try kernel.leftText()
        #expect(report.contains("0 on fb=99 mode=96x64@60"), "\(report)")
    }

    @Test("another program gets the display in turns with this one")
    func inTurns() throws {
        let kernel = try FakeKernel(HandingOverTests.scenario)
        let daemon = try restingDaemon(kernel)
        for _ in 0..<5 {
            try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
            #expect(try daemon.ask("release keep") == "ok")
            try kernel.tell("take-master card0")
            try kernel.tell("foreign-picture card0 0")
            try kernel.tell("leave-master card0")
            #expect(try daemon.ask("acquire") == "ok")
        }
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
    }

    @Test("becoming master is not asked for where it is not needed, nor its refusal minded")
    func masterRefused() throws {
        let kernel = try FakeKernel(HandingOverTests.scenario + "\nfail SET_MASTER EACCES always")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        _ = daemon
    }

    static let withTerminals = HandingOverTests.scenario + "\nterminals 1"

    private func active(_ number: Int, _ kernel: FakeKernel) throws {
        try kernel.tell("switch-to \(number)")
        try eventually("terminal \(number) in front") { try kernel.tell("terminals?").contains("active \(number)") }
    }

    @Test("terminals can be switched while the successor shows its picture, and when it is gone")
    func switchesWhileReleased() throws {
        let kernel = try FakeKernel(HandingOverTests.withTerminals)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try daemon.ask("release") == "ok")
        try kernel.tell("foreign-picture card0 0")
        try eventually("the buffers to be freed") { try kernel.counts()["cards"] == 0 }
        try active(2, kernel)
        try active(1, kernel)
        #expect(try daemon.ask("acquire") == "ok")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
    }

    @Test("acquired behind another terminal it brings its own to the front")
    func acquiredBehind() throws {
        let kernel = try FakeKernel(HandingOverTests.withTerminals)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try daemon.ask("release") == "ok")
        try active(2, kernel)
        try kernel.tell("foreign-picture card0 0")
        #expect(try daemon.ask("acquire") == "ok")
        try eventually("its terminal in front") { try kernel.tell("terminals?").contains("active 1") }
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        // And it is followed as before.
        try active(2, kernel)
        #expect(try daemon.status()["display"] as? String == "away")
        try active(1, kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
    }

    @Test("acquire says again and again that there is no display")
    func nothingToAcquire() throws {
        let kernel = try FakeKernel("terminals 1")
        let daemon = try restingDaemon(kernel)
        #expect(try daemon.ask("release") == "ok")
        for _ in 0..<3 { #expect(try daemon.ask("acquire").hasPrefix("error nodisplay ")) }
    }

    @Test("a successor waits no minute for the still frame although `EaseTime` is one", arguments: ["release", "quit keep"])
    func longEase(_ request: String) throws {
        let kernel = try FakeKernel(HandingOverTests.scenario)
        let daemon = try kernel.daemon(["--set", "EaseTime=0", "--set", "Scale=1"])
        try eventually("the field to run") { try daemon.framesDrawn() > 10 }
        #expect(try daemon.ask("set EaseTime 60") == "ok")
        let moving = try kernel.screen("card0 HDMI-A-1")
        // No reply comes to this test after a minute.
        #expect(try daemon.ask(request) == "ok")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try kernel.screen("card0 HDMI-A-1") != moving)
    }

    @Test("`quit keep` ends also when a person switches terminals before the field rests")
    func quitAndSwitch() throws {
        let kernel = try FakeKernel(HandingOverTests.withTerminals)
        let daemon = try kernel.daemon(["--set", "EaseTime=10"])
        try eventually("the field to run") { try daemon.framesDrawn() > 10 }
        let client = try SocketClient(path: daemon.socket)
        client.send("quit keep\n")
        try eventually("the handover to begin") { try daemon.status()["state"] as? String == "active" }
        try active(2, kernel)
        #expect(try client.receiveLines(1) == ["ok"])
        try kernel.tell("foreign-picture card0 0")
        #expect(try daemon.exitCode() == 0)
    }

    @Test("`quit` after `release` gives the console back, which nobody has taken")
    func quitAfterRelease() throws {
        let kernel = try FakeKernel(HandingOverTests.withTerminals)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try daemon.ask("release") == "ok")
        #expect(try daemon.ask("quit") == "ok")
        #expect(try daemon.exitCode() == 0)
        #expect(try kernel.leftText().contains("tty1 text auto keyboard=3"))
    }

    @Test("a successor that gave the terminal back as text finds it taken again by acquire")
    func terminalChanged() throws {
        let kernel = try FakeKernel("fb 0 size=96x64\nterminals 1")
        let daemon = try restingDaemon(kernel)
        try eventually("graphics mode") { try kernel.tell("terminals?").contains { $0.hasPrefix("tty1 graphics process") } }
        #expect(try daemon.ask("release") == "ok")
        try kernel.tell("text-mode 1")
        #expect(try daemon.ask("acquire") == "ok")
        try eventually("graphics mode") { try kernel.tell("terminals?").contains { $0.hasPrefix("tty1 graphics process") } }
    }
}

extension FakeKernel {
    /// One more command before the start.
    func addToScenario(_ command: String) throws {
        let scenario = try String(contentsOfFile: folder.file("scenario"), encoding: .utf8)
        try folder.write(scenario + "\n" + command, to: "scenario")
    }
}
