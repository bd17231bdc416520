/// Something a picture can be shown on. It owns its device.
///
/// `OutputDiscovery` makes it, and learns by itself when it is closed.
public struct Output: ~Copyable {
    /// Names this output; no other one ever has the same key.
    public var key: OutputKey { life.life.key }

    private var device: OutputDevice
    private let life: LifeMark

    init(_ device: consuming OutputDevice, life: OutputLife) {
        self.device = device
        self.life = LifeMark(life: life)
    }

    /// The width of the surface it wants, in pixels: that of the picture as a
    /// person sees it. That of a terminal may change when its events are read.
    public var width: Int { device.width }
    /// The height of the surface it wants, in pixels.
    public var height: Int { device.height }

    /// Shows a surface of which only `damage` differs from the one presented before.
    ///
    /// The first picture after opening is taken whole, whatever the damage says.
    /// - Throws: when the display is lost or was taken by another program. The
    ///   output can be closed then, or tried again later.
    public mutating func present(
        _ surface: borrowing Surface, damage: Damage
    ) throws(OutputError) -> Presentation {
        try device.present(surface, damage: damage).get()
    }

    /// The descriptor to wait on for input, or nil when the output has no
    /// events. When it is readable, call `readEvents`. Displays of one card
    /// share a descriptor: then one call is enough, and `canPresent` of each tells.
    public var eventDescriptor: CInt? { device.eventDescriptor }

    /// Takes the events that wait on `eventDescriptor`. Never blocks.
    public mutating func readEvents() throws(OutputError) {
        try device.readEvents().get()
    }

    /// Whether a picture handed over now would be taken. False while a page
    /// flip is under way; true again when it ended or is lost.
    public var canPresent: Bool { device.canPresent }

    /// The scale at which the field looks as on a display, when nobody chose one.
    public var suggestedScale: Double { device.suggestedScale }

    /// Waits until the last picture is on the glass, or the time is over.
    public mutating func finish(within nanoseconds: Int64) { device.finish(within: nanoseconds) }

    /// Lets another program drive the display. The picture stays until that
    /// program shows its own; nothing is drawn until `takeBack`.
    ///
    /// - Returns: false where the kernel forbids it, as old ones do without
    ///   privileges: only closing the output lets another program in then.
    public mutating func letGo() -> Bool { device.letGo() }

    /// Drives the display again. The next picture is shown whole, with its
    /// mode set anew.
    /// - Throws: `notMaster` while the other program still drives it; call again later.
    public mutating func takeBack() throws(OutputError) { try device.takeBack().get() }

    /// Makes the next picture be shown whole, with its mode set anew: after a
    /// suspend, a replug, or when another program may have drawn.
    public mutating func repaint() { device.repaint() }

    /// Whether the display still shows what this output put there; false when
    /// it shows another program's picture, or is off.
    public var isOnGlass: Bool { device.isOnGlass }

    /// What it is and how it is driven.
    public var summary: OutputSummary { device.summary }

    /// Gives the display back as it was found and frees everything.
    public consuming func close() { device.close() }

    /// Frees everything, but leaves the picture as far as the kernel lets it:
    /// what was shown before is not set back.
    public consuming func closeKeeping() {
        device.keepPicture()
        device.close()
    }
}
