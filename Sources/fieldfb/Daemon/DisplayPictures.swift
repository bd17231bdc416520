import FieldCore
import FieldFB

/// Which pictures a display has been given or waits for.
struct DisplayPictures {
    /// What a picture is for.
    enum Kind: Int, CaseIterable {
        case poster, logo, blur
    }

    private var poster = Wanted()
    private var logo = Wanted()

    /// Whether everything that was ordered for the scene has come.
    var isComplete: Bool { !poster.isAwaited && !logo.isAwaited }

    /// Something that was ordered has come, or cannot be had.
    mutating func came(_ kind: Kind) {
        switch kind {
        case .poster: poster.isAwaited = false
        case .logo: logo.isAwaited = false
        case .blur: break
        }
    }

    /// What was ordered, so that it is not ordered again.
    private struct Wanted {
        var path = ""
        var generation = 0
        var width = 0
        var height = 0
        var fit = PictureFit.fill
        var background = Colour.black
        var isAwaited = false

        func isSame(as other: Wanted) -> Bool {
            path.hasSameBytes(as: other.path) && generation == other.generation && width == other.width
                && height == other.height && fit == other.fit && background == other.background
        }
    }

    /// What has to be made for a picture of this size.
    mutating func orders(
        _ settings: Settings, width: Int, height: Int, generation: Int, display: Int
    ) -> [PictureOrder] {
        var orders: [PictureOrder] = []
        var wanted = Wanted(
            path: settings.poster, generation: generation, width: width, height: height,
            fit: settings.scene.posterFit, background: settings.field.background)
        if settings.poster.utf8.isEmpty { wanted = Wanted() }
        if !wanted.isSame(as: poster) {
            poster = wanted
            poster.isAwaited = !wanted.path.utf8.isEmpty
            orders.append(
                PictureOrder(
                    tag: DisplayPictures.tag(.poster, display),
                    work: .poster(
                        path: wanted.path, width: width, height: height, fit: wanted.fit, background: wanted.background)))
        }
        let side = max(1, Int((Double(min(width, height)) * settings.scene.logo.size).rounded()))
        var wantedLogo = Wanted(path: settings.logo, generation: generation, width: side, height: side)
        if settings.logo.utf8.isEmpty { wantedLogo = Wanted() }
        if !wantedLogo.isSame(as: logo) {
            logo = wantedLogo
            logo.isAwaited = !wantedLogo.path.utf8.isEmpty
            orders.append(
                PictureOrder(
                    tag: DisplayPictures.tag(.logo, display), work: .logo(path: wantedLogo.path, longestSide: side)))
        }
        return orders
    }

    static func blur(_ request: BlurRequest, display: Int) -> PictureOrder {
        PictureOrder(tag: tag(.blur, display), work: .blur(request))
    }

    private static func tag(_ kind: Kind, _ display: Int) -> Int {
        display &* Kind.allCases.count &+ kind.rawValue
    }

    static func tags(ofDisplay display: Int) -> [Int] { Kind.allCases.map { tag($0, display) } }

    /// For which display, and for what, a tag stands.
    static func kind(ofTag tag: Int) -> (display: Int, kind: Kind)? {
        let count = Kind.allCases.count
        guard tag >= 0, let kind = Kind(rawValue: tag % count) else { return nil }
        return (tag / count, kind)
    }
}

extension PictureOrder {
    /// Whether it stands for no picture at all.
    var isEmpty: Bool {
        switch work {
        case .poster(let path, _, _, _, _), .logo(let path, _): path.utf8.isEmpty
        case .blur: false
        }
    }
}
