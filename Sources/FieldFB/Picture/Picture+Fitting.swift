import FieldCore

extension Picture {
    /// The whole picture in another size.
    public func resized(width: Int, height: Int) -> Picture {
        guard let whole = PixelRect(x: 0, y: 0, width: width, height: height),
            let picture = PictureScaler.scaled(self, width: width, height: height, part: whole)
        else { return self }
        return picture
    }

    /// As large as it goes into a square of this side, its proportions kept.
    public func fitting(longestSide: Int) -> Picture {
        let side = max(1, longestSide)
        let longest = max(width, height)
        guard longest != side else { return self }
        return resized(
            width: max(1, (width * side + longest / 2) / longest), height: max(1, (height * side + longest / 2) / longest))
    }

    /// An opaque picture of exactly this size; nil when it is cancelled.
    ///
    /// - Parameters:
    ///   - background: what is seen beside it and through it.
    ///   - isCancelled: asked now and then.
    public func covering(
        width: Int, height: Int, fit: PictureFit, background: Colour, isCancelled: () -> Bool = { false }
    ) -> Picture? {
        let ground = background.packed
        switch fit {
        case .fill, .fit:
            // Which side decides: compared without division.
            let isWide = self.width * height > self.height * width
            let followsHeight = (fit == .fill) == isWide
            let scaledWidth = followsHeight ? max(1, rounded(self.width * height, self.height)) : width
            let scaledHeight = followsHeight ? height : max(1, rounded(self.height * width, self.width))
            let whole = (width: fit == .fill ? max(scaledWidth, width) : min(scaledWidth, width),
                height: fit == .fill ? max(scaledHeight, height) : min(scaledHeight, height))
            let shown = (width: min(whole.width, width), height: min(whole.height, height))
            guard
                let part = PixelRect(
                    x: (whole.width - shown.width) / 2, y: (whole.height - shown.height) / 2, width: shown.width,
                    height: shown.height),
                let scaled = PictureScaler.scaled(
                    self, width: whole.width, height: whole.height, part: part, isCancelled: isCancelled)
            else { return nil }
            return Picture.opaque(width: width, height: height, ground) { x, y in
                let (column, row) = (x - (width - shown.width) / 2, y - (height - shown.height) / 2)
                guard column >= 0, column < shown.width, row >= 0, row < shown.height else { return 0 }
                return scaled.pixels[row * shown.width + column]
            }
        case .centre:
            let (left, top) = ((width - self.width) >> 1, (height - self.height) >> 1)
            return Picture.opaque(width: width, height: height, ground) { x, y in
                let (column, row) = (x - left, y - top)
                guard column >= 0, column < self.width, row >= 0, row < self.height else { return 0 }
                return pixels[row * self.width + column]
            }
        case .tile:
            return Picture.opaque(width: width, height: height, ground) { x, y in
                pixels[(y % self.height) * self.width + x % self.width]
            }
        }
    }

    private func rounded(_ numerator: Int, _ denominator: Int) -> Int { (numerator + denominator / 2) / denominator }

    private static func opaque(
        width: Int, height: Int, _ ground: UInt32, _ pixel: (Int, Int) -> UInt32
    ) -> Picture {
        var result: [UInt32] = []
        result.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width { result.append(blend(premultiplied: pixel(x, y), over: ground)) }
        }
        return Picture(width: width, height: height, pixels: result)
    }
}
