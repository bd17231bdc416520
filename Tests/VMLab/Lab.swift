/// A world of small virtual machines to prove the program in.
///
/// Each machine is a real Linux kernel under software emulation, with one real
/// display driver and a shell. A test borrows one, starts the program in it,
/// and looks at what the display shows:
///
///     try await Lab.withMachine(.virtio) { machine in
///         let program = try await machine.startProgram()
///         try await program.request("park")
///         try await machine.waitUntilShown(.still)
///     }
///
/// Where to add what:
/// - a machine: one row in `DisplayList.swift` (and its module in
///   `world/build`, when it is a new one);
/// - something that happens to one: `Plugging.swift`, `Peers.swift`;
/// - a scenario: one test in `Tests/VMTests`;
/// - a tool inside the machines: one file in `world/`, built by `world/build`.
///
/// Every machine starts from the same snapshot of its display, taken once a
/// run after the boot, so no test sees what another one did. No wait is
/// without an end.
public enum Lab {
    /// Runs a test on a machine of its own, which ends with the test.
    public static func withMachine(
        _ display: Display, _ test: (Machine) async throws -> Void
    ) async throws {
        try await seated {
            let snapshot = try await snapshots.snapshot(of: display)
            let machine = try await Machine(restoring: snapshot, with: display)
            try await test(machine)
            machine.end()
        }
    }

    /// Runs a test that needs a machine when there is room for one.
    static func seated(_ test: () async throws -> Void) async throws {
        try await seats.take()
        do {
            try await test()
        } catch {
            await seats.give()
            throw error
        }
        await seats.give()
    }

    private static let seats = Seats()
    private static let snapshots = Snapshots()
}

/// What went wrong in the lab or in a machine, in words for the reader of a
/// failed test.
public struct LabError: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}
