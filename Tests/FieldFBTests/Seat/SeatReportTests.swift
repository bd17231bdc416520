import Foundation
import Testing

@testable import FieldFB

@Suite("What is told about the machine")
struct SeatReportTests {
    @Test("the words of the kernel's command line that concern displays are picked out, in their order")
    func kernelWords() {
        let line = "BOOT_IMAGE=/vmlinuz root=/dev/mmcblk0p2 console=ttyS0,115200 console=tty1 quiet splash "
            + "video=HDMI-A-1:1024x600 fbcon=rotate:1 drm.edid_firmware=HDMI-A-1:edid/a.bin vt.global_cursor_default=0 "
            + "nomodeset quietly rw\n"
        #expect(SeatReport.kernelWords(of: Array(line.utf8)) == [
            "console=ttyS0,115200", "console=tty1", "quiet", "splash", "video=HDMI-A-1:1024x600", "fbcon=rotate:1",
            "drm.edid_firmware=HDMI-A-1:edid/a.bin", "vt.global_cursor_default=0", "nomodeset",
        ])
        #expect(SeatReport.kernelWords(of: []).isEmpty)
    }

    @Test("the console that messages go to first is named first")
    func messageConsoles() {
        #expect(ConsoleReport.messageConsoles(Array("tty0 ttyS0\n".utf8)) == ["ttyS0", "tty0"])
        #expect(ConsoleReport.messageConsoles([]).isEmpty)
    }

    @Test("a daemon that died with the console in its hands is told of")
    func taken() throws {
        let path = NSTemporaryDirectory() + "fieldfb-taken-\(UUID().uuidString)"
        try "terminal=3\nprocess=\(getpid())\nstarted=1\n".write(toFile: path, atomically: false, encoding: .utf8)
        let report = ConsoleReport.gather(record: path)
        #expect(report.takenTerminal == 3)
        #expect(report.takenBy == Int(getpid()))
        #expect(!report.isTakerAlive)
    }

    /// A machine of folders and files.
    private func places() throws -> DeviceFileReport.Places {
        let root = NSTemporaryDirectory() + "fieldfb-machine-\(UUID().uuidString)"
        for folder in ["dev/dri/by-path", "sys/drm/renderD128/device/drm/card0", "sys/drm/renderD129/device/drm",
            "etc", "proc/77/fd", "proc/self/fd"]
        {
            try FileManager.default.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
        }
        for (path, text) in [
            ("dev/dri/card0", ""), ("dev/dri/renderD128", ""), ("dev/dri/renderD129", ""), ("dev/fb0", ""),
            ("dev/fbsplash", ""), ("dev/null", ""),
            ("etc/passwd", "root:x:0:0:root:/root:/bin/sh\n"), ("etc/group", "root:x:0:\nvideo:x:44:user\n"),
            ("proc/77/comm", "weston\n"),
        ] {
            try text.write(toFile: "\(root)/\(path)", atomically: false, encoding: .utf8)
        }
        chmod("\(root)/dev/dri/card0", 0o660)
        try FileManager.default.createSymbolicLink(
            atPath: "\(root)/proc/77/fd/5", withDestinationPath: "\(root)/dev/dri/card0")
        try FileManager.default.createSymbolicLink(
            atPath: "\(root)/proc/77/fd/6", withDestinationPath: "\(root)/dev/dri/card0")
        return DeviceFileReport.Places(
            devices: "\(root)/dev", classes: "\(root)/sys", configuration: "\(root)/etc", processes: "\(root)/proc")
    }

    @Test("device files come with owner, group, permissions, and who holds them open")
    func devices() throws {
        let places = try places()
        let reports = DeviceFileReport.gather(places)
        #expect(reports.map(\.path) == ["dri/card0", "dri/renderD128", "dri/renderD129", "fb0"].map {
            "\(places.devices)/\($0)"
        })
        let card = reports[0]
        #expect(card.owner == (geteuid() == 0 ? "root" : "\(geteuid())"))
        #expect(card.permissions == 0o660)
        #expect(card.refusal.isEmpty)
        #expect(card.holders == ["weston (77)"])
        #expect(reports[3].holders.isEmpty)
    }

    @Test("a render node is told from a card, and one without a card is known to have no display")
    func renderNodes() throws {
        let reports = DeviceFileReport.gather(try places())
        #expect(reports.map(\.isRenderNode) == [false, true, true, false])
        #expect(reports[1].cards.map { $0.hasSuffix("/dri/card0") } == [true])
        #expect(reports[2].cards.isEmpty)
    }

    @Test("a number without a name stays a number")
    func names() throws {
        let file = NSTemporaryDirectory() + "fieldfb-names-\(UUID().uuidString)"
        try "broken\n::\nvideo:x:44:\nother:x:444:\n".write(toFile: file, atomically: false, encoding: .utf8)
        #expect(DeviceFileReport.name(of: 44, in: file) == "video")
        #expect(DeviceFileReport.name(of: 4, in: file) == "4")
        #expect(DeviceFileReport.name(of: 0, in: "/nonexistent") == "0")
    }

    @Test("a machine without any device file is an empty list")
    func nothing() {
        let places = DeviceFileReport.Places(devices: "/nonexistent", classes: "/nonexistent")
        #expect(DeviceFileReport.gather(places).isEmpty)
    }
}
