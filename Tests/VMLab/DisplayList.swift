/// The machines there are. A new driver is a new row, and takes part in every
/// scenario that runs on the list it is in.
extension Display {
    /// Displays that are DRM devices.
    public static let drm = [virtio, bochs, cirrus, cirrus16, vkms, vkms16, simpledrm(.XRGB8888), panel]

    /// Displays that are only /dev/fb0, with no DRM driver in the kernel.
    public static let framebuffer =
        [vfb(16, .BGR565), vfb(24, .BGR888), vfb(32, .XBGR8888)]
        + [vesafb("0x317", .RGB565), vesafb("0x318", .RGB888), vesafb("0x344", .XRGB8888)]

    /// Two of them on 64-bit ARM, with the static program that was built for it.
    public static let arm64 = [virtio.onARM64(), vkms.onARM64()]

    public static let all = drm + framebuffer + arm64

    // MARK: One DRM device

    public static let virtio = virtio()

    /// A virtio card of a size, or with other words of QEMU's: `edid=off`.
    public static func virtio(_ width: Int, _ height: Int) -> Display { virtio("xres=\(width)", "yres=\(height)") }
    public static func virtio(_ words: String...) -> Display {
        Display(
            name: (["virtio-gpu"] + words).joined(separator: ", "),
            hardware: ["-device", (["virtio-gpu-pci", "id=card"] + words).joined(separator: ",")],
            modules: ["virtio-gpu"])
    }

    /// Answers ENOSYS to DIRTYFB, and shows what is drawn without it.
    public static let bochs = Display(
        name: "bochs", hardware: ["-vga", "std"], modules: ["bochs"])

    public static let cirrus = Display(
        name: "cirrus", hardware: ["-vga", "cirrus"], modules: ["cirrus"])

    public static let cirrus16 = Display(
        name: "cirrus, 16 bits", hardware: ["-vga", "cirrus"], modules: ["cirrus"],
        eyes: [Eye(format: .RGB565)], refusals: ["XR24", "RG24"])

    /// The only one with a true vertical blank: 60 a second.
    public static let vkms = Display(name: "vkms", modules: ["vkms"], eyes: [Eye(.checksum)])

    public static let vkms16 = Display(
        name: "vkms, 16 bits", modules: ["vkms"], eyes: [Eye(.checksum, format: .RGB565)], refusals: ["XR24"])

    /// A first card that has memory to share and no display at all, then one with.
    public static let virtioBehindVgem = Display(
        name: "virtio-gpu behind vgem", hardware: virtio.hardware, modules: ["vgem"] + virtio.modules)

    /// Connected, with its size in millimetres, and without a single mode.
    public static let noModes = virtio.with(kernel: "drm.edid_firmware=Virtual-1:edid/1600x1200.bin")

    /// A panel of 320x240 on a serial bus. Slow only when told: `Machine.setBusDelay`.
    public static let panel = Display(
        name: "ili9341", modules: ["ili9341", "panel"], eyes: [Eye(.panel, format: .RGB565)])

    /// The screen that the BIOS set up, driven by simpledrm.
    public static func simpledrm(_ format: PixelFormat) -> Display {
        let (mode, channels) = switch format {
        case .RGB565: ("0x317", "r5g6b5")
        case .RGB888: ("0x318", "r8g8b8")
        default: ("0x344", "x8r8g8b8")
        }
        return Display(
            name: "simpledrm, \(format)", hardware: ["-vga", "std"], boot: .bios,
            kernelArguments: ["vga=\(mode)"],
            preparation: ["echo vesa-framebuffer.0 >/sys/bus/platform/drivers/vesa-framebuffer/unbind"],
            modules: ["simpledrm", "firmware-display format=\(channels)"], eyes: [Eye(format: format)])
    }

    // MARK: Several screens

    /// Two cards of one kind, of two sizes.
    public static let twoCards = Display(
        name: "two cards", hardware: [
            "-device", "virtio-gpu-pci,id=first,xres=800,yres=600",
            "-device", "virtio-gpu-pci,id=second,xres=1024,yres=768",
        ], modules: ["virtio-gpu"],
        eyes: [Eye(.screendump(card: "first", head: 0)), Eye(.screendump(card: "second", head: 0))])

    /// Four cards of three kinds.
    public static let fourCards = Display(
        name: "four cards",
        hardware: twoCards.hardware + ["-device", "bochs-display,id=third,xres=640,yres=480"],
        modules: ["virtio-gpu", "bochs", "vkms"],
        eyes: twoCards.eyes + [Eye(.screendump(card: "third", head: 0)), Eye(.checksum)])

    /// One card with two outputs, the second with nothing connected, until a
    /// viewer says that there is: `Machine.resize`.
    public static let twoOutputs = Display(
        name: "two outputs", hardware: ["-device", "virtio-gpu-pci,id=card,max_outputs=2,xres=800,yres=600"],
        modules: ["virtio-gpu"], viewers: [("card", 0), ("card", 1)],
        eyes: [Eye(.screendump(card: "card", head: 0)), Eye(.screendump(card: "card", head: 1))])

    // MARK: A framebuffer device alone

    /// A framebuffer in memory, with red in the lowest bits.
    public static func vfb(_ bits: Int, _ format: PixelFormat) -> Display {
        Display(
            name: "vfb, \(bits) bits",
            modules: ["vfb vfb_enable=1 videomemorysize=8388608 mode_option=640x480-\(bits)"],
            eyes: [Eye(.memory, format: format)])
    }

    /// The framebuffer that the BIOS sets up, in one of its modes of 1024x768.
    public static func vesafb(_ mode: String, _ format: PixelFormat) -> Display {
        Display(
            name: "vesafb, \(format.bitsPerPixel) bits", hardware: ["-vga", "std"], boot: .bios,
            kernelArguments: ["vga=\(mode)"], eyes: [Eye(format: format)])
    }

    /// The framebuffer that EFI leaves behind.
    public static let efifb = Display(name: "efifb", hardware: ["-vga", "std"], machine: "q35", boot: .efi)

    // MARK: Nothing at all

    public static let none = Display(name: "no display")
}
