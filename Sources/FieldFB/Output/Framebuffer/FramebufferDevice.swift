import CDRM

/// An open framebuffer device and what it says about itself.
@usableFromInline
struct FramebufferDevice: ~Copyable {
    let path: String
    let descriptor: CInt
    /// What it says, the colours of a palette that cannot be set included.
    private(set) var record: FramebufferRecord
    /// The kernel's name for the device.
    let driver: String
    /// The variable record as the kernel gave it, for panning to where the picture already is.
    let variable: KernelRecord<fb_var_screeninfo>
    private let fixed: KernelRecord<fb_fix_screeninfo>
    /// The tables found, to be put back; nil when none were changed.
    private var formerColours: ColourMap?

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
            self.fixed = KernelRecord(fixed)
            self.variable = KernelRecord(variable)
            driver = systemText(fixed.id)
        } catch {
            systemClose(descriptor)
            throw OutputError(
                error.errno == ENODEV ? .noDevice : .unsuitable, call: "\(error.call)", errno: error.errno,
                place: path, detail: "it does not answer like a framebuffer device")
        }
        self.path = path
        self.descriptor = descriptor
        if case .fixedPalette = record.visual {
            record.visual = .fixedPalette(readColours(count: 256).colours)
        }
    }

    deinit {
        if let formerColours { try? systemSetFramebufferColours(descriptor, formerColours) }
        systemClose(descriptor)
    }

    /// Whether the device is still there with the picture it was opened with.
    ///
    /// - Throws: ENODEV when it is gone or has another mode by now.
    func check() throws(SystemFailure) {
        let now: fb_var_screeninfo
        do {
            now = try systemFramebufferVariable(descriptor)
        } catch {
            // Nothing but absence is certain: others may be passing trouble.
            if error.errno == ENODEV { throw error }
            return
        }
        if !record.hasSamePicture(as: FramebufferRecord(fixed.fields, now)) {
            throw SystemFailure(call: "comparison of its mode", errno: ENODEV)
        }
    }

    /// Sets up tables, remembering at the first time what was there.
    mutating func setColours(_ colours: ColourMap) throws(SystemFailure) {
        if formerColours == nil { formerColours = readColours(count: colours.count) }
        try systemSetFramebufferColours(descriptor, colours)
    }

    /// The tables of the device as far as it tells them.
    func readColours(count: Int) -> ColourMap {
        // The kernel fills in what it has and says nothing about the rest.
        var first = ColourMap(filledWith: 0, count: count)
        var second = ColourMap(filledWith: 0xFFFF, count: count)
        do {
            try systemReadFramebufferColours(descriptor, &first)
            try systemReadFramebufferColours(descriptor, &second)
        } catch {
            return ColourMap(colours: [])
        }
        return first.prefix(sameAs: second)
    }

    /// Leaves the tables as they are when the device is closed.
    mutating func keepColours() { formerColours = nil }
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
            // So the kernel itself draws on little-endian machines, and no
            // field says where a driver differs. Planes are of old hardware
            // that has the leftmost pixel in the highest bit.
            isLowestFirst: Storage(fixed.type) == .packed || variable.red.msb_right != 0,
            grayscale: Int(clamping: variable.grayscale), nonstandard: Int(clamping: variable.nonstd),
            lineLength: Int(clamping: fixed.line_length), memoryLength: Int(clamping: fixed.smem_len),
            visual: Visual(fixed.visual), storage: Storage(fixed.type),
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
        case FB_VISUAL_PSEUDOCOLOR: self = .palette
        case FB_VISUAL_STATIC_PSEUDOCOLOR: self = .fixedPalette([])
        case FB_VISUAL_MONO01: self = .blackIsOne
        case FB_VISUAL_MONO10: self = .whiteIsOne
        case FB_VISUAL_FOURCC: self = .code
        default: self = .other
        }
    }
}

extension FramebufferRecord.Storage {
    init(_ type: UInt32) {
        switch CInt(bitPattern: type) {
        case FB_TYPE_PACKED_PIXELS: self = .packed
        case FB_TYPE_PLANES: self = .planes
        case FB_TYPE_FOURCC: self = .code
        default: self = .other
        }
    }
}

extension BitField {
    init(_ field: fb_bitfield) {
        self.init(offset: Int(clamping: field.offset), length: Int(clamping: field.length))
    }
}
