/// A display driven through DRM/KMS.
public struct DisplayOutput: ~Copyable {
    // The head comes first: it needs the device while it ends.
    private var head: DisplayHead
    private let device: DisplayDevice
    private var events = [UInt8](repeating: 0, count: 1024)
    /// Reads in one go at most; a device cannot keep the program here.
    private static let readLimit = 16

    /// Opens the best display of all cards.
    ///
    /// - Throws: `notMaster` when a display is there but another program
    ///   drives it; `noDisplay` when none is connected; `noDevice` without any card.
    static func open(
        preferences: DisplayPreferences = DisplayPreferences(), allowingAtomic: Bool = true,
        log: @escaping (String) -> Void
    ) throws(OutputError) -> DisplayOutput {
        let survey = DisplaySurvey()
        var refusals = survey.cards.compactMap { survey.refusal(of: $0) }
        var worst: OutputError?
        for candidate in survey.candidates(connector: preferences.connector) {
            let card = survey.cards[candidate.card]
            do throws(OutputError) {
                let output = try DisplayOutput(
                    path: card.path, connector: card.connectors[candidate.connector].record.id,
                    preferences: preferences, allowingAtomic: allowingAtomic, log: log)
                for refusal in refusals { log("not used: \(refusal)") }
                return output
            } catch {
                refusals.append(error.finding)
                if worst == nil || error.reason == .notMaster { worst = error }
            }
        }
        throw failure(survey, preferences, worst, refusals)
    }

    private static func failure(
        _ survey: DisplaySurvey, _ preferences: DisplayPreferences, _ worst: OutputError?,
        _ refusals: [String]
    ) -> OutputError {
        if let worst { return worst }
        guard !survey.cards.isEmpty else {
            return OutputError(
                .noDevice, call: "opendir", place: DisplayDevice.folder, detail: "there is no DRM device")
        }
        if let name = preferences.connector, refusals.count < survey.cards.count {
            return OutputError(
                .noDisplay, call: "connectors", place: name, detail: "no connected display has this name")
        }
        var denied: OutputError?
        for card in survey.cards {
            if let refusal = card.refusal, refusal.reason == .permission { denied = refusal }
        }
        if let denied, !survey.hasUsableCard { return denied }
        var detail = ""
        for refusal in refusals { detail += detail.isEmpty ? refusal : "; \(refusal)" }
        return OutputError(
            survey.hasUsableCard ? .noDisplay : .unsuitable, call: "connectors", place: DisplayDevice.folder,
            detail: detail)
    }

    private init(
        path: String, connector: UInt32, preferences: DisplayPreferences, allowingAtomic: Bool,
        log: @escaping (String) -> Void
    ) throws(OutputError) {
        let device = try DisplayDevice(path: path, allowingAtomic: allowingAtomic)
        var all: [ConnectorRecord] = []
        var wanted: ConnectorRecord?
        for id in device.connectors {
            guard let record = try? systemDisplayConnector(device.descriptor, id, probing: false)
            else { continue }
            all.append(record)
            if id == connector { wanted = record }
        }
        guard let wanted else {
            throw OutputError(.noDisplay, call: "connectors", place: path, detail: "the connector went away")
        }
        head = try DisplayLighting.light(device, wanted, among: all, preferences: preferences, log: log)
        self.device = device
    }

    /// Pixels in a row of the mode.
    public var width: Int { head.mode.width }
    /// Rows of the mode.
    public var height: Int { head.mode.height }
    /// Readable when a page flip has ended, or the device was removed.
    public var eventDescriptor: CInt { device.descriptor }
    /// Whether a picture handed over now would be taken.
    public var canPresent: Bool { head.canPresent }

    /// Whether a page flip is under way.
    var isFlipPending: Bool { head.isFlipPending }

    mutating func presentResult(
        _ surface: borrowing Surface, damage: Damage
    ) -> Result<Presentation, OutputError> {
        do throws(OutputError) {
            // An event that waits on the descriptor is not lost.
            if head.isFlipPending { try readEvents() }
            return .success(try head.present(surface, damage: damage))
        } catch {
            return .failure(error)
        }
    }

    mutating func readEventsResult() -> Result<Void, OutputError> {
        do throws(OutputError) {
            return .success(try readEvents())
        } catch {
            return .failure(error)
        }
    }

    private mutating func readEvents() throws(OutputError) {
        for _ in 0..<DisplayOutput.readLimit {
            let count: Int
            do throws(SystemFailure) {
                count = try systemRead(device.descriptor, into: &events)
            } catch {
                if FlipRefusal(errno: error.errno) == .busy { break }
                throw OutputError(.gone, failure: error, place: device.path)
            }
            if count <= 0 { break }
            FlipEvents.completedTags(in: events, count: count) { head.flipEnded(tag: $0) }
        }
        // The descriptor of a removed device is readable for ever and gives nothing.
        guard systemDisplayIsPresent(device.descriptor) else {
            throw OutputError(
                .gone, call: "DRM_IOCTL_GET_CAP", place: device.path, detail: "it does not answer any more")
        }
    }

    /// What it is and how it is driven.
    public var summary: OutputSummary {
        OutputSummary(
            kind: "drm", device: device.path, driver: device.driver,
            connector: head.pipe.connectorName, mode: head.mode.text, width: width, height: height,
            refreshMillihertz: head.mode.refreshMillihertz, format: head.packer.format.name,
            method: head.method.name)
    }

    /// Sets back what the display showed before, frees the buffers and closes the device.
    public consuming func close() {}
}
