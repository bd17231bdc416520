import FieldCore

/// The one shape the field is made of: a segment with round ends. A dot is a
/// segment of no length.
struct Capsule: Equatable {
    let centreX: PixelEighths
    let centreY: PixelEighths
    /// From the centre to the middle of the second end.
    let vectorX: PixelThirtySeconds
    let vectorY: PixelThirtySeconds
    /// Half the stroke width: the radius of a dot.
    let radius: PixelThirtySeconds

    /// The whole pixels that the capsule may touch, or nil when it has no
    /// radius and so covers nothing.
    var bounds: PixelRect? { radius.raw > 0 ? box : nil }

    /// The pixels around the capsule, its margin included.
    @inline(__always)
    var box: PixelRect {
        let reachX = abs(vectorX.outline) &+ radius.outline &+ Capsule.margin
        let reachY = abs(vectorY.outline) &+ radius.outline &+ Capsule.margin
        return PixelRect(
            trustedLeft: (centreX.outline &- reachX) >> OutlineUnit.bits,
            top: (centreY.outline &- reachY) >> OutlineUnit.bits,
            right: (centreX.outline &+ reachX &+ OutlineUnit.mask) >> OutlineUnit.bits,
            bottom: (centreY.outline &+ reachY &+ OutlineUnit.mask) >> OutlineUnit.bits)
    }

    /// How far, in outline units, a corner may lie outside the true circle.
    static let margin = 6

    /// Puts the corners of the outline into a list that is long enough, counted
    /// from the top left corner of the given pixel. Returns how many there are.
    func putOutline(
        into corners: inout [OutlinePoint], circles: borrowing CirclePolygons,
        originX: Int, originY: Int
    ) -> Int {
        let centreX = Double(self.centreX.outline - originX << OutlineUnit.bits)
        let centreY = Double(self.centreY.outline - originY << OutlineUnit.bits)
        let reachX = Double(vectorX.outline)
        let reachY = Double(vectorY.outline)
        let square = reachX * reachX + reachY * reachY
        let radius = Double(self.radius.outline)
        let share = square > 0 ? radius / square.squareRoot() : 0
        let alongX = square > 0 ? reachX * share : radius
        let alongY = reachY * share

        // Half of the polygon stands around the second end, from a quarter
        // turn before to a quarter turn after its direction; the other half,
        // point for point opposite, around the first end.
        let polygon = circles.polygon(radius: self.radius)
        let half = polygon.count / 2
        var points = corners.mutableSpan
        precondition(points.count >= 2 * half + 2)
        let offsets = circles.corners.span.extracting(
            polygon.start..<(polygon.start + polygon.count))
        var index = polygon.count - polygon.count / 4
        for step in 0...half {
            var corner = offsets[index]
            // The corners stand a little outside the circle; a long side
            // between two of them would lie outside all along.
            if square > 0 && (step == 0 || step == half) {
                corner = CirclePolygons.Corner(x: 0, y: step == 0 ? -1 : 1)
            }
            let x = alongX * corner.x - alongY * corner.y + reachX
            let y = alongY * corner.x + alongX * corner.y + reachY
            points[step] = OutlinePoint(x: roundedToEven(centreX + x), y: roundedToEven(centreY + y))
            points[half + 1 + step] = OutlinePoint(x: roundedToEven(centreX - x), y: roundedToEven(centreY - y))
            index = index + 1 == polygon.count ? 0 : index + 1
        }
        return 2 * half + 2
    }
}
