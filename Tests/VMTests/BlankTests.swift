import Testing
import VMLab

/// Screens that sleep, and consoles that write.
@Suite("On a real kernel, a console that sleeps or speaks")
struct BlankTests {
    @Test("is woken by the start of the program")
    func blankedBefore() async throws {
        try await Lab.withMachine(.virtio(640, 480)) { machine in
            try await machine.shell.call("echo 1 >/sys/class/graphics/fb0/blank")
            _ = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
        }
    }

    @Test("does not fall asleep over a picture", arguments: [Display.virtio(640, 480), .vfb(32, .XBGR8888)])
    func blankTimer(_ display: Display) async throws {
        try await Lab.withMachine(display.with(kernel: "consoleblank=5")) { machine in
            _ = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            try await machine.shell.call("sleep 8")
            try await machine.waitUntilShown(.running(seconds: 12), within: 5)
        }
    }

    @Test("never writes through the picture, wherever the kernel's messages go", arguments: [
        ["ttyS0"], ["tty0", "ttyS0"], [],
    ] as [[String]])
    func messages(_ consoles: [String]) async throws {
        try await Lab.withMachine(.virtio(640, 480).with(consoles: consoles)) { machine in
            _ = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            let picture = try await machine.look()
            try await machine.shell.call(
                """
                for word in one two three; do
                    echo "<0>$word" >/dev/kmsg; echo $word >/dev/tty1; usleep 200000
                done
                """)
            try await machine.expectNoChange(from: picture, seconds: 1)
        }
    }
}
