import Testing
import VMLab

/// What clocks and signals do to the pace of the frames.
@Suite("On a real kernel, the pace of the frames")
struct PaceTests {
    @Test("does not care about the wall clock, ten years ahead or back", arguments: ["2036-01-01", "2016-01-01"])
    func wallClock(_ date: String) async throws {
        try await Lab.withMachine(.virtio) { machine in
            let program = try await machine.startProgram(["--set", "FrameRate=5"])
            try await machine.waitUntilMoving()
            try await machine.shell.call("date -s '\(date) 12:00'")
            let before = try await program.framesDrawn()
            try await machine.shell.call("sleep 4")
            let drawn = try await program.framesDrawn() - before
            // Neither at rest nor in a rush: 20 in 4 seconds, and the machine may be slow.
            #expect(drawn >= 1 && drawn <= 40)
            #expect(try await program.request("ping") == "ok")
        }
    }

    @Test("goes on where it stopped after a program was stopped, without a burst")
    func stopped() async throws {
        try await Lab.withMachine(.virtio) { machine in
            let program = try await machine.startProgram(["--set", "FrameRate=10"])
            try await machine.waitUntilMoving()
            try await program.signal("STOP")
            let before = try await machine.look()
            try await machine.expectNoChange(from: before, seconds: 10)
            try await program.signal("CONT")
            let atOnce = try await program.framesDrawn()
            try await machine.shell.call("sleep 1")
            // 100 moments went by meanwhile: they are given up.
            #expect(try await program.framesDrawn() - atOnce <= 20)
            try await machine.waitUntilMoving()
        }
    }

    @Test("of a still display is one frame after a suspend, with terminals that switch meanwhile or without any",
        arguments: [true, false])
    func suspended(_ hasTerminals: Bool) async throws {
        try await Lab.withMachine(.bochs) { machine in
            if !hasTerminals {
                try await machine.shell.call("rm /dev/tty*; mount -t tmpfs none /sys/class/tty")
            }
            let program = try await machine.startProgram(frozenAt: 12)
            try await program.request("park")
            try await machine.waitUntilShown(.still)
            try await machine.waitUntilAsleep(program)
            let before = try await program.framesDrawn()
            // Everything but the machine's power goes down, for five seconds.
            try await machine.shell.call("echo core >/sys/power/pm_test && echo mem >/sys/power/state")
            try await machine.shell.call(
                "until fieldfb ctl status | grep -q '\"frames\":{\"drawn\":\(before + 1),'; do sleep 0.1; done",
                within: 20)
            try await machine.waitUntilShown(.still)
        }
    }
}

extension RunningProgram {
    /// How many frames have been drawn so far.
    func framesDrawn() async throws -> Int {
        let status = try await request("status")
        guard let frames = status.range(of: "\"frames\":{\"drawn\":"),
            let number = Int(status[frames.upperBound...].prefix { $0.isNumber })
        else { throw LabError("no count of frames: \(status)") }
        return number
    }
}
