import Foundation

/// How many machines may run at once: an emulated processor fills a real one.
actor Seats {
    private var free = max(2, min(4, ProcessInfo.processInfo.activeProcessorCount))
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async throws {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func give() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
