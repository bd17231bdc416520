import CDRM

/// A display driven through a framebuffer device such as /dev/fb0.
public struct FramebufferOutput: ~Copyable {
    private let geometry: FramebufferGeometry
    private let orientation: Orientation
    private let packer: PixelPacker
    /// The tables the device needs to show the format, or nil.
    private let colours: ColourMap?
    private var store: FramebufferStore
    private var pan = PanState()
    private let log: (String) -> Void
    /// Whether the picture in the memory is ours; until then it is taken whole.
    private var isStarted = false
    private var keepsPicture = false
    /// When the memory was last written to, on the monotonic clock; nil when
    /// there is nothing to wait for.
    private var lastWrite: Int64?
    // Last, so that the mapping ends before the device is closed.
    private var device: FramebufferDevice

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
    /// stays as it is.
    ///
    /// - Parameters:
    ///   - path: the device file.
    ///   - format: how its pixels lie, for a device that lies about it; nil to believe it.
    ///   - orientation: how far the picture is turned to stand upright.
    ///   - log: takes one line for each thing a person should know.
    static func open(
        path: String, format: PixelFormat? = nil, orientation: Orientation = .upright,
        log: @escaping (String) -> Void
    ) throws(OutputError) -> FramebufferOutput {
        var device = try FramebufferDevice(path: path)
        let (geometry, colours) = try prepare(&device, format, log)
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
            store = .written(RowWriter(geometry.layout))
        }
        // A screen that the console blanked would stay dark. Many drivers
        // cannot blank, and refuse this too.
        try? systemFramebufferUnblank(device.descriptor)
        return FramebufferOutput(
            device: device, geometry: geometry, orientation: orientation, colours: colours, store: store,
            log: log)
    }

    /// Finds where and how to draw, and sets up the device's colours.
    private static func prepare(
        _ device: inout FramebufferDevice, _ format: PixelFormat?, _ log: (String) -> Void
    ) throws(OutputError) -> (FramebufferGeometry, ColourMap?) {
        let path = device.path
        do throws(FramebufferRefusal) {
            var record = device.record
            let geometry = try FramebufferGeometry(record, format: format)
            guard let colours = ColourMap(record.visual, geometry.layout.format) else { return (geometry, nil) }
            do throws(SystemFailure) {
                try device.setColours(colours)
                return (geometry, colours)
            } catch {
                log("\(path): its colours cannot be set (\(error.call): \(systemErrorText(error.errno)))")
            }
            guard record.visual == .palette else { return (geometry, nil) }
            // Then the nearest of those it has must do.
            record.visual = .fixedPalette(device.readColours(count: 256).colours)
            return (try FramebufferGeometry(record, format: nil), nil)
        } catch {
            throw OutputError(.unsuitable, call: "geometry", place: path, detail: error.message)
        }
    }

    private init(
        device: consuming FramebufferDevice, geometry: FramebufferGeometry, orientation: Orientation,
        colours: ColourMap?, store: consuming FramebufferStore, log: @escaping (String) -> Void
    ) {
        self.geometry = geometry
        self.orientation = orientation
        self.colours = colours
        packer = PixelPacker(geometry.layout.format)
        self.store = store
        self.device = device
        self.log = log
    }

    /// Pixels in a row of the picture, which is turned on the glass.
    public var width: Int { orientation.swapsSides ? geometry.layout.height : geometry.layout.width }
    /// Rows of the picture.
    public var height: Int { orientation.swapsSides ? geometry.layout.width : geometry.layout.height }

    /// The scale at which the field looks as on other displays, when nobody chose one.
    public var suggestedScale: Double {
        DisplayScale.suggested(
            width: geometry.layout.width, height: geometry.layout.height,
            widthMillimetres: device.record.widthMillimetres,
            heightMillimetres: device.record.heightMillimetres)
    }

    mutating func presentResult(
        _ surface: borrowing Surface, damage: Damage
    ) -> Result<Presentation, OutputError> {
        guard surface.width == width, surface.height == height else {
            return .failure(OutputError(.failed, call: "surface size", place: device.path))
        }
        if isStarted && damage.isEmpty { return .success(.shown) }
        do throws(SystemFailure) {
            try device.check()
            try write(surface, damage)
            isStarted = true
            lastWrite = systemMonotonicNanoseconds()
            try showWritten()
            return .success(.shown)
        } catch {
            return answer(to: error)
        }
    }

    private mutating func write(_ surface: borrowing Surface, _ damage: Damage) throws(SystemFailure) {
        guard isStarted else {
            try store.write(
                surface, surface.bounds, geometry.layout, packer, orientation, descriptor: device.descriptor)
            return
        }
        for band in damage.bands {
            try store.write(surface, band, geometry.layout, packer, orientation, descriptor: device.descriptor)
        }
    }

    /// Pans to where the picture is, if that does anything here.
    private mutating func showWritten() throws(SystemFailure) {
        guard pan.isWorthTrying else { return }
        do {
            try systemFramebufferPan(device.descriptor, device.variable.fields)
            pan.worked()
        } catch {
            if error.errno == ENODEV { throw error }
            if pan.wasRefused() {
                log("\(device.path): \(error.call): \(systemErrorText(error.errno)); going on without")
            }
        }
    }

    /// What to do about a call that failed: the next picture is whole, at once
    /// or after opening anew.
    private mutating func answer(to failure: SystemFailure) -> Result<Presentation, OutputError> {
        isStarted = false
        switch failure.errno {
        case ENODEV, ENXIO:
            lastWrite = nil
            device.keepColours()
            return .failure(OutputError(.gone, failure: failure, place: device.path))
        // The device sleeps, or takes nothing just now.
        case EPERM, EAGAIN, EBUSY, EINTR, ENOMEM:
            return .success(.busy)
        default:
            return .failure(OutputError(.failed, failure: failure, place: device.path))
        }
    }

    /// Makes the next picture a whole one, unblanked and with the right
    /// colours, whatever others did to the device meanwhile.
    mutating func repaint() {
        isStarted = false
        try? systemFramebufferUnblank(device.descriptor)
        if let colours { try? device.setColours(colours) }
    }

    /// Leaves picture and colours on the screen when the device is closed.
    mutating func keepPicture() {
        keepsPicture = true
        device.keepColours()
    }

    /// What it is and how it is driven.
    public var summary: OutputSummary {
        var summary = OutputSummary(
            kind: "framebuffer", device: device.path, driver: device.driver,
            connector: DeviceFolder(path: device.path).name,
            mode: "\(geometry.layout.width)x\(geometry.layout.height)", width: width, height: height,
            refreshMillihertz: device.record.refreshMillihertz, format: packer.format.name,
            method: store.name)
        summary.deviceID = DeviceFolder.ofFramebuffer(device.path).name
        summary.rotation = orientation.degrees
        summary.widthMillimetres = device.record.widthMillimetres
        summary.heightMillimetres = device.record.heightMillimetres
        summary.buffers = 1
        return summary
    }

    /// Makes the screen black, for the console to draw on, puts back the
    /// device's colours and closes it, at the earliest 200 ms after the last picture.
    public consuming func close() {
        if lastWrite != nil && !keepsPicture {
            store.clear(geometry.layout, packer, descriptor: device.descriptor)
            try? showWritten()
            lastWrite = systemMonotonicNanoseconds()
        }
    }

    /// Closes the device with the picture on the screen, where it stays until
    /// somebody draws over it.
    public consuming func closeKeeping() {
        keepPicture()
    }
}
