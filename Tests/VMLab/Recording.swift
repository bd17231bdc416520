import Synchronization

/// What a screen showed over a while: looked at as fast as QEMU tells, each
/// picture kept that is not the one before.
public final class Recording: Sendable {
    private let isOver = Mutex(false)
    private let task: Mutex<Task<[Screen], any Error>?> = Mutex(nil)

    init(_ monitor: sending Monitor, card: String?, head: Int) {
        let task = Task { [monitor] in
            var screens: [Screen] = []
            repeat {
                let screen = try await monitor.screen(card: card, head: head)
                if screen != screens.last { screens.append(screen) }
            } while !self.isOver.withLock { $0 }
            return screens
        }
        self.task.withLock { $0 = task }
    }

    /// Ends it: the pictures, in their order.
    public func end() async throws -> [Screen] {
        isOver.withLock { $0 = true }
        return try await task.withLock { $0 }?.value ?? []
    }
}

extension Machine {
    /// Starts to record the first screen, which must be one that QEMU sees.
    public func startRecording() async throws -> Recording {
        guard case .screendump(let card, let head) = display.eyes[0].kind else {
            throw LabError("\(display): nothing to record")
        }
        let monitor = try await Monitor(channel: Channel(path: folder.url.appendingPathComponent("recorder").path))
        return Recording(monitor, card: card, head: head)
    }
}
