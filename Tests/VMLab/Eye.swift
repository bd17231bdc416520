/// How the lab sees one screen of a machine.
public struct Eye: Sendable {
    enum Kind: Sendable {
        /// QEMU's picture of the screen: of a card by the name QEMU knows it by,
        /// or of the only one.
        case screendump(card: String?, head: Int)
        /// The memory of /dev/fb0, for a display that exists nowhere else.
        case memory
        /// The checksum of each frame that vkms computes, pixel by pixel.
        case checksum
        /// What was sent to the panel of `world/modules/panel.c`.
        case panel
    }

    let kind: Kind
    /// The layout of what the program must bring to the screen.
    let format: PixelFormat

    init(_ kind: Kind = .screendump(card: nil, head: 0), format: PixelFormat = .XRGB8888) {
        self.kind = kind
        self.format = format
    }
}

extension Machine {
    /// What a screen shows now.
    func look(with eye: Eye) async throws -> Sight {
        switch eye.kind {
        case .screendump(let card, let head):
            .picture(try await monitor.screen(card: card, head: head).reduced(to: eye.format))
        case .memory: .picture(try await framebufferMemory(eye.format).reduced(to: eye.format))
        case .checksum: .checksum(try await frameChecksums(1)[0].value)
        case .panel: .picture(try await panelMemory().reduced(to: eye.format))
        }
    }

    /// How many pixels a screen has across and down.
    func size(with eye: Eye) async throws -> (width: Int, height: Int) {
        switch eye.kind {
        case .screendump(let card, let head):
            let screen = try await monitor.screen(card: card, head: head)
            return (screen.width, screen.height)
        case .memory:
            let geometry = try await framebufferGeometry()
            return (geometry.width, geometry.height)
        case .checksum:
            let mode = try await shell.call("head -n 1 \(vkms)/card*/card*-Virtual-*/modes")
            let numbers = mode.split(separator: "x").compactMap { Int($0) }
            guard numbers.count == 2 else { throw LabError("no size of a mode: \(mode)") }
            return (numbers[0], numbers[1])
        case .panel:
            return (Self.panelWidth, Self.panelHeight)
        }
    }
}
