/// What a former run of the program left in the file of a card: the pictures
/// on the glass, which stay until there are new ones.
struct FormerRun {
    private var framebuffers: [UInt32] = []

    /// Handles of buffers the kernel gives out: the lowest free number first,
    /// and a run never has more buffers than this.
    private static let handleLimit: UInt32 = 128

    /// There was none.
    init() {}

    /// Takes over what the file holds. The handles of its buffers are given
    /// back at once: a picture holds its memory by itself.
    init(descriptor: CInt) {
        framebuffers = (try? systemOwnFramebuffers(descriptor)) ?? []
        for handle in 1...FormerRun.handleLimit { systemDestroyDumbBuffer(descriptor, handle) }
    }

    /// Whether it made this one, which is still there.
    func made(_ framebuffer: UInt32) -> Bool { framebuffers.contains(framebuffer) }

    /// Whether nothing is left of it.
    var isOver: Bool { framebuffers.isEmpty }

    /// Removes the pictures that none of these CRTCs shows. One that another
    /// CRTC shows takes that display dark with it.
    mutating func removeHidden(descriptor: CInt, crtcs: [UInt32]) {
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
