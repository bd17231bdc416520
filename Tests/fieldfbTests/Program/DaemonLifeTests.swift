import Foundation
import Testing

@testable import ProgramLab

@Suite("How the daemon begins, rests and ends")
struct DaemonLifeTests {
    @Test("a signal to end it ends it cleanly and takes the socket along", arguments: [SIGTERM, SIGINT, SIGQUIT])
    func signals(_ number: Int32) throws {
        let daemon = try RunningDaemon()
        #expect(daemon.folder.has("control"))
        daemon.signal(number)
        #expect(try daemon.exitCode() == 0)
        #expect(!daemon.folder.has("control"))
        let lines = daemon.standardError.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasPrefix("fieldfb: display on: ") })
    }

    @Test("a parked daemon does not wake at all")
    func parkedSleeps() throws {
        let daemon = try RunningDaemon()
        try daemon.parkAndSettle()
        #expect(try daemon.sleepsSoundly())
    }

    @Test("a daemon with reduced motion does not wake at all, although it is active")
    func reducedSleeps() throws {
        let daemon = try RunningDaemon(["--set", "ReduceMotion=yes"])
        try daemon.parkAndSettle()
        #expect(try daemon.ask("active") == "ok")
        #expect(try daemon.sleepsSoundly())
    }

    @Test("stopped and continued it goes on without a burst of frames")
    func stopped() throws {
        let daemon = try RunningDaemon()
        try eventually("frames") { try daemon.framesDrawn() > 3 }
        let start = Date()
        let before = try daemon.framesDrawn()
        daemon.signal(SIGSTOP)
        sleep(3)
        daemon.signal(SIGCONT)
        let after = try daemon.framesDrawn()
        // Frames caught up with would be 90 more than the time awake holds at 30 a second.
        let awake = Date().timeIntervalSince(start) - 3
        #expect(after - before < Int(awake * 30) + 30)
        try eventually("frames again") { try daemon.framesDrawn() > after + 3 }
    }

    @Test("without a display it answers, says so once, and keeps looking")
    func noDisplay() throws {
        // A machine that has a framebuffer device is given an empty /dev.
        let hides = FileManager.default.fileExists(atPath: "/dev/fb0")
        let daemon = try RunningDaemon(
            output: "framebuffer",
            shell: hides ? "exec unshare -rm sh -c 'mount -t tmpfs none /dev && exec \"$0\" \"$@\"'" : nil)
        #expect(try daemon.outputCount() == 0)
        #expect(try daemon.status()["display"] as? String == "waiting")
        #expect(try daemon.ask("park") == "ok")
        #expect(try daemon.ask("set Pitch 20") == "ok")
        sleep(5)
        #expect(daemon.count("display: ") == 1)
        #expect(daemon.isRunning)
    }

    @Test("messages that nobody reads do not hold the daemon up")
    func stalledReader() throws {
        let folder = try TemporaryFolder()
        try folder.makeFIFO("journal")
        let faults = String(repeating: "\(String(repeating: "x", count: 60))\n", count: 60)
        let file = try folder.write(faults, to: "faulty.conf")
        // The daemon itself holds the reading end, and never reads.
        let daemon = try RunningDaemon(
            ["--config", file], folder: folder, shell: "exec 9<>'\(folder.file("journal"))' 2>&9; exec")
        // More than a pipe holds.
        for _ in 0..<20 {
            daemon.signal(SIGHUP)
            #expect(try daemon.ask("ping") == "ok")
        }
        let drawn = try daemon.framesDrawn()
        try eventually("frames") { try daemon.framesDrawn() > drawn + 3 }
    }

    @Test("on a terminal output without a terminal the program says so and ends")
    func noTerminal() throws {
        let outcome = try ProgramUnderTest.run(["run", "--output", "terminal"])
        #expect(outcome.code == 64)
        #expect(outcome.error.contains("it is no terminal"))
    }

    @Test("extreme settings are drawn without harm", arguments: [
        ["HeadlessSize=1x1"], ["HeadlessSize=1x2000"], ["HeadlessSize=2000x1"], ["Pitch=1000"],
        ["Pitch=1", "Scale=0.25", "HeadlessSize=300x200"], ["MaxRadiusRatio=2", "Style=lines", "LineWeightScale=20"],
        ["Reach=100"], ["Softness=100"], ["StartTime=1000000000"], ["DriftSpeed=1000", "FoldSpeed=1000"],
        ["EaseTime=60"], ["FrameRate=60"], ["Ink=#00000000"],
    ])
    func extremes(_ settings: [String]) throws {
        let daemon = try RunningDaemon(settings.flatMap { ["--set", $0] })
        try eventually("frames") { try daemon.framesDrawn() > 3 }
        #expect(try daemon.ask("ping") == "ok")
    }
}
