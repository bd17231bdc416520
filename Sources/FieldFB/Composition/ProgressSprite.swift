import FieldCore

/// The bar or the ring of progress as one sprite: its marks in one mask.
struct ProgressSprite: ~Copyable {
    /// Which of the stage's sprites it is; nil while it is none.
    var place: Int?
    /// What it shows.
    private(set) var moment = ProgressMoment.hidden

    private var marks: ProgressMarks?
    private var filler: CapsuleFiller?
    private var parameters = FieldParameters()
    private var style = ProgressParameters.Style.none
    private var width = 0
    private var height = 0
    private var scale = 1.0

    init() {}

    var isShown: Bool { moment.presence > 0 }

    /// Makes the marks for a box of pixels, unless they are there.
    mutating func prepare(
        _ style: ProgressParameters.Style, width: Int, height: Int, scale: Double, parameters: FieldParameters
    ) {
        guard marks == nil || style != self.style || width != self.width || height != self.height
            || scale != self.scale || parameters != self.parameters
        else { return }
        self.style = style
        self.width = width
        self.height = height
        self.scale = scale
        self.parameters = parameters
        let size = Size(width: Double(width) / scale, height: Double(height) / scale)
        marks = ProgressMarks(style: style, size: size, parameters: parameters)
        filler = CapsuleFiller(largestRadius: Double(max(width, height)), widestBox: width)
    }

    /// Takes over what is to be shown.
    mutating func evaluate(_ moment: ProgressMoment) {
        self.moment = moment
        marks?.evaluate(moment)
    }

    /// Writes the mask, as many bytes as the box has pixels.
    mutating func fill(_ coverage: inout [UInt8]) {
        for index in coverage.indices { coverage[index] = 0 }
        guard let marks, let bounds = PixelRect(x: 0, y: 0, width: width, height: height) else { return }
        for mark in marks.marks {
            let opacity = UInt32((min(max(mark.ink, 0), 1) * Double(parameters.ink.alpha)).rounded())
            guard let capsule = capsule(mark), opacity > 0, let box = capsule.box.intersection(bounds) else { continue }
            add(capsule, opacity: opacity, box: box, to: &coverage)
        }
    }

    private mutating func add(_ capsule: Capsule, opacity: UInt32, box: PixelRect, to mask: inout [UInt8]) {
        let bandHeight = filler?.rows(width: box.width) ?? 1
        var top = box.y
        while top < box.maxY {
            let rows = min(bandHeight, box.maxY - top)
            guard let band = PixelRect(x: box.x, y: top, width: box.width, height: rows) else { return }
            filler?.fill(capsule, box: band)
            guard let coverage = filler?.coverage else { return }
            for y in 0..<rows {
                for x in 0..<band.width {
                    let covered = divideBy255(UInt32(coverage[y * band.width + x]) * opacity)
                    let place = (band.y + y) * width + band.x + x
                    // Where marks touch, one over the other.
                    let rest = divideBy255(UInt32(mask[place]) * (255 - covered))
                    mask[place] = UInt8(truncatingIfNeeded: rest + covered)
                }
            }
            top += rows
        }
    }

    private func capsule(_ mark: ProgressMark) -> Capsule? {
        guard mark.radius > 0 else { return nil }
        var radius = mark.radius * scale
        var reach = 0.0
        if parameters.style == .lines {
            reach = radius * parameters.lineLengthScale
            radius = max(radius * parameters.lineWeightScale / 2, 0.1 * scale)
        }
        return Capsule(
            centreX: PixelEighths(rounding: mark.x * scale), centreY: PixelEighths(rounding: mark.y * scale),
            vectorX: PixelThirtySeconds(rounding: mark.directionX * reach),
            vectorY: PixelThirtySeconds(rounding: mark.directionY * reach),
            radius: PixelThirtySeconds(rounding: radius))
    }
}
