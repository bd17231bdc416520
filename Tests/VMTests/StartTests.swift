import Testing
import VMLab

/// What the program finds when it starts.
@Suite("On a real kernel, the start")
struct StartTests {
    @Test("takes the cursor of a former program off the glass")
    func cursorLeftBehind() async throws {
        try await Lab.withMachine(.virtio(640, 480)) { machine in
            let other = try await machine.startModetest(mode: "640x480", "-C")
            try await other.waitUntilShown()
            // The cursor comes a moment after the picture.
            try await eventually("two planes of modetest") {
                let planes = "grep -c 'allocated by = modetest' /sys/kernel/debug/dri/0/state"
                return try await machine.shell.run(planes).output == "2" ? () : nil
            }
            // A program that keeps the card open keeps the cursor where it is.
            try await machine.shell.call("exec 9</dev/dri/card0")
            try await other.end()
            #expect(try await machine.shownBy().contains("modetest"), "the cursor is left")

            _ = try await machine.startProgram(frozenAt: 12)
            try await machine.waitUntilShown(.running(seconds: 12))
            #expect(try await machine.shownBy() == ["fieldfb"])
        }
    }

    @Test("passes over a card that can show nothing")
    func noDisplayController() async throws {
        try await Lab.withMachine(.virtioBehindVgem) { machine in
            let program = try await machine.startParked()
            try await machine.waitUntilShown(.still)
            #expect(try await program.status().outputs.map(\.device) == ["/dev/dri/card1"])
        }
    }

    @Test("leaves the framebuffer device of a card that it drives alone")
    func emulationLeftAlone() async throws {
        try await Lab.withMachine(.virtio(640, 480)) { machine in
            let program = try await machine.startParked()
            try await machine.waitUntilShown(.still)
            let files = try await machine.shell.call("ls -l /proc/\(program.processID)/fd")
            #expect(files.contains("/dev/dri/card0") && !files.contains("/dev/fb0"))
        }
    }
}
