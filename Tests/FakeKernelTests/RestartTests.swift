import FakeKernel
import Foundation
import Testing

@testable import ProgramLab

@Suite("Under a service manager that keeps descriptors, the program")
struct RestartTests {
    private static let scenario = """
        card 0 driver=vc4 crtcs=2 console=yes
        connector card0 HDMI-A-1 mm=531x299 modes=160x120@60!
        terminals 1
        """
    private let kernel: FakeKernel
    private let manager: ServiceManagerDouble

    init() throws {
        kernel = try FakeKernel(RestartTests.scenario)
        manager = try ServiceManagerDouble(kernel.folder.file("notify"))
    }

    private func shownDaemon() throws -> RunningDaemon {
        let daemon = try RunningDaemon(
            ["--set", "ReduceMotion=yes", "--set", "Scale=1"], output: nil, folder: kernel.folder,
            socket: kernel.folder.file("daemon-control"),
            environment: try kernel.environment().merging(["NOTIFY_SOCKET": manager.name, "FDSTORE": "32"]) { $1 })
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        try eventually("the card to be kept") { !displays.isEmpty }
        return daemon
    }

    /// The names of cards that are kept now.
    private var displays: [String] {
        manager.read()
        return manager.store.keys.filter { $0.hasPrefix("display-") }
    }

    @Test("leaves a lit card with it, once")
    func keeps() throws {
        let daemon = try shownDaemon()
        #expect(displays.count == 1)
        _ = daemon
    }

    @Test("leaves the picture on the glass and the console under it when the manager ends it")
    func terminated() throws {
        let daemon = try shownDaemon()
        daemon.signal(SIGTERM)
        #expect(try daemon.exitCode() == 0)
        #expect(displays.count == 1)
        #expect(try kernel.left().counts["framebuffers"] == 2)
        #expect(try kernel.leftText().contains("tty1 graphics"))
        // What the unit runs when no other run follows.
        #expect(try kernel.run(["restore-console"]).code == 0)
        #expect(try kernel.leftText().contains("tty1 text auto"))
    }

    @Test("leaves a note there which terminal is under the picture, also when another one is in front")
    func keepsTerminal() throws {
        let daemon = try shownDaemon()
        try eventually("the terminal to be noted") { try keptState().hasSuffix("\nterminal 1\n") }
        try kernel.tell("switch-to 2")
        try eventually("the switch") { try kernel.tell("terminals?").contains("active 2") }
        daemon.signal(SIGTERM)
        #expect(try daemon.exitCode() == 0)
        #expect(try keptState().hasSuffix("\nterminal 1\n"))
    }

    @Test("leaves a note there who wants the panel")
    func keepsPanel() throws {
        let daemon = try shownDaemon()
        for request in ["panel show updater", "panel show", "panel show another", "panel hide another"] {
            #expect(try daemon.ask(request) == "ok")
        }
        try eventually("the owners to be noted") {
            try keptState().contains("\npanel show\npanel show updater\n")
        }
    }

    @Test("leaves no note of a panel whose time was over, and one of a panel that was taken away")
    func forgetsPanel() throws {
        let daemon = try shownDaemon()
        for request in ["set PanelTimeout 0.2", "set PanelGrace 0", "panel show updater"] {
            #expect(try daemon.ask(request) == "ok")
        }
        try eventually("the panel to leave") { try daemon.status()["panel"] as? String == "hidden" }
        #expect(!(try keptState()).contains("panel show"))
        #expect(try daemon.ask("set Panel yes") == "ok")
        #expect(!(try keptState()).contains("panel clear"))
        #expect(try daemon.ask("panel cancel") == "ok")
        try eventually("a note") { try keptState().contains("\npanel clear\n") }
    }

    @Test("lets the panel's time pass behind another terminal")
    func panelBehind() throws {
        let daemon = try shownDaemon()
        for request in ["set PanelTimeout 8", "set PanelGrace 0", "panel show updater"] {
            #expect(try daemon.ask(request) == "ok")
        }
        try kernel.tell("switch-to 2")
        try eventually("the switch") { try kernel.tell("terminals?").contains("active 2") }
        #expect(try daemon.ask("message Hello") == "ok")
        try eventually("the panel to leave") { try daemon.status()["panel"] as? String == "hidden" }
    }

    private func keptState() throws -> String {
        manager.read()
        guard let file = manager.store["state"] else { return "" }
        try file.seek(toOffset: 0)
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test("that has no room for them gives everything back when the manager ends it")
    func noStore() throws {
        let daemon = try RunningDaemon(
            ["--set", "ReduceMotion=yes", "--set", "Scale=1"], output: nil, folder: kernel.folder,
            socket: kernel.folder.file("daemon-control"),
            environment: try kernel.environment().merging(["NOTIFY_SOCKET": manager.name]) { $1 })
        try kernel.waitUntil("card0 HDMI-A-1", shows: .rendered(160, 120))
        daemon.signal(SIGTERM)
        #expect(try daemon.exitCode() == 0)
        #expect(manager.read().contains("READY=1\n") && manager.store.isEmpty)
        #expect(try kernel.left().counts.values.allSatisfy { $0 == 0 })
        #expect(try kernel.leftText().contains("tty1 text auto"))
    }

    @Test("takes the card back from it when it ends on request", arguments: ["quit", "quit clear", "release clear"])
    func quit(_ request: String) throws {
        let daemon = try shownDaemon()
        #expect(try daemon.ask(request) == "ok")
        try eventually("nothing to be kept") { displays.isEmpty }
        _ = daemon
    }

    @Test("takes the card back from it when it is pulled out")
    func unplugged() throws {
        let daemon = try shownDaemon()
        try kernel.tell("remove card0")
        try eventually("nothing to be kept") { displays.isEmpty }
        _ = daemon
    }
}
