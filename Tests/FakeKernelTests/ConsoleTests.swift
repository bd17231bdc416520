import FakeKernel
import Foundation
import Testing

@testable import ProgramLab

@Suite("On a scripted kernel, the text console")
struct ConsoleTests {
    static let scenario = """
        card 0 console=yes
        connector card0 HDMI-A-1 modes=96x64@60!
        terminals 1
        """

    @Test("is switched to graphics while the picture is shown")
    func graphics() throws {
        let kernel = try FakeKernel(ConsoleTests.scenario)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        try eventually("graphics mode") { try terminal(1, kernel).contains("graphics") }
        #expect(try terminal(2, kernel).contains("text"))
        _ = daemon
    }

    @Test("is given back after every signal that ends the program", arguments: [SIGTERM, SIGINT, SIGQUIT])
    func signals(_ number: Int32) throws {
        let kernel = try FakeKernel(ConsoleTests.scenario)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        daemon.signal(number)
        #expect(try daemon.exitCode() == 0)
        #expect(try kernel.leftText().contains("tty1 text auto keyboard=3"))
    }

    @Test("is given back by restore-console after a kill, also after a fault", arguments: [SIGKILL, SIGABRT, SIGSEGV, SIGTRAP])
    func killed(_ number: Int32) throws {
        let kernel = try FakeKernel(ConsoleTests.scenario)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        try eventually("graphics mode") { try terminal(1, kernel).contains("graphics") }
        daemon.signal(number)
        _ = try daemon.exitCode()
        #expect(try kernel.run(["restore-console"]).code == 0)
        #expect(try kernel.leftText().contains("tty1 text auto keyboard=3"))
    }

    @Test("that is not there, or not for us, changes nothing about the display", arguments: [
        "tty0:open ENOENT", "tty0:open EACCES", "tty0:open ENXIO", "tty0:VT_GETSTATE ENOTTY",
        "tty1:KDGETMODE ENOTTY", "tty1:KDSETMODE EPERM", "tty1:VT_SETMODE EPERM", "tty1:open EPERM",
    ])
    func refused(_ refusal: String) throws {
        let kernel = try FakeKernel(ConsoleTests.scenario + "\nfb 0 size=64x48\nfail \(refusal) always")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try outputs(daemon, "kind") == ["drm"])
        _ = try daemon.ask("quit")
        #expect(try daemon.exitCode() == 0)
    }

    @Test("calls that are interrupted are made again", arguments: [
        "tty0:VT_GETSTATE", "tty1:KDGETMODE", "tty1:KDSETMODE", "tty1:VT_SETMODE",
    ])
    func interrupted(_ call: String) throws {
        let kernel = try FakeKernel(ConsoleTests.scenario + "\nfail \(call) EINTR times 3")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        try eventually("graphics mode") { try terminal(1, kernel).contains("graphics process") }
        _ = daemon
    }

    @Test("of a machine without terminals is not missed")
    func none() throws {
        let kernel = try FakeKernel("card 0\nconnector card0 HDMI-A-1 modes=96x64@60!")
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        _ = daemon
    }

    @Test("of another program gets the display when a person switches, and gives it back")
    func switched() throws {
        let kernel = try FakeKernel(ConsoleTests.scenario)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        try eventually("it follows switches") { try terminal(1, kernel).contains("process") }

        try kernel.tell("switch-to 2")
        try eventually("the switch") { try kernel.tell("terminals?").contains("active 2") }
        // The other one must be able to become master now, and show its own.
        try kernel.tell("take-master card0")
        try kernel.tell("foreign-picture card0 0")
        _ = try daemon.ask("set Pitch 20")
        _ = try daemon.ask("set Pitch 14")
        _ = try kernel.calls(reset: true)
        usleep(300_000)
        let calls = try kernel.calls()
        #expect(["ATOMIC", "SETCRTC", "PAGE_FLIP", "DIRTYFB"].allSatisfy { calls["card0 \($0)"] == nil }, "\(calls)")

        try kernel.tell("leave-master card0")
        try kernel.tell("switch-to 1")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try kernel.tell("terminals?").contains("active 1"))
    }

    @Test("may be switched again and again")
    func switchedOften() throws {
        let kernel = try FakeKernel(ConsoleTests.scenario)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        try eventually("it follows switches") { try terminal(1, kernel).contains("process") }
        let counts = try kernel.counts()
        _ = try daemon.ask("active")
        for _ in 0..<10 {
            try kernel.tell("switch-to 2")
            try eventually("the switch") { try kernel.tell("terminals?").contains("active 2") }
            try kernel.tell("switch-to 1")
            try eventually("the switch back") { try kernel.tell("terminals?").contains("active 1") }
        }
        _ = try daemon.ask("park")
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        #expect(try kernel.counts() == counts)
    }

    @Test("stays in front where the display cannot be let go of, and its picture goes on")
    func masteryForEver() throws {
        let kernel = try FakeKernel(ConsoleTests.scenario)
        let daemon = try restingDaemon(kernel)
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(96, 64))
        try eventually("it follows switches") { try terminal(1, kernel).contains("process") }
        try kernel.tell("fail card0:DROP_MASTER EACCES always")

        try kernel.tell("switch-to 2")
        try eventually("the refusal") { try !terminal(1, kernel).contains("process") }
        #expect(try kernel.tell("terminals?").contains("active 1"))
        #expect(try terminal(1, kernel).contains("graphics"))
        let before = try kernel.screen("card0 HDMI-A-1")
        _ = try daemon.ask("set Pitch 30")
        try eventually("another picture") { try kernel.screen("card0 HDMI-A-1") != before }
    }

    /// The line of a terminal: its mode, and whether somebody follows its switches.
    private func terminal(_ number: Int, _ kernel: FakeKernel) throws -> String {
        try kernel.tell("terminals?").first { $0.hasPrefix("tty\(number) ") } ?? ""
    }
}
