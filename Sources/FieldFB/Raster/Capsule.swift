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

    /// Puts the corners of the outline into a list, counted from the top left
    /// corner of the given pixel.
    func putOutline(
        into corners: inout [OutlinePoint], circles: borrowing CirclePolygons,
        originX: Int, originY: Int
    ) {
        corners.removeAll(keepingCapacity: true)
        let centreX = Double(self.centreX.outline - originX << OutlineUnit.bits)
        let centreY = Double(self.centreY.outline - originY << OutlineUnit.bits)
        let reachX = Double(vectorX.outline)
        let reachY = Double(vectorY.outline)
        let length = (reachX * reachX + reachY * reachY).squareRoot()
        let radius = Double(self.radius.outline)
        let alongX = length > 0 ? reachX / length * radius : radius
        let alongY = length > 0 ? reachY / length * radius : 0

        // Half of the polygon stands around the second end, from a quarter
        // turn before to a quarter turn after its direction; the other half,
        // point for point opposite, around the first end.
        let polygon = circles.polygon(radius: self.radius)
        let quarter = polygon.count / 4
        for end in 0...1 {
            let side = end == 0 ? 1.0 : -1.0
            let endX = centreX + side * reachX
            let endY = centreY + side * reachY
            let acrossX = side * alongX
            let acrossY = side * alongY
            for step in -quarter...quarter {
                let index = step < 0 ? step &+ polygon.count : step
                var corner = circles.corners[polygon.start &+ index]
                // The corners stand a little outside the circle; a long side
                // between two of them would lie outside all along.
                if length > 0, step == quarter || step == -quarter {
                    corner = CirclePolygons.Corner(x: 0, y: step < 0 ? -1 : 1)
                }
                corners.append(
                    OutlinePoint(
                        x: rounded(endX + (acrossX * corner.x - acrossY * corner.y)),
                        y: rounded(endY + (acrossY * corner.x + acrossX * corner.y))))
            }
        }
    }
}

/// The nearest whole number, halves to even, without a call into the C
/// library: adding 1.5 * 2^52 leaves the whole part in the low bits.
@inline(__always)
private func rounded(_ value: Double) -> Int {
    Int(Int32(truncatingIfNeeded: (value + 6_755_399_441_055_744.0).bitPattern))
}
