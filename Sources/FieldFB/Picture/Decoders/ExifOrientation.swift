/// How a camera was held, as a JPEG file tells it (Exif tag 0x0112): 1 upright,
/// 2 to 8 mirrored and turned.
struct ExifOrientation: Equatable {
    let number: Int

    init(number: Int) { self.number = (1...8).contains(number) ? number : 1 }

    /// Looks for the tag; 1 when there is none that can be read.
    init(jpeg bytes: [UInt8]) { self.init(number: ExifOrientation.find(bytes) ?? 1) }

    /// Whether rows become columns.
    var swapsSides: Bool { number >= 5 }

    /// The picture upright.
    func applied(to picture: Picture) -> Picture {
        guard number > 1 else { return picture }
        let width = swapsSides ? picture.height : picture.width
        let height = swapsSides ? picture.width : picture.height
        var pixels: [UInt32] = []
        pixels.reserveCapacity(width * height)
        let right = picture.width - 1
        let bottom = picture.height - 1
        for y in 0..<height {
            for x in 0..<width {
                let source: (x: Int, y: Int)
                switch number {
                case 2: source = (right - x, y)
                case 3: source = (right - x, bottom - y)
                case 4: source = (x, bottom - y)
                case 5: source = (y, x)
                case 6: source = (y, bottom - x)
                case 7: source = (right - y, bottom - x)
                default: source = (right - y, x)
                }
                pixels.append(picture.pixels[source.y * picture.width + source.x])
            }
        }
        return Picture(width: width, height: height, pixels: pixels)
    }

    private static func find(_ bytes: [UInt8]) -> Int? {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xFF {
            let marker = bytes[place + 1]
            // The picture itself begins.
            if marker == 0xDA { return nil }
            let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
            guard length >= 2, place + 2 + length <= bytes.count else { return nil }
            if marker == 0xE1, let number = orientation(bytes[(place + 4)..<(place + 2 + length)]) { return number }
            place += 2 + length
        }
        return nil
    }

    /// In the bytes of an Exif segment: a header, and a TIFF file.
    private static func orientation(_ segment: ArraySlice<UInt8>) -> Int? {
        let header: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
        guard segment.starts(with: header) else { return nil }
        let tiff = Array(segment.dropFirst(header.count))
        guard tiff.count >= 8 else { return nil }
        let isLittle = tiff[0] == 0x49
        func number(_ place: Int, _ count: Int) -> Int? {
            guard place >= 0, place <= tiff.count - count else { return nil }
            var value = 0
            for index in 0..<count { value = value << 8 | Int(tiff[place + (isLittle ? count - 1 - index : index)]) }
            return value
        }
        guard let directory = number(4, 4), directory < tiff.count, let count = number(directory, 2) else { return nil }
        for entry in 0..<min(count, 512) {
            let place = directory + 2 + entry * 12
            guard let tag = number(place, 2) else { return nil }
            if tag == 0x0112 { return number(place + 8, 2) }
        }
        return nil
    }
}
