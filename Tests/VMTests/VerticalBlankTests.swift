import Testing
import VMLab

/// vkms has the only true vertical blank among the drivers of the lab.
@Suite("On a real vertical blank")
struct VerticalBlankTests {
    @Test("no more than every second frame of sixty a second is a new picture")
    func pacedAtThirty() async throws {
        try await Lab.withMachine(.vkms) { machine in
            let program = try await machine.startProgram()
            _ = try await machine.frameChecksums(10)
            let frames = try await machine.frameChecksums(60)
            let changes = zip(frames, frames.dropFirst()).filter { $0.value != $1.value }.count
            #expect(changes > 0, "it moves")
            #expect(changes <= 30 + 1, "thirty pictures a second at most")
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
