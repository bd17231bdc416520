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
    var bounds: PixelRect? {
        guard radius.raw > 0 else { return nil }
        let left = centreX.outline - abs(vectorX.outline) - radius.outline
        let right = centreX.outline + abs(vectorX.outline) + radius.outline
        let top = centreY.outline - abs(vectorY.outline) - radius.outline
        let bottom = centreY.outline + abs(vectorY.outline) + radius.outline
        // One unit more, since the polygon stands out a little over the circle
        // it stands for.
        let x = (left - Capsule.margin) >> OutlineUnit.bits
        let y = (top - Capsule.margin) >> OutlineUnit.bits
        return PixelRect(
            x: x, y: y,
            width: (right + Capsule.margin + OutlineUnit.mask) >> OutlineUnit.bits - x,
            height: (bottom + Capsule.margin + OutlineUnit.mask) >> OutlineUnit.bits - y)
    }

    /// How far, in outline units, a corner may lie outside the true circle.
    static let margin = 4

    /// Adds the outline to an accumulator whose box has its top left corner at
    /// the given pixel.
    func addOutline(
        to accumulator: inout CoverageAccumulator, circles: borrowing CirclePolygons,
        originX: Int, originY: Int
    ) {
        let centreX = Double(self.centreX.outline - originX << OutlineUnit.bits)
        let centreY = Double(self.centreY.outline - originY << OutlineUnit.bits)
        let reachX = Double(vectorX.outline)
        let reachY = Double(vectorY.outline)
        let length = (reachX * reachX + reachY * reachY).squareRoot()
        let radius = Double(self.radius.outline)
        let alongX = length > 0 ? reachX / length * radius : radius
        let alongY = length > 0 ? reachY / length * radius : 0

        let corners = circles.polygon(radius: self.radius)
        let quarter = corners.count / 4
        let half = corners.count / 2
        var firstX = 0
        var firstY = 0
        var lastX = 0
        var lastY = 0
        // From a quarter turn before the second end to a quarter turn after
        // it, then the other half around the first end.
        for step in 0..<(corners.count + 2) {
            let isSecondEnd = step <= half
            let index = circles.wrapped(
                corners.start, corners.count, step - quarter - (isSecondEnd ? 0 : 1))
            let corner = circles.corners[index]
            let side = isSecondEnd ? 1.0 : -1.0
            let x = rounded(centreX + side * reachX + (alongX * corner.x - alongY * corner.y))
            let y = rounded(centreY + side * reachY + (alongY * corner.x + alongX * corner.y))
            if step == 0 {
                firstX = x
                firstY = y
            } else {
                accumulator.addEdge(lastX, lastY, x, y)
            }
            lastX = x
            lastY = y
        }
        accumulator.addEdge(lastX, lastY, firstX, firstY)
    }
}

/// The nearest whole number, halves to even, without a call into the C
/// library: adding 1.5 * 2^52 leaves the whole part in the low bits.
@inline(__always)
private func rounded(_ value: Double) -> Int {
    Int(Int32(truncatingIfNeeded: (value + 6_755_399_441_055_744.0).bitPattern))
}
