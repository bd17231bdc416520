import Testing
import VMLab

/// A panel on a slow serial bus, with the kernel's own driver: what the panel
/// was sent is what counts.
@Suite("On a real kernel, a panel on a serial bus")
struct PanelTests {
    @Test("is sent what changed and no more")
    func damageOnly() async throws {
        try await Lab.withMachine(.panel) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            let (before, start) = (try await program.status().outputs[0].drawn, try await machine.panelTraffic())
            try await machine.shell.call("sleep 3")
            let (after, end) = (try await program.status().outputs[0].drawn, try await machine.panelTraffic())
            let frames = after - before
            try #require(frames > 5)
            // The driver sends the rows from the first to the last that changed.
            #expect(end.windows - start.windows <= frames + 2, "one window a frame, none without a frame")
        }
    }

    @Test("gets nothing at all while the picture stands still")
    func stillIsSilent() async throws {
        try await Lab.withMachine(.panel) { machine in
            _ = try await machine.startParked()
            try await machine.waitUntilShown(.still)
            let before = try await machine.panelTraffic()
            try await machine.shell.call("sleep 3")
            #expect(try await machine.panelTraffic() == before)
        }
    }

    @Test("may take a third of a second for a picture: the rate falls, and requests are answered all the same")
    func slowBus() async throws {
        try await Lab.withMachine(.panel) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            // 150 kilobytes a picture: 333 milliseconds.
            try await machine.setBusDelay(microsecondsPerKilobyte: 2222)
            try await machine.shell.call("sleep 3")
            let (before, start) = (try await program.status().outputs[0].drawn, try await machine.panelTraffic())
            let time = try await machine.uptime()
            try await machine.shell.call("sleep 6")
            let (after, end) = (try await program.status().outputs[0].drawn, try await machine.panelTraffic())
            let seconds = try await machine.uptime() - time
            #expect(end.windows > start.windows, "it moves")
            #expect(Double(after - before) <= 10 * seconds, "of thirty pictures a second hardly any is drawn")
            #expect(abs((after - before) - (end.windows - start.windows)) <= 2, "what is drawn is sent at once")

            // Nothing queues up: what is asked for is there after a picture or two.
            try await program.request("park")
            try await machine.waitUntilShown(.still)
            let traffic = try await machine.panelTraffic()
            try await machine.shell.call("sleep 2")
            #expect(try await machine.panelTraffic() == traffic)
        }
    }
}
