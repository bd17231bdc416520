import CDRM

/// A buffer that a display can show and a processor can draw to.
///
/// Its parts are owners of their own, given back in the order they are written
/// here: the framebuffer, the mapping, the memory. When making a part fails,
/// those made before are given back as well.
struct DumbBuffer: ~Copyable {
    private let framebufferOwner: FramebufferID
    private var memory: ScanoutMemory
    private let handle: DumbHandle
    let layout: ScanoutLayout

    /// What the kernel calls the framebuffer.
    var framebuffer: UInt32 { framebufferOwner.id }

    /// Makes a buffer and maps it. The row step and the size are those that the
    /// kernel answers.
    init(descriptor: CInt, width: Int, height: Int, format: NamedPixelFormat) throws(SystemFailure) {
        let bits = format.format.bitsPerPixel
        let made = try systemCreateDumbBuffer(descriptor, width: width, height: height, bitsPerPixel: bits)
        let handle = DumbHandle(descriptor: descriptor, handle: made.handle)
        guard let layout = ScanoutLayout(
            width: width, height: height, base: 0, pitch: made.pitch, format: format.format,
            byteCount: made.byteCount)
        else { throw SystemFailure(call: "size of a dumb buffer", errno: EINVAL) }
        let framebuffer = FramebufferID(
            descriptor: descriptor,
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
    mutating func write(_ surface: borrowing Surface, _ rect: PixelRect, packer: PixelPacker) {
        memory.write(surface, rect, layout: layout, packer: packer, orientation: .upright)
    }
}

/// The memory of a dumb buffer, given back when it ends.
private struct DumbHandle: ~Copyable {
    let descriptor: CInt
    let handle: UInt32

    deinit { systemDestroyDumbBuffer(descriptor, handle) }
}

/// A framebuffer, removed when it ends.
private struct FramebufferID: ~Copyable {
    let descriptor: CInt
    let id: UInt32

    deinit { systemRemoveFramebuffer(descriptor, id) }
}
