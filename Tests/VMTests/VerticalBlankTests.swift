import Testing
import VMLab

/// vkms has the only true vertical blank among the drivers of the lab.
@Suite("On a real vertical blank")
struct VerticalBlankTests {
    @Test("thirty new pictures a second at most are shown")
    func pacedAtThirty() async throws {
        try await Lab.withMachine(.vkms) { machine in
            let program = try await machine.startProgram()
            let start = try await machine.uptime()
            let values = try await machine.frameChecksums(60).map(\.value)
            let seconds = try await machine.uptime() - start

            let changes = zip(values, values.dropFirst()).filter { $0 != $1 }.count
            #expect(changes > 0, "it moves")
            #expect(Double(changes) <= 30 * seconds + 1)
            try await program.request("quit")
        }
    }

    @Test("every frame of a parked display is the same, and is the still picture")
    func parkedFramesAreEqual() async throws {
        try await Lab.withMachine(.vkms) { machine in
            let program = try await machine.startProgram()
            try await program.request("park")
            try await machine.waitUntilShown(.still)
            let values = Set(try await machine.frameChecksums(60).map(\.value))
            #expect(values.count == 1)
            try await program.request("quit")
        }
    }
}
