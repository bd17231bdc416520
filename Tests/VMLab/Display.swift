/// A machine's display: what QEMU plugs in, what the kernel drives it with, and
/// how the lab sees what it shows.
///
/// A new driver is a new row here, and takes part in every scenario.
public struct Display: Sendable {
    /// How the lab sees the display.
    enum View: Sendable {
        /// QEMU's picture of the screen.
        case screendump
        /// The memory of /dev/fb0, for a display that exists nowhere else.
        case memory
        /// The checksum of each frame that vkms computes, pixel by pixel.
        case checksum
    }

    public let name: String
    /// QEMU's arguments that plug the hardware in.
    var hardware: [String] = []
    /// Modules loaded after the boot, as modprobe takes them.
    var modules: [String] = []
    var kernelArguments: [String] = []
    /// Whether the boot must come by the BIOS, which sets the screen up.
    var bootsByBIOS = false
    var view = View.screendump
    /// The layout of what the program must bring to the screen.
    public var format = PixelFormat.XRGB8888
    /// What this driver is made to refuse, in the words of `world/refuse.c`.
    var refusals: [String] = []

    /// The same display, whose driver refuses more.
    public func refusing(_ words: [String]) -> Display {
        var display = self
        display.refusals += words
        return display
    }

    /// Displays that are DRM devices.
    public static let drm = [virtio, bochs, cirrus, cirrus16, vkms, vkms16]

    /// Displays that are only /dev/fb0, with no DRM driver in the kernel.
    public static let framebuffer =
        [vfb(16, .BGR565), vfb(24, .BGR888), vfb(32, .XBGR8888)]
        + [vesafb("0x317", .RGB565), vesafb("0x318", .RGB888), vesafb("0x344", .XRGB8888)]

    public static let all = drm + framebuffer

    public static let virtio = Display(
        name: "virtio-gpu", hardware: ["-device", "virtio-gpu-pci"], modules: ["virtio-gpu"])

    /// Answers ENOSYS to DIRTYFB, and shows what is drawn without it.
    public static let bochs = Display(
        name: "bochs", hardware: ["-vga", "std"], modules: ["bochs"])

    public static let cirrus = Display(
        name: "cirrus", hardware: ["-vga", "cirrus"], modules: ["cirrus"])

    public static let cirrus16 = Display(
        name: "cirrus, 16 bits", hardware: ["-vga", "cirrus"], modules: ["cirrus"],
        format: .RGB565, refusals: ["XR24", "RG24"])

    /// The only one with a true vertical blank: 60 a second.
    public static let vkms = Display(name: "vkms", modules: ["vkms"], view: .checksum)

    public static let vkms16 = Display(
        name: "vkms, 16 bits", modules: ["vkms"], view: .checksum,
        format: .RGB565, refusals: ["XR24"])

    /// A framebuffer in memory, with red in the lowest bits.
    public static func vfb(_ bits: Int, _ format: PixelFormat) -> Display {
        Display(
            name: "vfb, \(bits) bits",
            modules: ["vfb vfb_enable=1 videomemorysize=8388608 mode_option=640x480-\(bits)"],
            view: .memory, format: format)
    }

    /// The framebuffer that the BIOS sets up, in one of its modes of 1024x768.
    public static func vesafb(_ mode: String, _ format: PixelFormat) -> Display {
        Display(
            name: "vesafb, \(format.bytesPerPixel * 8) bits", hardware: ["-vga", "std"],
            kernelArguments: ["vga=\(mode)"], bootsByBIOS: true, format: format)
    }
}

extension Display: CustomStringConvertible {
    public var description: String { name }
}
