/// Which mode and pixel format to try next on a display: the first column of
/// the table of `DisplayRefusal`.
///
/// Every format at a mode before the next mode, since many boards refuse a
/// format and not the mode. Where memory is short, only what needs less of it.
struct LightingLadder {
    struct Rung {
        let mode: DisplayMode
        let format: NamedPixelFormat
        let bounds: PixelRect
    }

    /// How many are tried at all: making a large buffer takes some milliseconds,
    /// and requests have to be answered meanwhile.
    static let limit = 96
    /// A longer list of modes is cut: from the end of those that are best, and
    /// before those that are smallest.
    private static let modeLimit = 16
    private static let smallestCount = 4

    private let modes: [DisplayMode]
    private let formats: [NamedPixelFormat]
    private var modePlace = 0
    private var formatPlace = 0
    private var tried = 0
    /// Bits of a picture for which there was no memory.
    private var lacking = Int64.max
    private var last: Int64 = 0

    /// - Parameters:
    ///   - modes: best first.
    ///   - formats: best first.
    init(modes: [DisplayMode], formats: [NamedPixelFormat]) {
        self.modes = LightingLadder.shortened(modes)
        self.formats = formats
    }

    private static func shortened(_ modes: [DisplayMode]) -> [DisplayMode] {
        guard modes.count > modeLimit else { return modes }
        var rest = Array(modes.dropFirst(modeLimit - smallestCount))
        // Those that take everything take the size of a VGA display at least.
        rest.sort { isNearerToLeast($0, $1) }
        return Array(modes.prefix(modeLimit - smallestCount)) + rest.prefix(smallestCount)
    }

    private static let leastPixels = 640 * 480

    private static func isNearerToLeast(_ mode: DisplayMode, _ other: DisplayMode) -> Bool {
        (mode.pixelCount - leastPixels).magnitude < (other.pixelCount - leastPixels).magnitude
    }

    /// Whether the first one is being tried, which is given a second chance.
    var isFirst: Bool { tried == 1 }

    /// The next one to try; nil after the last.
    mutating func next() -> Rung? {
        while modePlace < modes.count, tried < LightingLadder.limit {
            guard formatPlace < formats.count else {
                modePlace += 1
                formatPlace = 0
                continue
            }
            let (mode, format) = (modes[modePlace], formats[formatPlace])
            formatPlace += 1
            guard Surface.canBe(width: mode.width, height: mode.height),
                let bounds = PixelRect(x: 0, y: 0, width: mode.width, height: mode.height)
            else { continue }
            last = Int64(mode.pixelCount) * Int64(format.format.bitsPerPixel)
            guard last < lacking else { continue }
            tried += 1
            return Rung(mode: mode, format: format, bounds: bounds)
        }
        return nil
    }

    /// There was no memory for the last one.
    mutating func lackedMemory() {
        lacking = min(lacking, last)
    }
}
