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
            let before = try await program.status().outputs[0].drawn
            try await machine.shell.call("echo core >/sys/power/pm_test && echo mem >/sys/power/state")
            try await eventually("another frame", within: 20) {
                try await program.status().outputs[0].drawn > before ? () : nil
            }
            try await machine.waitUntilShown(.still)
        }
    }
}
