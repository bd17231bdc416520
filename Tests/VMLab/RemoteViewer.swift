/// A viewer on an output of a virtio card, by the RFB protocol (RFC 6143): its
/// window's size is what the card tells the kernel is plugged in, with EDID,
/// millimetres and an event, as a cable does.
final class RemoteViewer {
    private let channel: Channel

    /// Connects, without a password, and says that it may ask for sizes.
    init(path: String) async throws {
        channel = try Channel(path: path)
        let version = try await channel.bytes(12, within: 30)
        try await channel.send(version)
        let ways = try await channel.bytes(1, within: 30)[0]
        guard try await channel.bytes(Int(ways), within: 30).contains(1) else {
            throw LabError("QEMU wants a password for \(path)")
        }
        try await channel.send([1])
        guard try await channel.bytes(4, within: 30) == [0, 0, 0, 0] else {
            throw LabError("QEMU lets no viewer on \(path)")
        }
        try await channel.send([1])
        let start = try await channel.bytes(24, within: 30)
        _ = try await channel.bytes(start[20...].reduce(0) { $0 << 8 | Int($1) }, within: 30)
        // One encoding: ExtendedDesktopSize, -308.
        try await channel.send([2, 0, 0, 1] + Self.long(-308))
    }

    /// Asks for a size of the output: 0x0 means that nothing is plugged in.
    func ask(width: Int, height: Int) async throws {
        let size = Self.short(width) + Self.short(height)
        let screen: [UInt8] = Self.long(0) + Self.short(0) + Self.short(0) + size + Self.long(0)
        try await channel.send([251, 0] + size + [1, 0] + screen)
    }

    private static func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
    private static func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value) }
}
