import Foundation
import Testing

@testable import ProgramLab

@Suite("The log of the daemon")
struct DaemonLogTests {
    /// What a service manager says to a program whose standard error is the journal.
    private static let journal = "JOURNAL_STREAM=$(stat -L -c %d:%i /dev/stderr) exec"

    private func lines(_ daemon: RunningDaemon) -> [String] {
        daemon.standardError.split(separator: "\n").map(String.init)
    }

    @Test("in the journal a line begins with its priority, elsewhere with the program's name")
    func journal() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("[Field]\nPitch=0\n", to: "faulty.conf")
        let options = ["--config", file, "--set", "ReduceMotion=yes"]
        let daemon = try RunningDaemon(options, folder: folder, shell: Self.journal)
        try eventually("the display") { daemon.standardError.contains("display on") }
        _ = try daemon.ask("park")
        try eventually("the change") { daemon.standardError.contains("parked") }
        #expect(Set(lines(daemon)) == [
            "<4>\(file):2: Pitch is a number from 1 to 1000, not \"0\"", "<6>reduced motion is on (setting)",
            "<6>display on: headless, 64x48, XRGB8888, memory", "<6>parked",
        ])
    }

    @Test("a journal that standard error was led away from is none")
    func otherJournal() throws {
        let daemon = try RunningDaemon(environment: ["JOURNAL_STREAM": "9:12345"])
        try eventually("the display") { !daemon.standardError.isEmpty }
        #expect(daemon.standardError == "fieldfb: display on: headless, 64x48, XRGB8888, memory\n")
    }

    @Test("without its socket the daemon says an error, and a notice when it has it")
    func socket() throws {
        let folder = try TemporaryFolder()
        let daemon = try RunningDaemon(
            folder: folder, socket: folder.file("later/control"), shell: Self.journal, answers: false)
        try eventually("the message") { daemon.standardError.contains("going on without") }
        try folder.makeFolder("later")
        try eventually("the daemon to answer") { (try? daemon.ask("ping")) == "ok" }
        let about = lines(daemon).filter { $0.contains("later/control") }
        #expect(about.map { $0.prefix(3) } == ["<3>", "<5>"])
    }

    @Test("each change of state is one line, however often it is asked for")
    func changes() throws {
        let daemon = try RunningDaemon(["--set", "EaseTime=0"])
        try eventually("the display") { daemon.standardError.contains("display on") }
        for request in [
            "park", "park", "active", "active", "release keep", "release keep", "acquire", "acquire",
            "set ReduceMotion yes", "set ReduceMotion yes", "set ReduceMotion no",
        ] {
            #expect(try daemon.ask(request) == "ok")
        }
        daemon.signal(SIGHUP)
        try eventually("the reload") { daemon.standardError.contains("settings are read again") }
        let words = lines(daemon).map { $0.dropFirst("fieldfb: ".count) }
        #expect(words.filter { !$0.hasPrefix("display on") } == [
            "parked", "active", "the displays are given up", "the displays are taken back",
            "reduced motion is on (setting)", "reduced motion is off", "settings are read again",
        ])
    }

    @Test("what a client asks for is a line only while somebody looks for a fault")
    func debug() throws {
        let daemon = try RunningDaemon(["--set", "ReduceMotion=yes"])
        _ = try daemon.ask("set Pitch 20")
        _ = try daemon.ask("set Debug yes")
        _ = try daemon.ask("progress 200")
        _ = try daemon.ask("set Pitch 30")
        _ = try daemon.ask("set Debug no")
        _ = try daemon.ask("set Pitch 40")
        let told = lines(daemon).filter { $0.contains("from uid") }
        #expect(told.count == 3)
        #expect(told.first?.hasPrefix("fieldfb: set \"Debug\" from uid 0, pid \(getpid()): ok, ") == true)
        #expect(told.count { $0.contains("set \"Pitch\"") } == 1)
        #expect(told.last?.contains("range") == false)
    }

    @Test("setting files full of faults, read again and again, do not fill the log, and nothing is lost unsaid")
    func floodOfFaults() throws {
        let folder = try TemporaryFolder()
        let faults = String(repeating: "nonsense\n", count: 9)
        func write(_ pitch: Int) throws -> String {
            try folder.write("[Field]\nPitch=\(pitch)\n\(faults)", to: "faulty.conf")
        }
        let daemon = try RunningDaemon(
            ["--config", try write(10), "--set", "ReduceMotion=yes"], folder: folder, shell: Self.journal)
        try eventually("the display") { daemon.standardError.contains("display on") }
        let rounds = 40
        for round in 1...rounds {
            _ = try write(10 + round)
            daemon.signal(SIGHUP)
            try eventually("the settings to be read") { try daemon.ask("get Pitch") == "ok \(10 + round)" }
        }
        daemon.signal(SIGTERM)
        #expect(try daemon.exitCode() == 0)
        // Nine faults each time, a line for each time but the first, and what the start says.
        let sent = 9 * (rounds + 1) + rounds + 2
        var (said, heldBack) = (0, 0)
        for line in lines(daemon) {
            if line.hasSuffix("lines of log were held back, since there were too many") {
                heldBack += Int(line.dropFirst(3).prefix { $0.isNumber }) ?? 0
            } else {
                said += 1
            }
        }
        #expect(said + heldBack == sent)
        #expect(said < 60)
    }

    @Test("clients that change their mind by the thousand do not fill the log")
    func floodOfRequests() throws {
        let daemon = try RunningDaemon(["--set", "EaseTime=0"])
        let client = try SocketClient(path: daemon.socket)
        let requests = Array(String(repeating: "park\nrelease keep\nactive\nacquire\n", count: 500).utf8)
        Thread { client.send(requests) }.start()
        #expect(try client.receiveLines(2000).allSatisfy { $0 == "ok" })
        #expect(lines(daemon).count < 60)
        #expect(lines(daemon).count > 5)
    }

    @Test("what was held back is told within a minute or so, though nothing else is said")
    func toldLater() throws {
        let daemon = try RunningDaemon(["--set", "ReduceMotion=yes"])
        for _ in 0..<30 {
            _ = try daemon.ask("park")
            _ = try daemon.ask("active")
        }
        #expect(daemon.count("were held back") == 0)
        sleep(30)
        try eventually("the number") { daemon.count("were held back") == 1 }
    }

    @Test("a name from outside cannot make a line of its own")
    func oddName() throws {
        let folder = try TemporaryFolder()
        let daemon = try RunningDaemon(
            ["--config", folder.file("no\n<0>such\u{1B}file")], folder: folder, shell: Self.journal)
        #expect(lines(daemon).contains { $0.hasPrefix("<4>") && $0.contains("no?<0>such?file: cannot be read") })
    }

    @Test("a command says all it has to say, in the journal with its priority")
    func commands() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(String(repeating: "nonsense\n", count: 80), to: "faulty.conf")
        let probe = try ProgramUnderTest.run(["probe", "--config", file])
        #expect(probe.error.split(separator: "\n").count == 51)
        let script = "\(Self.journal) '\(ProgramUnderTest.path)' ctl --socket /nowhere/control ping"
        let outcome = try ProgramUnderTest.run(["-c", script], called: "/bin/sh")
        #expect(outcome.error == "<3>/nowhere/control: no daemon is running there; `systemctl start fieldfb` starts one\n")
        #expect(outcome.code == 69)
    }
}
