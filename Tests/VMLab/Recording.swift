import Foundation
import Synchronization

/// A picture of a screen, and when it was seen.
public struct Glimpse: Sendable {
    public let screen: Screen
    /// It was on the glass at some moment between these two.
    public let after, before: ContinuousClock.Instant
}

/// What a screen showed over a while: looked at as fast as QEMU tells, each
/// picture kept that is not the one before.
public final class Recording: Sendable {
    private let isOver = Mutex(false)
    private let task: Mutex<Task<[Glimpse], any Error>?> = Mutex(nil)

    init(_ monitor: sending Monitor, card: String?, head: Int, every interval: Duration) {
        let task = Task { [monitor] in
            var glimpses: [Glimpse] = []
            repeat {
                let after = ContinuousClock.now
                let screen = try await monitor.screen(card: card, head: head)
                if screen != glimpses.last?.screen {
                    glimpses.append(Glimpse(screen: screen, after: after, before: .now))
                }
                if interval > .zero { try await Task.sleep(for: interval) }
            } while !self.isOver.withLock { $0 }
            return glimpses
        }
        self.task.withLock { $0 = task }
    }

    /// Ends it: the pictures, in their order.
    public func end() async throws -> [Screen] { try await endWithTimes().map(\.screen) }

    /// Ends it: the pictures, each with when it was first seen.
    public func endWithTimes() async throws -> [Glimpse] {
        isOver.withLock { $0 = true }
        return try await task.withLock { $0 }?.value ?? []
    }
}

extension Machine {
    /// Starts to record the first screen, which must be one that QEMU sees. With
    /// an interval it leaves the processor to the machine between two looks.
    public func startRecording(every interval: Duration = .zero) async throws -> Recording {
        guard case .screendump(let card, let head) = display.eyes[0].kind else {
            throw LabError("\(display): nothing to record")
        }
        let monitor = try await Monitor(channel: Channel(path: folder.url.appendingPathComponent("recorder").path))
        return Recording(monitor, card: card, head: head, every: interval)
    }
}

extension Glimpse {
    /// Writes the picture among those of failures, and tells where.
    public func saved() -> String {
        let folder = World.package.appendingPathComponent(".build/vm-failures")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appendingPathComponent("recorded-\(UUID().uuidString.prefix(8)).ppm")
        try? screen.write(to: file)
        return file.path
    }
}
