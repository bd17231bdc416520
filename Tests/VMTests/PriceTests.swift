import Foundation
import Testing
import VMLab

/// What the daemon costs where a real driver shows its pictures. The figures go
/// to `.build/prices`, which `make sizes` prints; the limits are tests.
@Suite("On a real kernel, the price", .serialized)
struct PriceTests {
    @Test("of memory is small beyond the picture, whatever the display", arguments: [
        (800, 480), (1920, 1080), (3840, 2160),
    ])
    func memory(_ width: Int, _ height: Int) async throws {
        try await Lab.withMachine(Display.virtio(width, height).withPeers()) { machine in
            let program = try await machine.startParked()
            try await machine.waitUntilShown(.still)
            let first = try await machine.price(of: program.processID)
            try await program.request("active")
            try await machine.waitUntilMoving()
            try await machine.shell.call("sleep 5")
            let price = try await machine.price(of: program.processID)
            let picture = width * height * 4 / 1024
            record(
                "on virtio-gpu \(width)x\(height), KiB", "resident \(price.resident)",
                "private \(price.privately)", "of it not from files \(price.anonymous)",
                "peak \(price.peak)", "picture \(picture)")
            record(
                "from exec to the first picture, \(width)x\(height)", "page faults \(first.minorFaults)",
                "read from a disk \(first.majorFaults)",
                String(format: "processor %.0f ms (emulated)", first.processor))
            // The rest is of the program's and the libraries' files.
            #expect(price.anonymous - picture < 1536)
        }
    }

    @Test("of time is none while parked or with reduced motion; plymouthd's is measured beside it")
    func time() async throws {
        let display = Display.virtio(1280, 800).withPeers().with(consoles: ["tty0"]).with(kernel: "splash")
        try await Lab.withMachine(display) { machine in
            let program = try await machine.startProgram()
            try await machine.waitUntilMoving()
            let running = try await machine.price(of: program.processID, during: 10)
            let runningMemory = try await machine.price(of: program.processID)
            try await program.request("park")
            try await machine.waitUntilShown(.still)
            let parked = try await machine.price(of: program.processID, during: 10)
            try await program.request("active")
            try await program.request("set ReduceMotion yes")
            try await machine.waitUntilShown(.still)
            let reduced = try await machine.price(of: program.processID, during: 10)
            try await program.request("quit")
            _ = try await program.waitForEnd()

            let plymouth = try await machine.startPlymouth()
            try await plymouth.waitUntilShown()
            try await machine.shell.call("sleep 3")
            let other = try await machine.price(of: plymouth.processID, during: 10)
            let otherMemory = try await machine.price(of: plymouth.processID)
            for (name, time) in [
                ("fieldfb running", running), ("fieldfb parked", parked), ("fieldfb, reduced motion", reduced),
                ("plymouthd, spinner", other),
            ] {
                record(
                    "\(name), 1280x800, a second",
                    String(format: "processor %.1f ms (emulated)", time.millisecondsASecond),
                    String(format: "wake-ups %.1f", time.sleepsASecond))
            }
            for (name, memory) in [("fieldfb", runningMemory), ("plymouthd, spinner", otherMemory)] {
                record(
                    "\(name), 1280x800, KiB", "resident \(memory.resident)", "private \(memory.privately)",
                    "of it not from files \(memory.anonymous)", "peak \(memory.peak)")
            }
            #expect(parked.sleepsASecond == 0 && parked.millisecondsASecond == 0)
            #expect(reduced.sleepsASecond == 0 && reduced.millisecondsASecond == 0)
        }
    }

    /// Adds a line to the list.
    private func record(_ what: String, _ figures: String...) {
        let file = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../.build/prices").standardized
        let line = "\(what): \(figures.joined(separator: ", "))\n"
        let list = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let others = list.split(separator: "\n").filter { !$0.hasPrefix("\(what): ") }
        let text = others.map { "\($0)\n" }.joined() + line
        try? text.write(to: file, atomically: true, encoding: .utf8)
    }
}
