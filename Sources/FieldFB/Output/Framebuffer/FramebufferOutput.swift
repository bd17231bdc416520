import CDRM

/// A display driven through a framebuffer device such as /dev/fb0.
public struct FramebufferOutput: ~Copyable {
    private let geometry: FramebufferGeometry
    private let packer: PixelPacker
    private var store: FramebufferStore
    private var pan: PanMethod = .untried
    /// Whether a picture was presented; the first one is taken whole.
    private var isStarted = false
    /// When the memory was last written to, on the monotonic clock.
    private var lastWrite: Int64?
    // Last, so that the mapping ends before the device is closed.
    private let device: FramebufferDevice

    /// Some devices only show what was written after a pan, even one to where
    /// the picture already is; others refuse it, and are not asked again.
    private enum PanMethod {
        case untried, afterEachFrame, never
    }

    /// How long the device stays open after the last picture, in nanoseconds.
    /// The drivers of panels on slow buses send what was written some tens of
    /// milliseconds later, and not at all once the device is closed.
    private static let settling: Int64 = 200_000_000

    deinit {
        guard let lastWrite else { return }
        let passed = systemMonotonicNanoseconds() - lastWrite
        if passed < FramebufferOutput.settling { systemSleep(FramebufferOutput.settling - passed) }
    }

    /// Opens a framebuffer device and proves that it can be drawn to. Its mode
    /// and its panning stay as they are.
    static func open(path: String, log: (String) -> Void) throws(OutputError) -> FramebufferOutput {
        let device = try FramebufferDevice(path: path)
        let geometry: FramebufferGeometry
        do {
            geometry = try FramebufferGeometry(device.record)
        } catch {
            throw OutputError(.unsuitable, call: "geometry", place: path, detail: error.message)
        }
        if geometry.isFormatAssumed {
            log("\(path): its colour fields make no sense; \(geometry.layout.format.name) is assumed")
        }
        let store: FramebufferStore
        do {
            store = .mapped(
                try ScanoutMemory(
                    descriptor: device.descriptor, offset: 0,
                    byteCount: device.record.memoryLength, skipped: device.record.pageOffset))
        } catch {
            log("\(path): \(error.call): \(systemErrorText(error.errno)); rows are written instead")
            store = .written(
                [UInt8](repeating: 0, count: geometry.layout.width * geometry.layout.format.bytesPerPixel))
        }
        return FramebufferOutput(device: device, geometry: geometry, store: store)
    }

    private init(
        device: consuming FramebufferDevice, geometry: FramebufferGeometry,
        store: consuming FramebufferStore
    ) {
        self.geometry = geometry
        packer = PixelPacker(geometry.layout.format)
        self.store = store
        self.device = device
    }

    /// Visible pixels in a row.
    public var width: Int { geometry.layout.width }
    /// Visible rows.
    public var height: Int { geometry.layout.height }

    mutating func presentResult(
        _ surface: borrowing Surface, damage: Damage
    ) -> Result<Presentation, OutputError> {
        let layout = geometry.layout
        guard surface.width == layout.width, surface.height == layout.height, let all = layout.bounds
        else {
            return .failure(OutputError(.failed, call: "surface size", place: device.path))
        }
        do throws(SystemFailure) {
            if isStarted {
                for band in damage.bands {
                    guard let rect = band.intersection(all) else { continue }
                    try store.write(surface, rect, layout, packer, descriptor: device.descriptor)
                }
                if damage.isEmpty { return .success(.shown) }
            } else {
                try store.write(surface, all, layout, packer, descriptor: device.descriptor)
                isStarted = true
            }
        } catch {
            isStarted = false
            let reason: OutputError.Reason = error.errno == ENODEV ? .gone : .failed
            return .failure(OutputError(reason, failure: error, place: device.path))
        }
        showWritten()
        lastWrite = systemMonotonicNanoseconds()
        return .success(.shown)
    }

    private mutating func showWritten() {
        guard pan != .never else { return }
        do {
            try systemFramebufferPan(device.descriptor, device.variable.fields)
            pan = .afterEachFrame
        } catch {
            pan = .never
        }
    }

    /// What it is and how it is driven.
    public var summary: OutputSummary {
        OutputSummary(
            kind: "framebuffer", device: device.path, driver: device.driver,
            mode: "\(width)x\(height)", width: width, height: height,
            refreshMillihertz: device.record.refreshMillihertz, format: packer.format.name,
            method: store.name)
    }

    /// Ends the mapping and closes the device, at the earliest 200 ms after the
    /// last picture. What is on the screen stays until the console draws over it.
    public consuming func close() {}
}
