extension Machine {
    /// The size of /dev/fb0 in pixels, and the bytes from row to row.
    func framebufferGeometry() async throws -> (width: Int, height: Int, stride: Int) {
        let text = try await shell.call("cd /sys/class/graphics/fb0 && cat virtual_size stride")
        let numbers = text.split(whereSeparator: { $0 == "," || $0.isNewline }).compactMap { Int($0) }
        guard numbers.count == 3 else { throw LabError("no geometry of /dev/fb0: \(text)") }
        return (numbers[0], numbers[1], numbers[2])
    }

    /// The picture in the memory of /dev/fb0, in the layout of the first screen.
    public func framebufferMemory() async throws -> Screen {
        try await framebufferMemory(display.format)
    }

    /// The picture in the memory of /dev/fb0.
    func framebufferMemory(_ format: PixelFormat) async throws -> Screen {
        let (width, height, stride) = try await framebufferGeometry()
        let memory = try await shell.data("head -c \(stride * height) /dev/fb0")
        let palette = format == .C8 ? try await framebufferPalette() : []
        return try Screen(
            memory: memory, width: width, height: height, stride: stride, format: format, palette: palette)
    }

    /// The colours that the numbers in the memory of /dev/fb0 stand for.
    private func framebufferPalette() async throws -> [Screen.Pixel] {
        try await shell.call("framebuffer palette").split(whereSeparator: \.isNewline).map { line in
            let channels = line.split(separator: " ").compactMap { UInt8($0) }
            guard channels.count == 3 else { throw LabError("no colour of /dev/fb0: \(line)") }
            return Screen.Pixel(red: channels[0], green: channels[1], blue: channels[2])
        }
    }
}
