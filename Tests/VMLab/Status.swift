import Foundation

/// What `fieldctl status` says, as far as tests ask.
public struct Status: Decodable, Sendable {
    public struct Output: Decodable, Sendable {
        public let kind, device, driver, connector, mode, format, method: String
        public let width, height, rotation: Int
        public let refresh, scale: Double
        public let drawn, skipped: Int
    }

    /// `waiting`, `still`, `running`, `released` and so on.
    public let display: String
    /// `active` or `parked`.
    public let state: String
    public let progress: Double?
    public let message: String?
    public let trouble: String?
    public let outputs: [Output]

    /// The connectors of the lit displays, sorted.
    public var connectors: [String] { outputs.map(\.connector).sorted() }
}

extension RunningProgram {
    public func status() async throws -> Status {
        let reply = try await request("status")
        do {
            return try JSONDecoder().decode(Status.self, from: Data(reply.utf8))
        } catch {
            throw LabError("the status cannot be read: \(error): \(reply)")
        }
    }

    /// Waits until the status is as wanted, and returns it.
    @discardableResult
    public func waitUntil(
        _ what: String, within seconds: Double = 30, _ isSo: (Status) -> Bool
    ) async throws -> Status {
        var last: Status?
        do {
            return try await eventually(what, within: seconds, every: .milliseconds(100)) {
                let status = try await status()
                last = status
                return isSo(status) ? status : nil
            }
        } catch {
            throw LabError("\(error); it is \(String(describing: last)), the program said: \(try await log())")
        }
    }

    /// Waits until these connectors are lit, and no others.
    @discardableResult
    public func waitUntilLit(_ connectors: String..., within seconds: Double = 30) async throws -> Status {
        try await waitUntil("lit: \(connectors)", within: seconds) { $0.connectors == connectors.sorted() }
    }
}
