/// How many pixels a point should be on a display, when nobody chose it.
public enum DisplayScale {
    /// The scale for a glass, in quarter steps, within `Stage.scales`.
    ///
    /// - Where the size in millimetres can be believed and there are 96 pixels
    ///   to an inch or more: a point for each 128th of an inch. That is 1 for
    ///   what stands on a desk (96 to 144 pixels to an inch), 3 on a telephone of 400.
    /// - Otherwise, and on larger glass, which is seen from afar: a point for
    ///   each 1080th of the shorter side.
    /// - At least 1, and at most so many that the shorter side keeps 240
    ///   points; on a shorter side of fewer than 240 pixels down to a half.
    ///
    /// - Parameters:
    ///   - width: pixels of the glass, in either direction.
    ///   - height: pixels in the other.
    ///   - widthMillimetres: what the device says, believable or not.
    ///   - heightMillimetres: the same for the height.
    public static func suggested(
        width: Int, height: Int, widthMillimetres: Int, heightMillimetres: Int
    ) -> Double {
        let shorter = Double(max(1, min(width, height)))
        var scale = shorter / 1080
        if let density = dotsPerInch(
            width: width, height: height, widthMillimetres: widthMillimetres,
            heightMillimetres: heightMillimetres), density >= 96
        {
            scale = density / 128
        }
        let most = max(0.5, (shorter / 240 * 4).rounded(.down) / 4)
        let wanted = max(1, (scale * 4).rounded() / 4)
        return min(max(min(wanted, most), Stage.scales.lowerBound), Stage.scales.upperBound)
    }

    /// Pixels to an inch, or nil when the millimetres cannot be true: none or
    /// negative, a ratio of sides instead of a size, the pixels again, outside
    /// 40...600 to the inch, or pixels that would be far from square whichever
    /// way the size is turned.
    static func dotsPerInch(
        width: Int, height: Int, widthMillimetres: Int, heightMillimetres: Int
    ) -> Double? {
        guard width > 0, height > 0, widthMillimetres > 0, heightMillimetres > 0,
            (widthMillimetres, heightMillimetres) != (width, height),
            (heightMillimetres, widthMillimetres) != (width, height)
        else { return nil }
        let longerMillimetres = max(widthMillimetres, heightMillimetres)
        let shorterMillimetres = min(widthMillimetres, heightMillimetres)
        for ratio in ratiosInsteadOfSizes where ratio == (longerMillimetres, shorterMillimetres) { return nil }
        let longer = Double(max(width, height)) / Double(longerMillimetres) * 25.4
        let shorter = Double(min(width, height)) / Double(shorterMillimetres) * 25.4
        guard believable.contains(longer), believable.contains(shorter),
            longer < shorter * 1.5, shorter < longer * 1.5
        else { return nil }
        return (longer * shorter).squareRoot()
    }

    private static let believable = 40.0...600.0

    /// What displays write where their size should stand.
    private static let ratiosInsteadOfSizes = [(16, 9), (16, 10), (4, 3), (5, 4), (160, 90), (160, 100)]
}
