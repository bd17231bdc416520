/// Something a picture can be shown on. It owns its device.
public enum Output: ~Copyable {
    case drm(DisplayOutput)
    case framebuffer(FramebufferOutput)
    case headless(HeadlessOutput)
    case terminal(TerminalOutput)

    /// The width of the surface it wants, in pixels. That of a terminal may
    /// change when its events are read.
    public var width: Int {
        switch self {
        case .drm(let output): output.width
        case .framebuffer(let output): output.width
        case .headless(let output): output.width
        case .terminal(let output): output.width
        }
    }

    /// The height of the surface it wants, in pixels.
    public var height: Int {
        switch self {
        case .drm(let output): output.height
        case .framebuffer(let output): output.height
        case .headless(let output): output.height
        case .terminal(let output): output.height
        }
    }

    /// Shows a surface of which only `damage` differs from the one presented before.
    ///
    /// The first picture after opening is taken whole, whatever the damage says.
    /// - Throws: when the display is lost or was taken by another program. The
    ///   output can be closed then, or tried again later.
    public mutating func present(
        _ surface: borrowing Surface, damage: Damage
    ) throws(OutputError) -> Presentation {
        let outcome: Result<Presentation, OutputError>
        switch consume self {
        case .drm(var output):
            outcome = output.presentResult(surface, damage: damage)
            self = .drm(output)
        case .framebuffer(var output):
            outcome = output.presentResult(surface, damage: damage)
            self = .framebuffer(output)
        case .headless(var output):
            outcome = .success(output.present(surface, damage: damage))
            self = .headless(output)
        case .terminal(var output):
            outcome = output.presentResult(surface, damage: damage)
            self = .terminal(output)
        }
        return try outcome.get()
    }

    /// The descriptor to wait on for input, or nil when the output has no
    /// events. When it is readable, call `readEvents`.
    public var eventDescriptor: CInt? {
        switch self {
        case .drm(let output): output.eventDescriptor
        case .framebuffer: nil
        case .headless: nil
        case .terminal(let output): output.eventDescriptor
        }
    }

    /// Takes the events that wait on `eventDescriptor`. Never blocks.
    public mutating func readEvents() throws(OutputError) {
        let outcome: Result<Void, OutputError>
        switch consume self {
        case .drm(var output):
            outcome = output.readEventsResult()
            self = .drm(output)
        case .framebuffer(let output):
            outcome = .success(())
            self = .framebuffer(output)
        case .headless(let output):
            outcome = .success(())
            self = .headless(output)
        case .terminal(var output):
            outcome = output.readEventsResult()
            self = .terminal(output)
        }
        try outcome.get()
    }

    /// Whether a picture handed over now would be taken. False while a page
    /// flip is under way; true again when it ended or is lost.
    public var canPresent: Bool {
        switch self {
        case .drm(let output): output.canPresent
        case .framebuffer: true
        case .headless: true
        case .terminal(let output): output.canPresent
        }
    }

    /// The scale at which the field looks as on a display, when nobody chose one.
    public var suggestedScale: Double {
        switch self {
        case .terminal(let output): output.suggestedScale
        default: 1
        }
    }

    /// What it is and how it is driven.
    public var summary: OutputSummary {
        switch self {
        case .drm(let output): output.summary
        case .framebuffer(let output): output.summary
        case .headless(let output): output.summary
        case .terminal(let output): output.summary
        }
    }

    /// Gives the display back as it was found and frees everything.
    public consuming func close() {
        switch consume self {
        case .drm(let output): output.close()
        case .framebuffer(let output): output.close()
        case .headless(let output): output.close()
        case .terminal(let output): output.close()
        }
    }
}
