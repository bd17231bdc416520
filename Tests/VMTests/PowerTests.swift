import Testing
import VMLab

/// Still means still: the kernel's own counters say whether the program ran.
@Suite("On a real kernel, a still display")
struct PowerTests {
    @Test("costs no wake-up and no processor time in ten seconds", arguments: [
        Display.virtio, .vkms, .vfb(32, .XBGR8888),
    ])
    func parkedSleeps(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram()
            try await program.request("park")
            try await machine.waitUntilShown(.still)
            try await machine.waitUntilAsleep(program)

            let before = try await machine.activity(of: program)
            try await machine.shell.call("sleep 10")
            #expect(try await machine.activity(of: program) == before)
        }
    }

    @Test("is awake while it moves, so the counters do count")
    func activeWakes() async throws {
        try await Lab.withMachine(.virtio) { machine in
            let program = try await machine.startProgram()
            let before = try await machine.activity(of: program)
            try await machine.shell.call("sleep 2")
            #expect(try await machine.activity(of: program) != before)
        }
    }
}

extension Machine {
    /// The kernel's counters of a program: switches and ticks of processor time
    /// of all its threads.
    func activity(of program: RunningProgram) async throws -> String {
        try await shell.call(
            """
            cd /proc/\(program.processID)/task
            grep -h ctxt_switches */status
            cut -d ' ' -f 14,15 */stat
            """)
    }

    /// Waits until a second has gone by without any activity.
    func waitUntilAsleep(_ program: RunningProgram) async throws {
        try await eventually("fieldfb at rest") {
            let before = try await activity(of: program)
            try await shell.call("sleep 1")
            return try await activity(of: program) == before ? () : nil
        }
    }
}
