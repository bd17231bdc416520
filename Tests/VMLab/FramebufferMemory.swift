extension Machine {
    /// The size of /dev/fb0 in pixels, and the bytes from row to row.
    func framebufferGeometry() async throws -> (width: Int, height: Int, stride: Int) {
        let text = try await shell.call("cd /sys/class/graphics/fb0 && cat virtual_size stride")
        let numbers = text.split(whereSeparator: { $0 == "," || $0.isNewline }).compactMap { Int($0) }
        guard numbers.count == 3 else { throw LabError("no geometry of /dev/fb0: \(text)") }
        return (numbers[0], numbers[1], numbers[2])
    }

    /// The picture in the memory of /dev/fb0.
    public func framebufferMemory() async throws -> Screen {
        let (width, height, stride) = try await framebufferGeometry()
        let memory = try await shell.data("head -c \(stride * height) /dev/fb0")
        return try Screen(
            memory: memory, width: width, height: height, stride: stride, format: display.format)
    }
}
