import CDRM

/// Makes PNG pictures in memory through libpng, 8 bits a channel, no alpha.
struct PNGEncoder {
    private let library: cdrm_png_library
    private var colours: [UInt8] = []
    private var output: [UInt8] = []
    /// How many bytes of `output` are the picture.
    private var outputCount = 0

    init() throws(PictureError) {
        library = try systemOpenPNGLibrary()
    }

    /// The picture encoded last.
    var encoded: ArraySlice<UInt8> { output[0..<outputCount] }

    /// Encodes the part `rect` of a surface; the result is in `encoded`.
    mutating func encode(
        _ surface: borrowing Surface, _ rect: PixelRect, place: String
    ) throws(PictureError) {
        gatherColours(surface, rect)
        // libpng says how many bytes it needed when the room was too small, and
        // then encodes once more.
        let first = colours.count / 4 + 4096
        if output.count < first { output = [UInt8](repeating: 0, count: first) }
        if try encodeColours(rect, place: place) { return }
        output = [UInt8](repeating: 0, count: outputCount)
        if try encodeColours(rect, place: place) { return }
        throw .encoder(
            call: "png_image_write_to_memory", reason: "libpng asks for ever more room",
            place: place)
    }

    private mutating func gatherColours(_ surface: borrowing Surface, _ rect: PixelRect) {
        let count = rect.width * rect.height * 3
        if colours.count != count { colours = [UInt8](repeating: 0, count: count) }
        let pixels = surface.pixels.span
        var target = colours.mutableSpan
        var place = 0
        for y in rect.y..<rect.maxY {
            for index in (y * surface.width + rect.x)..<(y * surface.width + rect.maxX) {
                let pixel = pixels[index]
                target[place] = UInt8(truncatingIfNeeded: pixel >> 16)
                target[place + 1] = UInt8(truncatingIfNeeded: pixel >> 8)
                target[place + 2] = UInt8(truncatingIfNeeded: pixel)
                place += 3
            }
        }
    }

    /// True when `output` was large enough; otherwise `outputCount` is what it needs.
    private mutating func encodeColours(
        _ rect: PixelRect, place: String
    ) throws(PictureError) -> Bool {
        do throws(LibraryFailure) {
            outputCount = try systemEncodePNG(
                library, colours, width: rect.width, height: rect.height, into: &output)
        } catch {
            throw PictureError(error, place: place)
        }
        return outputCount <= output.count
    }
}
