import CDRM

/// An open framebuffer device and what it says about itself.
@usableFromInline
struct FramebufferDevice: ~Copyable {
    let path: String
    let descriptor: CInt
    let record: FramebufferRecord
    /// The kernel's name for the device.
    let driver: String
    /// The variable record as the kernel gave it, for panning to where the picture already is.
    let variable: KernelRecord<fb_var_screeninfo>

    init(path: String) throws(OutputError) {
        let descriptor: CInt
        do {
            descriptor = try systemOpen(path, .readWrite)
        } catch {
            throw OutputError(opening: error, place: path)
        }
        do {
            let fixed = try systemFramebufferFixed(descriptor)
            let variable = try systemFramebufferVariable(descriptor)
            record = FramebufferRecord(fixed, variable)
            self.variable = KernelRecord(variable)
            driver = systemText(fixed.id)
        } catch {
            systemClose(descriptor)
            throw OutputError(
                .unsuitable, call: "\(error.call)", errno: error.errno, place: path,
                detail: "it does not answer like a framebuffer device")
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        systemClose(descriptor)
    }
}

extension FramebufferRecord {
    init(_ fixed: fb_fix_screeninfo, _ variable: fb_var_screeninfo) {
        let columns =
            Int64(variable.xres) + Int64(variable.left_margin) + Int64(variable.right_margin)
            + Int64(variable.hsync_len)
        let rows =
            Int64(variable.yres) + Int64(variable.upper_margin) + Int64(variable.lower_margin)
            + Int64(variable.vsync_len)
        let start = UInt(fixed.smem_start)
        let page = UInt(systemPageSize())
        self.init(
            width: Int(clamping: variable.xres), height: Int(clamping: variable.yres),
            virtualWidth: Int(clamping: variable.xres_virtual),
            virtualHeight: Int(clamping: variable.yres_virtual),
            offsetX: Int(clamping: variable.xoffset), offsetY: Int(clamping: variable.yoffset),
            bitsPerPixel: Int(clamping: variable.bits_per_pixel),
            red: BitField(variable.red), green: BitField(variable.green),
            blue: BitField(variable.blue), alpha: BitField(variable.transp),
            lineLength: Int(clamping: fixed.line_length), memoryLength: Int(clamping: fixed.smem_len),
            visual: Visual(fixed.visual),
            isPacked: fixed.type == UInt32(FB_TYPE_PACKED_PIXELS) && variable.nonstd == 0,
            widthMillimetres: max(0, Int(Int32(bitPattern: variable.width))),
            heightMillimetres: max(0, Int(Int32(bitPattern: variable.height))),
            refreshMillihertz: FramebufferRecord.refresh(
                picoseconds: Int64(variable.pixclock), columns: columns, rows: rows),
            pageOffset: Int(start % page))
    }
}

extension FramebufferRecord.Visual {
    init(_ visual: UInt32) {
        switch CInt(bitPattern: visual) {
        case FB_VISUAL_TRUECOLOR: self = .trueColour
        case FB_VISUAL_DIRECTCOLOR: self = .directColour
        case FB_VISUAL_PSEUDOCOLOR, FB_VISUAL_STATIC_PSEUDOCOLOR: self = .palette
        case FB_VISUAL_MONO01, FB_VISUAL_MONO10: self = .monochrome
        default: self = .other
        }
    }
}

extension BitField {
    init(_ field: fb_bitfield) {
        self.init(offset: Int(clamping: field.offset), length: Int(clamping: field.length))
    }
}
