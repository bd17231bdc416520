import FakeKernel
import Foundation
import Testing

@testable import ProgramLab

/// A daemon that the service manager starts again, on a kernel as the run
/// before left it: it finds that run's state and an open card.
private final class NextRun {
    let kernel: FakeKernel
    let daemon: RunningDaemon
    let manager: ServiceManagerDouble

    /// - Parameter state: the lines of the kept state.
    init(_ scenario: String, state: String = "", options: [String] = [], output: String? = nil) throws {
        kernel = try FakeKernel(scenario)
        manager = try ServiceManagerDouble(kernel.folder.file("notify"))
        var environment = try kernel.environment()
        // Not for the shell, whose process this will be.
        let preload = environment.removeValue(forKey: "LD_PRELOAD") ?? ""
        environment["NOTIFY_SOCKET"] = manager.name
        environment["FDSTORE"] = "32"
        environment["LISTEN_FDS"] = "2"
        environment["LISTEN_FDNAMES"] = "state:display-1-1"
        manager.keep("display-1-1")
        let file = try kernel.folder.write(state, to: "kept-state")
        daemon = try RunningDaemon(
            ["--set", "ReduceMotion=yes", "--set", "Scale=1"] + options, output: output, folder: kernel.folder,
            socket: kernel.folder.file("daemon-control"), environment: environment,
            shell: "exec 3<>'\(file)' 4</dev/null; LISTEN_PID=$$ LD_PRELOAD='\(preload)' exec")
    }

    func display() throws -> String { try daemon.status()["display"] as? String ?? "" }

    /// Whether a line of the terminals' report begins so.
    func hasTerminal(_ beginning: String) throws -> Bool {
        try kernel.tell("terminals?").contains { $0.hasPrefix(beginning) }
    }
}

@Suite("After a restart under a service manager that keeps descriptors")
struct NextRunTests {
    private static let card = """
        card 0 driver=vc4 crtcs=2
        connector card0 HDMI-A-1 mm=531x299 modes=160x120@60!
        former card0 4 HDMI-A-1

        """

    @Test("a terminal that somebody works on keeps the display, until the field's own is shown again")
    func away() throws {
        let run = try NextRun(NextRunTests.card + "terminals 2", state: "terminal 1\n")
        #expect(try run.display() == "away")
        usleep(300_000)
        let calls = try run.kernel.calls()
        let drawing = ["SET_MASTER", "ATOMIC", "SETCRTC", "PAGE_FLIP", "DIRTYFB"].filter { calls["card0 \($0)"] != nil }
        #expect(drawing == [])
        // The run before was ended in the middle, as the card's master.
        #expect(calls["card0 DROP_MASTER"] == 1)
        #expect(try run.hasTerminal("tty2 text auto"))

        try run.kernel.tell("switch-to 1")
        try run.kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        try eventually("the field to rest") { try run.display() == "still" }
        #expect(try run.hasTerminal("tty1 graphics process"))
        #expect(try run.hasTerminal("tty2 text auto"))
    }

    @Test("the field is on its own terminal at once when that one is shown")
    func shown() throws {
        let run = try NextRun(NextRunTests.card + "terminals 1", state: "terminal 1\n")
        try run.kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        try eventually("the field to rest") { try run.display() == "still" }
    }

    @Test("progress and the panel that clients asked for are there at once, without coming in anew")
    func scene() throws {
        let state = "park\nprogress 42\npanel show updater\npanel show\n"
        let run = try NextRun(
            NextRunTests.card, state: state, options: ["--set", "ReduceMotion=no", "--set", "EaseTime=0"])
        try eventually("the field to rest") { try run.display() == "still" }
        let glass = try Picture.rendered(160, 120, settings: ["Progress=42", "Panel=yes"])
        try run.kernel.waitUntil("card0 HDMI-A-1", shows: glass)
        #expect(try run.daemon.framesDrawn() == 1)
        // Both owners have to leave.
        #expect(try run.daemon.ask("panel hide") == "ok")
        #expect(try run.daemon.status()["panel"] as? String == "shown")
        #expect(try run.daemon.ask("panel hide updater") == "ok")
        #expect(try run.daemon.status()["panel"] as? String != "shown")
    }

    @Test("the field is shown where the screen is when nobody would tell of its own terminal", arguments: [
        "tty1:VT_SETMODE EPERM", "tty1:KDSETMODE EPERM", "tty1:open EACCES", "tty1:VT_GETSTATE EIO",
    ])
    func unfollowed(_ refusal: String) throws {
        let run = try NextRun(NextRunTests.card + "terminals 2\nfail \(refusal) once", state: "terminal 1\n")
        try run.kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        try eventually("the field to rest") { try run.display() == "still" }
        #expect(try run.hasTerminal("tty1 text auto"))
    }

    @Test("a release goes on behind another terminal, and acquire brings the field's own to the front")
    func released() throws {
        let run = try NextRun(NextRunTests.card + "terminals 2", state: "release keep\nterminal 1\n")
        #expect(try run.display() == "released")
        #expect(try run.daemon.ask("acquire") == "ok")
        try eventually("its terminal in front") { try run.hasTerminal("active 1") }
        try run.kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
    }

    @Test("with another kind of output the old picture goes, and the card is free", arguments: ["framebuffer", "headless"])
    func otherOutput(_ output: String) throws {
        let run = try NextRun(NextRunTests.card + "fb 0 size=96x64", output: output)
        try eventually("nothing to be kept") {
            run.manager.read()
            return run.manager.store["display-1-1"] == nil
        }
        #expect(try run.kernel.counts()["cards"] == 0)
        #expect(try run.kernel.screen("card0 HDMI-A-1") == nil)
    }

    @Test("a display that is not used any more goes dark once the others have their picture")
    func fewerDisplays() throws {
        let run = try NextRun(
            """
            card 0 driver=vc4 crtcs=2
            connector card0 HDMI-A-1 mm=531x299 modes=160x120@60!
            connector card0 HDMI-A-2 mm=531x299 modes=96x64@60!
            former card0 4 HDMI-A-1 HDMI-A-2
            """, options: ["--set", "Connector=HDMI-A-1"])
        try run.kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        try eventually("the other one to be dark") { try run.kernel.screen("card0 1") == nil }
        // Two of this run's, none of the one before.
        #expect(try run.kernel.counts()["framebuffers"] == 2)
    }
}
