/// The kinds of outputs, each with what it can do. What a kind does not know
/// is answered as by a display that is always ready.
@usableFromInline
enum OutputDevice: ~Copyable {
    case drm(DisplayHead)
    case framebuffer(FramebufferOutput)
    case headless(HeadlessOutput)
    case terminal(TerminalOutput)

    var width: Int {
        switch self {
        case .drm(let output): output.width
        case .framebuffer(let output): output.width
        case .headless(let output): output.width
        case .terminal(let output): output.width
        }
    }

    var height: Int {
        switch self {
        case .drm(let output): output.height
        case .framebuffer(let output): output.height
        case .headless(let output): output.height
        case .terminal(let output): output.height
        }
    }

    mutating func present(
        _ surface: borrowing Surface, damage: Damage
    ) -> Result<Presentation, OutputError> {
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
        return outcome
    }

    var eventDescriptor: CInt? {
        switch self {
        case .drm(let output): output.eventDescriptor
        case .framebuffer: nil
        case .headless: nil
        case .terminal(let output): output.eventDescriptor
        }
    }

    mutating func readEvents() -> Result<Void, OutputError> {
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
        return outcome
    }

    var canPresent: Bool {
        switch self {
        case .drm(let output): output.canPresent
        case .framebuffer: true
        case .headless: true
        case .terminal(let output): output.canPresent
        }
    }

    var suggestedScale: Double {
        switch self {
        case .drm(let output): output.suggestedScale
        case .framebuffer(let output): output.suggestedScale
        case .headless: 1
        case .terminal(let output): output.suggestedScale
        }
    }

    var isOnGlass: Bool {
        switch self {
        case .drm(let output): output.isOnGlass
        case .framebuffer: true
        case .headless: true
        case .terminal: true
        }
    }

    var summary: OutputSummary {
        switch self {
        case .drm(let output): output.summary
        case .framebuffer(let output): output.summary
        case .headless(let output): output.summary
        case .terminal(let output): output.summary
        }
    }

    mutating func finish(within nanoseconds: Int64) {
        withDisplay { $0.finish(within: nanoseconds) }
    }

    mutating func letGo() -> Bool {
        var isFree = true
        withDisplay { isFree = $0.letGo() }
        return isFree
    }

    mutating func takeBack() -> Result<Void, OutputError> {
        var outcome: Result<Void, OutputError> = .success(())
        withDisplay { outcome = $0.takeBackResult() }
        return outcome
    }

    mutating func repaint() {
        switch consume self {
        case .drm(var output):
            output.repaint()
            self = .drm(output)
        case .framebuffer(var output):
            output.repaint()
            self = .framebuffer(output)
        case .headless(let output): self = .headless(output)
        case .terminal(let output): self = .terminal(output)
        }
    }

    mutating func keepPicture() {
        switch consume self {
        case .drm(var output):
            output.keepPicture()
            self = .drm(output)
        case .framebuffer(var output):
            output.keepPicture()
            self = .framebuffer(output)
        case .headless(let output): self = .headless(output)
        case .terminal(let output): self = .terminal(output)
        }
    }

    consuming func close() {
        switch consume self {
        case .drm: break
        case .framebuffer(let output): output.close()
        case .headless(let output): output.close()
        case .terminal(let output): output.close()
        }
    }

    /// Does something with a display of a card; nothing with any other output.
    private mutating func withDisplay(_ body: (inout DisplayHead) -> Void) {
        switch consume self {
        case .drm(var output):
            body(&output)
            self = .drm(output)
        case .framebuffer(let output): self = .framebuffer(output)
        case .headless(let output): self = .headless(output)
        case .terminal(let output): self = .terminal(output)
        }
    }
}
