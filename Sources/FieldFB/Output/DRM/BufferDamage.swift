/// What each of two buffers has missed, and what changed since a picture was
/// last handed to the display.
///
/// The buffers take turns, so each is one or more pictures behind when its turn
/// comes: it is brought up to date by copying what it missed.
struct BufferDamage {
    private var first: Damage
    private var second: Damage
    private var unshown: Damage
    private let bounds: PixelRect

    /// Two buffers that have missed everything.
    init(bounds: PixelRect) {
        self.bounds = bounds
        first = Damage()
        second = Damage()
        // More clips than a few make the kernel or the driver give up on them.
        unshown = Damage(limit: 8)
        missEverything()
    }

    /// Both buffers need the whole picture, and so does the display.
    mutating func missEverything() {
        record(bounds)
    }

    /// Both buffers miss what changed in a picture.
    mutating func record(_ damage: Damage) {
        for band in damage.bands {
            if let rect = band.intersection(bounds) { record(rect) }
        }
    }

    private mutating func record(_ rect: PixelRect) {
        first.add(rect)
        second.add(rect)
        unshown.add(rect)
    }

    /// How many bands a buffer (0 or 1) has missed.
    func missedCount(_ buffer: Int) -> Int {
        buffer == 0 ? first.bands.count : second.bands.count
    }

    /// A band that a buffer has missed.
    func missed(_ buffer: Int, _ place: Int) -> PixelRect {
        buffer == 0 ? first.bands[place] : second.bands[place]
    }

    /// The buffer is up to date.
    mutating func caughtUp(_ buffer: Int) {
        if buffer == 0 { first.removeAll() } else { second.removeAll() }
    }

    /// What the display has not been handed yet, in at most eight bands.
    var unshownBands: [PixelRect] { unshown.bands }
    var isEverythingShown: Bool { unshown.isEmpty }

    /// The display was handed all there is.
    mutating func shown() {
        unshown.removeAll()
    }
}
