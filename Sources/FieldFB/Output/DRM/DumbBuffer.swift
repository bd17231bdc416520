import CDRM

/// A buffer that a display can show and a processor can draw to.
///
/// Its parts are owners of their own, given back in the order they are written
/// here: the framebuffer, the mapping, the memory. When making a part fails,
/// those made before are given back as well. That giving back is refused
/// means that the kernel has done it already.
struct DumbBuffer: ~Copyable {
    private var framebufferOwner: FramebufferID
    private var memory: ScanoutMemory
    private let handle: DumbHandle
    let layout: ScanoutLayout

    /// What the kernel calls the framebuffer.
    var framebuffer: UInt32 { framebufferOwner.id }

    /// Whether the device was found gone while the buffer was drawn to.
    var isLost: Bool { memory.isLost }

    /// Makes a buffer and maps it. The row step and the size are those that the
    /// kernel answers.
    init(card: DisplayCard, width: Int, height: Int, format: NamedPixelFormat) throws(SystemFailure) {
        let descriptor = card.descriptor
        let bits = format.format.bitsPerPixel
        let made = try systemCreateDumbBuffer(descriptor, width: width, height: height, bitsPerPixel: bits)
        let handle = DumbHandle(card: card, handle: made.handle)
        guard let layout = ScanoutLayout(
            width: width, height: height, base: 0, pitch: made.pitch, format: format.format,
            byteCount: made.byteCount)
        else { throw SystemFailure(call: "size of a dumb buffer", errno: EINVAL) }
        let framebuffer = FramebufferID(
            card: card,
            id: try systemAddFramebuffer(
                descriptor, width: width, height: height, code: format.code, handle: made.handle,
                pitch: made.pitch))
        let offset = try systemDumbBufferOffset(descriptor, made.handle)
        memory = try ScanoutMemory(descriptor: descriptor, offset: offset, byteCount: made.byteCount)
        framebufferOwner = framebuffer
        self.handle = handle
        self.layout = layout
    }

    /// Packs a rectangle of a surface to where it belongs.
    mutating func write(
        _ surface: borrowing Surface, _ rect: PixelRect, packer: PixelPacker, orientation: Orientation
    ) {
        memory.write(surface, rect, layout: layout, packer: packer, orientation: orientation)
    }

    /// When it ends, what is on a display stays there.
    mutating func keepPicture() {
        framebufferOwner.keepsPicture = true
    }
}

/// The memory of a dumb buffer, given back when it ends.
private struct DumbHandle: ~Copyable {
    let card: DisplayCard
    let handle: UInt32

    deinit { systemDestroyDumbBuffer(card.descriptor, handle) }
}

/// A framebuffer, removed when it ends.
private struct FramebufferID: ~Copyable {
    let card: DisplayCard
    let id: UInt32
    /// It is only closed then, and stays on the display: from Linux 6.8 on.
    var keepsPicture = false

    deinit {
        if keepsPicture && systemCloseFramebuffer(card.descriptor, id) { return }
        systemRemoveFramebuffer(card.descriptor, id)
    }
}
