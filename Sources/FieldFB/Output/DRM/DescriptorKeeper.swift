/// Somebody outside the program who holds descriptors of cards open when it
/// ends, such as a service manager. As long as a card's descriptor is open
/// somewhere, the kernel leaves its picture on the glass and its mastery where
/// it is; the next run of the program gets the descriptor back and goes on.
public struct DescriptorKeeper {
    /// Takes a copy of a descriptor, under a name no other one has.
    let keep: (CInt, String) -> Void
    /// Closes the copy that was kept under a name.
    let forget: (String) -> Void

    public init(keep: @escaping (CInt, String) -> Void, forget: @escaping (String) -> Void) {
        self.keep = keep
        self.forget = forget
    }

    /// A name for the descriptor of a card, different from those of other runs.
    static func name(serial: UInt64) -> String { "display-\(systemProcessNumber())-\(serial)" }
}

/// A card's descriptor that a former run of the program left with the keeper,
/// closed when this ends unless a card took it over.
public final class KeptDescriptor {
    let name: String
    private(set) var number: CInt?

    /// - Parameter number: an open descriptor; this owns it from now on.
    public init(_ number: CInt, name: String) {
        self.number = number
        self.name = name
    }

    /// The owner is another one from now on.
    func take() -> CInt? {
        defer { number = nil }
        return number
    }

    deinit {
        if let number { systemClose(number) }
    }
}

/// What a former run of the program left in the file of a card: the pictures
/// on the glass, which stay until there are new ones.
struct FormerRun {
    private var framebuffers: [UInt32]

    /// Handles of buffers the kernel gives out: the lowest free number first,
    /// and a run never has more buffers than this.
    private static let handleLimit: UInt32 = 128

    /// Takes over what the file holds. The handles of its buffers are given
    /// back at once: a picture holds its memory by itself.
    init(descriptor: CInt) {
        framebuffers = (try? systemOwnFramebuffers(descriptor)) ?? []
        for handle in 1...FormerRun.handleLimit { systemDestroyDumbBuffer(descriptor, handle) }
    }

    var isOver: Bool { framebuffers.isEmpty }

    func made(_ framebuffer: UInt32) -> Bool { framebuffers.contains(framebuffer) }

    /// Removes the pictures that no CRTC shows any more: removed earlier, they
    /// would take the display dark with them.
    mutating func removeHidden(descriptor: CInt, crtcs: [UInt32]) {
        guard !framebuffers.isEmpty else { return }
        var shown: [UInt32] = []
        for crtc in crtcs {
            guard let record = try? systemDisplayCRTC(descriptor, crtc) else { return }
            shown.append(record.framebuffer)
        }
        for framebuffer in framebuffers where !shown.contains(framebuffer) {
            systemRemoveFramebuffer(descriptor, framebuffer)
        }
        framebuffers.removeAll { !shown.contains($0) }
    }
}
