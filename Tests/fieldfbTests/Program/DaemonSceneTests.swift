import Foundation
import Testing

@testable import ProgramLab

@Suite("Words, pictures and progress of a running daemon")
struct DaemonSceneTests {
    private func parked(_ options: [String] = []) throws -> RunningDaemon {
        let daemon = try RunningDaemon(["--set", "EaseTime=0"] + options)
        try daemon.parkAndSettle()
        return daemon
    }

    @Test("words are drawn once, and then nothing wakes it", arguments: ["message Hello", "detail 3 of 5", "set Message Hello"])
    func words(_ request: String) throws {
        let daemon = try parked()
        let drawn = try daemon.framesDrawn()
        #expect(try daemon.ask(request) == "ok")
        try eventually("the words") { try daemon.framesDrawn() > drawn }
        try eventually("rest") { try daemon.status()["display"] as? String == "still" }
        #expect(try daemon.framesDrawn() <= drawn + 2)
        #expect(try daemon.sleepsSoundly())
    }

    @Test("progress is reached by way of some frames, and then nothing wakes it")
    func progress() throws {
        let daemon = try parked()
        _ = try daemon.ask("progress 10")
        try eventually("rest") { try daemon.status()["display"] as? String == "still" }
        let drawn = try daemon.framesDrawn()
        _ = try daemon.ask("progress 90")
        try eventually("rest") { try daemon.status()["display"] as? String == "still" }
        #expect(try daemon.framesDrawn() > drawn + 3)
        #expect(try daemon.sleepsSoundly())
    }

    @Test("what is unknown goes on, and stands still with reduced motion")
    func unknown() throws {
        let daemon = try parked()
        _ = try daemon.ask("progress unknown")
        let drawn = try daemon.framesDrawn()
        try eventually("frames") { try daemon.framesDrawn() > drawn + 20 }
        _ = try daemon.ask("set ReduceMotion yes")
        try eventually("rest") { try daemon.status()["display"] as? String == "still" }
        #expect(try daemon.sleepsSoundly())
    }

    @Test("a display is given up at once, whatever goes on in words and progress")
    func release() throws {
        let daemon = try parked()
        _ = try daemon.ask("progress unknown")
        let drawn = try daemon.framesDrawn()
        try eventually("frames") { try daemon.framesDrawn() > drawn + 3 }
        #expect(try daemon.ask("release") == "ok")
        #expect(try daemon.sleepsSoundly())
        #expect(try daemon.ask("acquire") == "ok")
        let taken = try daemon.framesDrawn()
        try eventually("frames") { try daemon.framesDrawn() > taken + 3 }
    }

    @Test("progress is told as it was said, also as unknown and by its setting")
    func told() throws {
        let daemon = try parked()
        _ = try daemon.ask("progress 42.5")
        #expect(try daemon.ask("get Progress") == "ok 42.5")
        _ = try daemon.ask("progress unknown")
        #expect(try daemon.status()["progress"] as? String == "unknown")
        _ = try daemon.ask("set Progress 7")
        #expect(try daemon.status()["progress"] as? Double == 7)
        _ = try daemon.ask("message Hello")
        #expect(try daemon.ask("get Message") == "ok Hello")
        #expect(try daemon.ask("set Message") == "ok")
        #expect(try daemon.status()["message"] is NSNull)
    }

    @Test("a panel comes after its grace time and goes by itself after its timeout")
    func panel() throws {
        let daemon = try parked(["--set", "PanelGrace=0.3", "--set", "PanelTimeout=1", "--set", "PanelFade=0.1"])
        let subscriber = try Subscriber(daemon)
        #expect(try daemon.ask("panel show") == "ok")
        #expect(try daemon.status()["panel"] as? String == "waiting")
        var states: [String] = []
        while states.last != "hidden" {
            let state = try subscriber.event("panel")["panel"] as? String
            states.append(state ?? "none")
        }
        #expect(states == ["waiting", "shown", "hidden"])
        try eventually("rest") { try daemon.status()["display"] as? String == "still" }
        #expect(try daemon.sleepsSoundly())
    }

    @Test("a panel that is up needs no timer while nothing moves")
    func panelRests() throws {
        let daemon = try parked(["--set", "Panel=yes", "--set", "PanelBlur=3", "--set", "Message=Wait"])
        try eventually("the panel") { try daemon.status()["panel"] as? String == "shown" }
        try eventually("rest") { try daemon.status()["display"] as? String == "still" }
        #expect(try daemon.sleepsSoundly())
        #expect(try daemon.ask("panel cancel") == "ok")
        #expect(try daemon.status()["panel"] as? String == "hidden")
    }

    @Test("more owners of the panel than it keeps are refused")
    func owners() throws {
        let daemon = try parked()
        for number in 0..<64 { #expect(try daemon.ask("panel show owner\(number)") == "ok") }
        #expect(try daemon.ask("panel show another") == "error limit the panel has 64 owners already")
        #expect(try daemon.ask("panel clear") == "ok")
        #expect(try daemon.ask("panel show another") == "ok")
    }

    @Test("a large poster is prepared while requests are answered and frames drawn, and is shown")
    func poster() throws {
        let daemon = try RunningDaemon(["--set", "HeadlessSize=1280x720"])
        let picture = daemon.folder.file("poster.ppm")
        var data = Data("P6\n4000 3000\n255\n".utf8)
        var row = Data()
        for x in 0..<4000 { row += [UInt8(x & 255), 80, 160] }
        for _ in 0..<3000 { data += row }
        try data.write(to: URL(fileURLWithPath: picture))
        let jpeg = daemon.folder.file("poster.jpg")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/cjpeg")
        process.arguments = ["-outfile", jpeg, picture]
        try process.run()
        process.waitUntilExit()
        let drawn = try daemon.framesDrawn()
        #expect(try daemon.ask("set Poster \(jpeg)") == "ok")
        #expect(try daemon.ask("ping") == "ok")
        try eventually("frames") { try daemon.framesDrawn() > drawn + 5 }
        #expect(!daemon.standardError.contains("picture"))
    }

    @Test("the first frame has the poster and the logo")
    func whole() throws {
        let pictures = [
            "Poster=\(PackageFile.path("Tests/Golden/poster.png"))", "Logo=\(PackageFile.path("Tests/Golden/poster.jpg"))",
        ]
        let daemon = try RunningDaemon(["--set", "ReduceMotion=yes"] + pictures.flatMap { ["--set", $0] })
        try eventually("rest") { try daemon.status()["display"] as? String == "still" }
        let frames = try daemon.status()["frames"] as? [String: Int]
        #expect(frames == ["drawn": 1, "skipped": 0])
    }

    @Test("a value lower than the last is passed over, also in the label and the status")
    func lower() throws {
        let daemon = try parked()
        _ = try daemon.ask("progress 42")
        #expect(try daemon.ask("progress 10") == "ok")
        #expect(try daemon.status()["progress"] as? Double == 42)
        #expect(try daemon.ask("progress 10 back") == "ok")
        #expect(try daemon.status()["progress"] as? Double == 10)
        #expect(try daemon.ask("progress 0") == "ok")
        #expect(try daemon.status()["progress"] as? Double == 0)
    }

    @Test("a picture or a font that cannot be had is told once, and the daemon goes on", arguments: [
        ("Poster", "/nowhere/poster.jpg", "picture /nowhere/poster.jpg: No such file"),
        ("Logo", "/etc/passwd", "picture /etc/passwd: it is neither PNG nor JPEG"),
        ("Font", "/nowhere/font.ttf", "font /nowhere/font.ttf: No such file"),
    ])
    func refused(_ key: String, _ path: String, _ message: String) throws {
        let daemon = try RunningDaemon(["--set", "Message=Hello"])
        #expect(try daemon.ask("set \(key) \(path)") == "ok")
        try eventually("the message") { daemon.standardError.contains(message) }
        let drawn = try daemon.framesDrawn()
        try eventually("frames") { try daemon.framesDrawn() > drawn + 5 }
        #expect(daemon.count(message) == 1)
    }

    @Test("words that are hard to read are told, with what would do")
    func contrast() throws {
        let daemon = try RunningDaemon(["--set", "Message=Hello"])
        #expect(try daemon.ask("set TextColour #333333") == "ok")
        let message = "TextColour #333333 on Background #000000 has a contrast of 1.6 to 1 and is hard to read"
        try eventually("the warning") { daemon.standardError.contains(message) }
        #expect(daemon.standardError.contains("#FFFFFF would do"))
    }

    @Test("a field that nobody can see is told")
    func invisible() throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.ask("set Background #FFFFFF") == "ok")
        try eventually("the warning") {
            daemon.standardError.contains("Ink #FFFFFF cannot be seen on Background #FFFFFF; Appearance = light")
        }
    }

    @Test("words that are hard to read on the poster are told, once")
    func contrastOnPoster() throws {
        let daemon = try RunningDaemon([
            "--set", "Poster=\(PackageFile.path("Tests/Golden/poster.png"))", "--set", "TextColour=#808080", "--set", "Message=Hello",
        ])
        let message = "TextColour #808080 on Poster"
        try eventually("the warning") { daemon.standardError.contains(message) }
        _ = try daemon.ask("message Hello again")
        let drawn = try daemon.framesDrawn()
        try eventually("frames") { try daemon.framesDrawn() > drawn + 5 }
        #expect(daemon.count(message) == 1)
    }

    @Test("an empty setting is an empty line to who asks for it")
    func empty() throws {
        let daemon = try parked()
        let outcome = try ProgramUnderTest.run(["ctl", "--socket", daemon.socket, "get", "Message"])
        #expect(outcome.code == 0 && outcome.output == "\n")
    }

    @Test("settings of a scene may change at any moment, whatever they were")
    func anyOrder() throws {
        let seed: UInt64 = 0x5CE_4E
        var random = SeededGenerator(seed: seed)
        let daemon = try RunningDaemon(["--set", "HeadlessSize=200x120"])
        let choices: [[String]] = [
            ["FieldShape rectangle", "FieldShape circle", "FieldShape rounded"], ["FieldRegion whole", "FieldRegion 10 20 50 60", "FieldRegion 99 99 1 1"],
            ["ProgressStyle ring", "ProgressStyle bar", "ProgressStyle none"], ["TextPlace top-left", "TextPlace right"],
            ["PanelBlur 0", "PanelBlur 9"], ["Night 0.3", "Night 1"], ["Appearance light", "Appearance dark"], ["Style lines", "Style dots"],
            ["TextSize 400", "TextSize 4"], ["ProgressLabel {} of 100", "ProgressLabel none"], ["Pitch 3", "Pitch 40"], ["ProgressField yes", "ProgressField no"],
        ]
        let requests = ["message A few words", "message", "detail more", "progress 40", "progress unknown", "progress none", "panel show", "panel hide", "panel cancel", "park", "active"]
        for _ in 0..<400 {
            let request = Bool.random(using: &random)
                ? "set \(choices.randomElement(using: &random)!.randomElement(using: &random)!)" : requests.randomElement(using: &random)!
            #expect(try daemon.ask(request) == "ok", "\(request), seed \(seed)")
        }
        let drawn = try daemon.framesDrawn()
        _ = try daemon.ask("active")
        _ = try daemon.ask("panel cancel")
        try eventually("frames, seed \(seed)") { try daemon.framesDrawn() > drawn }
    }
}
