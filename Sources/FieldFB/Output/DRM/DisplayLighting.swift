import CDRM

/// Lights a connector: tries CRTCs, modes and pixel formats until the kernel
/// takes one. Only the mode set itself tells what a display accepts.
enum DisplayLighting {
    /// How many modes are tried on a CRTC, and how many mode sets in all.
    private static let modeLimit = 12
    private static let attemptLimit = 100

    static func light(
        _ device: borrowing DisplayDevice, _ connector: ConnectorRecord, among all: [ConnectorRecord],
        preferences: DisplayPreferences, log: @escaping (String) -> Void
    ) throws(OutputError) -> DisplayHead {
        let place = "\(device.path) \(connector.name)"
        let crtcs = crtcs(device, connector)
        guard !crtcs.isEmpty else {
            throw OutputError(.unsuitable, call: "possible_crtcs", place: place, detail: "no CRTC can feed it")
        }
        var attempts = 0
        var last: SystemFailure?
        // Told only when something is lit in the end: a display that takes
        // nothing is tried again and again, and its error says enough.
        var refusals: [String] = []
        for crtc in crtcs {
            let pipe = DisplayPipe(device: device, connector: connector, crtc: crtc)
            let record = (try? systemDisplayCRTC(device.descriptor, crtc))
                ?? CRTCRecord(id: crtc, framebuffer: 0, x: 0, y: 0, mode: nil)
            var showing: [UInt32] = []
            for other in all where device.currentCRTC(of: other) == crtc { showing.append(other.id) }
            let former = FormerPicture(record, connectors: showing)
            let current = showing.contains(connector.id) ? record.mode : nil
            let formats = DisplayChoice.formats(
                offered: pipe.plane?.formats ?? [], preferredDepth: device.preferredDepth,
                connectorType: connector.type, wanted: preferences.format)
            let order = ModeChoice.order(connector.modes, wanted: preferences.mode, current: current)
            for modePlace in order.prefix(modeLimit) {
                let mode = connector.modes[modePlace]
                guard let bounds = PixelRect(x: 0, y: 0, width: mode.width, height: mode.height),
                    Surface.canBe(width: mode.width, height: mode.height)
                else { continue }
                for format in formats where attempts < attemptLimit {
                    attempts += 1
                    do throws(SystemFailure) {
                        let first = try DumbBuffer(
                            descriptor: device.descriptor, width: mode.width, height: mode.height,
                            format: format)
                        let isAtomic = try set(device, pipe, mode, framebuffer: first.framebuffer)
                        pipe.clearAbove(descriptor: device.descriptor)
                        for refusal in refusals { log(refusal) }
                        let second = secondBuffer(device, mode, format, place, log)
                        let method: FlipMethod =
                            second == nil ? .inPlace : isAtomic ? .atomicFlip : .legacyFlip
                        return DisplayHead(
                            descriptor: device.descriptor, place: place, pipe: pipe, mode: mode,
                            format: format.format, first: first, second: second, former: former,
                            bounds: bounds, method: method, log: log)
                    } catch {
                        switch FlipRefusal(errno: error.errno) {
                        case .notMaster: throw OutputError(.notMaster, failure: error, place: place)
                        case .gone: throw OutputError(.gone, failure: error, place: place)
                        case .busy, .lostPicture, .refused:
                            refusals.append(
                                "\(place): \(mode.text) in \(format.name) refused "
                                    + "(\(error.call): \(systemErrorText(error.errno)))")
                            last = error
                        }
                    }
                }
            }
        }
        if let last {
            throw OutputError(.unsuitable, failure: last, place: place, detail: "it took no mode and format")
        }
        throw OutputError(
            .unsuitable, call: "formats", place: place, detail: "none of its pixel formats can be drawn")
    }

    private static func crtcs(_ device: borrowing DisplayDevice, _ connector: ConnectorRecord) -> [UInt32] {
        var masks: [UInt32] = []
        for id in connector.encoders {
            if let encoder = try? systemDisplayEncoder(device.descriptor, id) { masks.append(encoder.possible) }
        }
        return DisplayChoice.crtcs(
            current: device.currentCRTC(of: connector), masks: masks, crtcs: device.crtcs)
    }

    /// The second buffer, or nil when there is no memory for it.
    private static func secondBuffer(
        _ device: borrowing DisplayDevice, _ mode: DisplayMode, _ format: NamedPixelFormat,
        _ place: String, _ log: (String) -> Void
    ) -> DumbBuffer? {
        do throws(SystemFailure) {
            return try DumbBuffer(
                descriptor: device.descriptor, width: mode.width, height: mode.height, format: format)
        } catch {
            log("\(place): no second buffer (\(error.call): \(systemErrorText(error.errno)))")
            return nil
        }
    }

    /// Sets the mode, atomically or else by the legacy call; whether it was atomic.
    private static func set(
        _ device: borrowing DisplayDevice, _ pipe: DisplayPipe, _ mode: DisplayMode,
        framebuffer: UInt32
    ) throws(SystemFailure) -> Bool {
        let descriptor = device.descriptor
        if let properties = pipe.atomic, let plane = pipe.plane {
            do throws(SystemFailure) {
                try asMaster(descriptor) { () throws(SystemFailure) in
                    try pipe.setAtomically(
                        properties, plane: plane.id, mode: mode, framebuffer: framebuffer,
                        descriptor: descriptor)
                }
                return true
            } catch {
                let refusal = FlipRefusal(errno: error.errno)
                if refusal == .notMaster || refusal == .gone { throw error }
            }
        }
        try asMaster(descriptor) { () throws(SystemFailure) in
            try pipe.setLegacy(mode: mode, framebuffer: framebuffer, descriptor: descriptor)
        }
        return false
    }

    /// Makes a call that only the master of a device may make. The first to
    /// open a device is its master already, so mastery is only asked for when
    /// the call was refused for want of it.
    private static func asMaster(
        _ descriptor: CInt, _ call: () throws(SystemFailure) -> Void
    ) throws(SystemFailure) {
        do throws(SystemFailure) {
            try call()
        } catch {
            guard FlipRefusal(errno: error.errno) == .notMaster,
                (try? systemDisplayBecomeMaster(descriptor)) != nil
            else { throw error }
            try call()
        }
    }
}
