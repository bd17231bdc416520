/// How the kernel turns its console, on its command line or because of a panel.
enum ConsoleRotation {
    private static let file = "/sys/class/graphics/fbcon/rotate"

    /// Nil where there is no console on a framebuffer device.
    static func now() -> Orientation? {
        guard let descriptor = try? systemOpen(file, .read) else { return nil }
        defer { systemClose(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8)
        guard let count = try? systemRead(descriptor, into: &bytes), count > 0 else { return nil }
        return Orientation(consoleRotation: Int(bytes[0]) - Int(UInt8(ascii: "0")))
    }
}
