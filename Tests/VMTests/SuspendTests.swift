import Testing
import VMLab

/// Everything but the machine's power goes down, for five seconds.
@Suite("On a real kernel, a suspended machine")
struct SuspendTests {
    @Test("shows a still picture anew when it wakes, with terminals that are switched meanwhile or without any",
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
