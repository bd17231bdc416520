import Testing
import VMLab

/// Time that stops, jumps, and goes on.
@Suite("On a real kernel, time")
struct TimeTests {
    @Test("set ten years ahead or back moves no picture", arguments: [10, -10])
    func wallClock(_ years: Int) async throws {
        try await Lab.withMachine(.vkms) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            try await machine.shell.call("date -s @$(($(date +%s) + \(years) * 31557600))")
            try await machine.waitUntilMoving()
            try await program.request("park")
            try await machine.waitUntilShown(.still)
        }
    }

    @Test("in which the program was stopped is neither made up for nor spun away")
    func stopped() async throws {
        try await Lab.withMachine(.virtio(640, 480)) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            try await program.signal("STOP")
            let before = try await machine.look()
            try await machine.expectNoChange(from: before, seconds: 5)
            let start = try await machine.uptime()
            try await program.signal("CONT")
            try await machine.waitUntilMoving()
            try await machine.shell.call("sleep 1")

            let first = try await program.status().outputs[0].drawn
            try await machine.shell.call("sleep 2")
            let drawn = try await program.status().outputs[0].drawn - first
            let seconds = try await machine.uptime() - start
            #expect(Double(drawn) <= 30 * seconds + 1)
            try await program.request("park")
            try await machine.waitUntilShown(.still)
        }
    }

    @Test("is told by the clock, not by displays whose flips end at once", arguments: [
        Display.virtio(640, 480), .bochs, .simpledrm(.XRGB8888), .panel,
    ])
    func noBlank(_ display: Display) async throws {
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            let start = try await machine.uptime()
            let before = try await program.status().outputs[0].drawn
            try await machine.shell.call("sleep 3")
            let drawn = try await program.status().outputs[0].drawn - before
            let seconds = try await machine.uptime() - start
            #expect(drawn > 0, "it moves")
            #expect(Double(drawn) <= 30 * seconds + 1)
        }
    }

    @Test("that other programs take is made do with")
    func busyProcessor() async throws {
        try await Lab.withMachine(.vkms) { machine in
            let program = try await machine.startProgram()
            try await machine.shell.call("nice -n -15 sh -c 'while :; do :; done' & echo")
            try await machine.waitUntilMoving()
            try await program.request("park")
            try await machine.waitUntilShown(.still)
        }
    }
}
