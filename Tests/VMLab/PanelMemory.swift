/// The panel on a serial bus, of `world/modules/panel.c`.
extension Machine {
    static let panelWidth = 320
    static let panelHeight = 240

    /// What the panel was sent, where it was told to put it.
    func panelMemory() async throws -> Screen {
        try Screen(
            memory: try await shell.data("cat /sys/kernel/debug/panel/memory"), width: Self.panelWidth,
            height: Self.panelHeight, stride: Self.panelWidth * 2, format: .RGB565)
    }

    /// How many pixels the panel was sent, in how many windows, since it is there.
    public func panelTraffic() async throws -> (pixels: Int, windows: Int) {
        let text = try await shell.call("cd /sys/kernel/debug/panel && cat pixels updates")
        let numbers = text.split(whereSeparator: \.isNewline).compactMap { Int($0) }
        guard numbers.count == 2 else { throw LabError("no counts of the panel: \(text)") }
        return (numbers[0], numbers[1])
    }

    /// Makes the bus slow: how long it takes for a kilobyte.
    public func setBusDelay(microsecondsPerKilobyte delay: Int) async throws {
        try await shell.call("echo \(delay) >/sys/kernel/debug/panel/delay")
    }
}
