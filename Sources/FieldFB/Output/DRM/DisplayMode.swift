import CDRM

/// A mode of a connector: a size and a rate, with the timings the kernel needs.
struct DisplayMode: Sendable {
    private let record: KernelRecord<drm_mode_modeinfo>

    init(_ kernel: drm_mode_modeinfo) {
        record = KernelRecord(kernel)
    }

    /// The kernel's record, handed back unchanged when the mode is set.
    var kernel: drm_mode_modeinfo { record.fields }

    /// Pixels in a row.
    var width: Int { Int(kernel.hdisplay) }
    /// Rows.
    var height: Int { Int(kernel.vdisplay) }
    /// Odd and even rows alternate.
    var isInterlaced: Bool { kernel.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 }
    /// Every row is sent twice.
    var isDoubleScan: Bool { kernel.flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 }
    /// The display or its driver asks for this mode.
    var isPreferred: Bool { kernel.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }
    var pixelCount: Int { Int(clamping: Int64(width) * Int64(height)) }

    /// Refreshes in a thousand seconds, from the timings as the kernel counts
    /// them (fields, where rows are interlaced); 0 when they are missing or
    /// give a rate outside 1...1000 Hz, which no display has.
    var refreshMillihertz: Int {
        var pixels = Int64(kernel.htotal) * Int64(kernel.vtotal)
        if isDoubleScan { pixels *= 2 }
        if kernel.vscan > 1 { pixels *= Int64(kernel.vscan) }
        var rate = Int(clamping: Int64(kernel.vrefresh) * 1000)
        if pixels > 0, kernel.clock > 0 {
            let (time, overflow) = Int64(kernel.clock).multipliedReportingOverflow(by: 1_000_000)
            guard !overflow else { return 0 }
            rate = Int(clamping: (time * (isInterlaced ? 2 : 1) + pixels / 2) / pixels)
        }
        return (1_000...1_000_000).contains(rate) ? rate : 0
    }

    /// Whether both are the same timings, whatever they are called.
    func isSame(as other: DisplayMode) -> Bool {
        let (a, b) = (kernel, other.kernel)
        return a.clock == b.clock && a.hdisplay == b.hdisplay && a.hsync_start == b.hsync_start
            && a.hsync_end == b.hsync_end && a.htotal == b.htotal && a.vdisplay == b.vdisplay
            && a.vsync_start == b.vsync_start && a.vsync_end == b.vsync_end && a.vtotal == b.vtotal
            && a.vscan == b.vscan && a.flags == b.flags
    }

    /// Such as `1920x1080@59.94`, or `720x480i@59.94`; without a rate when it is unknown.
    var text: String {
        let rate = refreshMillihertz
        let size = "\(width)x\(height)\(isInterlaced ? "i" : "")"
        guard rate > 0 else { return size }
        let hundredths = (rate + 5) / 10
        let decimals = hundredths % 100
        guard decimals > 0 else { return "\(size)@\(hundredths / 100)" }
        return "\(size)@\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals)"
    }
}
