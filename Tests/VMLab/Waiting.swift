import Foundation

/// Tries until there is a value, and gives up after some seconds.
///
/// The time limits in the lab are only there to end a test that would never
/// end; they are many times what a loaded machine needs.
public func eventually<Value>(
    _ what: @autoclosure () -> String, within seconds: Double = 30,
    every interval: Duration = .milliseconds(20), _ attempt: () async throws -> Value?
) async throws -> Value {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
        if let value = try await attempt() { return value }
        guard ContinuousClock.now < deadline else {
            throw LabError("\(what()): not so within \(Int(seconds)) seconds")
        }
        try await Task.sleep(for: interval)
    }
}
