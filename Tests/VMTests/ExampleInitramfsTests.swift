import Testing
import VMLab

/// The example of an initial file system with the field and nothing else.
@Suite("The example of an initial file system")
struct ExampleInitramfsTests {
    static let display = Display.virtio(640, 480)
        .with(kernel: "fieldfb.StartTime=12", "fieldfb.DriftSpeed=0", "fieldfb.FoldSpeed=0", "fieldfb.EaseTime=0")

    @Test("shows the field as the child of init, across the change of the root, until its successor has the display")
    func wholeBoot() async throws {
        try await Lab.bootingExample(Self.display) { machine, recording in
            try await machine.shell.call("true", within: 120)
            try await machine.waitUntilShown(.running(seconds: 12))
            let first = try await machine.shell.call("pidof fieldfb")
            #expect(try await machine.shell.call("sed -n 's/^PPid:[[:space:]]*//p' /proc/\(first)/status") == "1")
            #expect(try await machine.shell.call("readlink /proc/1/exe") == "/bin/busybox")
            #expect(try await machine.shell.call("readlink /proc/\(first)/exe").contains("(deleted)"))
            let socket = "/run/fieldfb/initramfs"
            #expect(try await machine.shell.call("fieldfb ctl --socket \(socket) ping").hasPrefix("ok"))

            let second = try await machine.startProgram()
            try await machine.shell.call("while [ -d /proc/\(first) ]; do usleep 50000; done", within: 60)
            try await machine.waitUntilShown(.running(seconds: 12))
            #expect(try await machine.shell.call("pidof fieldfb") == "\(second.processID)")

            let field = try await machine.view.expected(.running(seconds: 12))
            let atRest = try await machine.view.expected(.still)
            let pictures = try await recording.endWithTimes().map { Sight.picture($0.screen) }
            let begin = try #require(pictures.firstIndex(of: field))
            let others = pictures[begin...].filter { $0 != field && $0 != atRest }
            #expect(others.isEmpty, "something else was seen between")
        }
    }
}
