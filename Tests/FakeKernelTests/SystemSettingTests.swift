import Foundation
import Testing

@testable import FakeKernel
@testable import ProgramLab

@Suite("The settings of a whole system")
struct SystemSettingTests {
    private func system(_ files: [String: String]) throws -> FakeKernel {
        let kernel = try FakeKernel("")
        for (path, text) in files {
            try kernel.folder.makeFolder("root" + (path as NSString).deletingLastPathComponent)
            try kernel.folder.write(text, to: "root" + path)
        }
        return kernel
    }

    @Test("check reads what run would and shows where each setting comes from")
    func show() throws {
        let kernel = try system([
            "/usr/lib/fieldfb/fieldfb.conf": "[Field]\nStyle=lines\nPitch=20\n",
            "/etc/fieldfb/fieldfb.conf": "[Field]\nPitch=21\n",
            "/run/fieldfb/fieldfb.conf": "[Motion]\nEaseTime=1\n",
            "/etc/fieldfb/fieldfb.conf.d/look.conf": "[Field]\n\nReach=0.5\n",
            "/proc/cmdline": "quiet fieldfb.reduce_motion=1\n",
        ])
        let outcome = try kernel.run(["check", "--show"])
        #expect(outcome.code == 0)
        #expect(outcome.error == "")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        for line in [
            "/usr/lib/fieldfb/fieldfb.conf:2: Style = lines", "/etc/fieldfb/fieldfb.conf:2: Pitch = 21",
            "/run/fieldfb/fieldfb.conf:2: EaseTime = 1", "/etc/fieldfb/fieldfb.conf.d/look.conf:3: Reach = 0.5",
            "kernel command line: ReduceMotion = yes", "default: Ink = #FFFFFF",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(try kernel.run(["check"]).output == "")
    }

    @Test("check without a file names every fault of the system and ends with 1")
    func faults() throws {
        let kernel = try system([
            "/etc/fieldfb/fieldfb.conf": "[Field]\nPitch=wide\n",
            "/run/fieldfb/fieldfb.conf.d/a.conf": "Colour=red\n",
            "/proc/cmdline": "fieldfb.speed=3 fieldfb.enable=1\n",
        ])
        let outcome = try kernel.run(["check"])
        #expect(outcome.code == 1)
        #expect(outcome.output == """
            /etc/fieldfb/fieldfb.conf:2: Pitch is a number from 1 to 1000, not "wide"
            /run/fieldfb/fieldfb.conf.d/a.conf:1: unknown setting "Colour"
            kernel command line: unknown setting "fieldfb.speed"

            """)
    }

    @Test("check looks under the root it is given, and nowhere else")
    func root() throws {
        let kernel = try system([
            "/etc/fieldfb/fieldfb.conf": "[Field]\nPitch=wide\n", "/proc/cmdline": "fieldfb.speed=3\n",
        ])
        try kernel.folder.makeFolder("image/etc/fieldfb")
        try kernel.folder.write("[Field]\nPitch=21\n", to: "image/etc/fieldfb/fieldfb.conf")
        let image = kernel.folder.file("image")
        let good = try kernel.run(["check", "--root", image + "/", "--show"])
        #expect(good.code == 0)
        #expect(good.output.contains("\(image)/etc/fieldfb/fieldfb.conf:2: Pitch = 21\n"))
        try kernel.folder.write("[Field]\nPitch=0\n", to: "image/etc/fieldfb/fieldfb.conf")
        let bad = try kernel.run(["check", "--root", image])
        #expect(bad.code == 1)
        #expect(bad.output == "\(image)/etc/fieldfb/fieldfb.conf:2: Pitch is a number from 1 to 1000, not \"0\"\n")
    }

    @Test("the daemon reads all layers, and all of them again on SIGHUP")
    func daemon() throws {
        let kernel = try system([
            "/etc/fieldfb/fieldfb.conf": "[Field]\nPitch=21\nReach=0.5\n",
            "/etc/fieldfb/fieldfb.conf.d/a.conf": "[Field]\nReach=0.6\n",
            "/proc/cmdline": "quiet fieldfb.reduce-motion fieldfb.nonsense=1\n",
        ])
        let daemon = try kernel.daemon(["--set", "MinInk=0.25"], output: "headless", readsSystemFiles: true)
        #expect(try daemon.ask("get Pitch") == "ok 21")
        #expect(try daemon.ask("get Reach") == "ok 0.6")
        #expect(try daemon.ask("get MinInk") == "ok 0.25")
        #expect(daemon.count("kernel command line: unknown setting \"fieldfb.nonsense\"") == 1)
        let reduced = try #require(try daemon.status()["reducedMotion"] as? [String: Any])
        #expect(reduced["on"] as? Bool == true)
        #expect(reduced["source"] as? String == "setting")
        try kernel.folder.makeFolder("root/run/fieldfb/fieldfb.conf.d")
        try kernel.folder.write("[Field]\nPitch=30\nMinInk=0.5\n", to: "root/run/fieldfb/fieldfb.conf.d/b.conf")
        try kernel.folder.remove("root/etc/fieldfb/fieldfb.conf.d/a.conf")
        try kernel.folder.write("quiet\n", to: "root/proc/cmdline")
        daemon.signal(SIGHUP)
        try eventually("the new value") { try daemon.ask("get Pitch") == "ok 30" }
        #expect(try daemon.ask("get Reach") == "ok 0.5")
        #expect(try daemon.ask("get MinInk") == "ok 0.25")
        #expect(try daemon.reducesMotion() == false)
    }

    @Test("whatever stands in the place of files, the daemon answers and says in a few lines what is wrong")
    func hostile() throws {
        let longWord = String(repeating: "y", count: 200)
        let kernel = try system([
            "/proc/cmdline": "fieldfb.pitch=\u{1}\u{0} " + String(repeating: "fieldfb.x\(longWord) ", count: 300),
            "/usr/lib/fieldfb/fieldfb.conf": "[Field]\nReach=0.5\n" + String(repeating: "nonsense\n", count: 50_000),
            "/usr/lib/fieldfb/fieldfb.conf.d/a": "", "/run/fieldfb/fieldfb.conf.d": "",
        ])
        try kernel.folder.makeFolder("root/etc/fieldfb/fieldfb.conf.d/folder.conf")
        try kernel.folder.makeFIFO("root/etc/fieldfb/fieldfb.conf")
        try kernel.folder.makeFIFO("root/etc/fieldfb/fieldfb.conf.d/fifo.conf")
        try kernel.folder.makeLink("root/etc/fieldfb/fieldfb.conf.d/loop.conf", to: "loop.conf")
        for number in 0..<2000 {
            try kernel.folder.write("[Field]\nPitch=0\n", to: "root/usr/lib/fieldfb/fieldfb.conf.d/\(number).conf")
        }
        let daemon = try kernel.daemon(output: "headless", readsSystemFiles: true)
        #expect(try daemon.ask("get Pitch") == "ok 14")
        #expect(try daemon.ask("get Reach") == "ok 0.5")
        try kernel.folder.write("fieldfb.pitch=30 fieldfb.nonsense\n", to: "root/proc/cmdline")
        daemon.signal(SIGHUP)
        try eventually("the new value") { try daemon.ask("get Pitch") == "ok 30" }
        #expect(daemon.standardError.split(separator: "\n").count < 60)
        #expect(daemon.standardError.utf8.allSatisfy { $0 >= 0x20 || $0 == 10 })
    }

    @Test("the client finds the socket that the settings name")
    func socket() throws {
        let kernel = try system(["/proc/cmdline": "fieldfb.socket=/run/fieldfb/other\n"])
        let outcome = try kernel.run(["ctl", "ping"])
        #expect(outcome.code == 69)
        #expect(outcome.error == "fieldfb: /run/fieldfb/other: no daemon is running there; `systemctl start fieldfb` starts one\n")
    }

    @Test("probe counts the settings of the system")
    func probe() throws {
        let kernel = try system(["/etc/fieldfb/fieldfb.conf": "[Field]\nPitch=wide\n"])
        #expect(try kernel.run(["probe"]).error.contains("/etc/fieldfb/fieldfb.conf:2: Pitch is"))
    }
}
