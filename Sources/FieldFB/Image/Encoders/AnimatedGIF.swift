import CDRM

/// Writes an animated GIF through giflib, frame by frame, repeating for ever.
///
/// The colours of the first frame are the table of the file; a later frame with
/// others brings its own, so that every frame of at most 256 colours is exact.
@safe
@usableFromInline
struct AnimatedGIF: ~Copyable {
    private let library: cdrm_gif_library
    private var gif: UnsafeMutablePointer<GifFileType>?
    /// On the heap, since giflib keeps its address.
    private let output: UnsafeMutablePointer<cdrm_bytes>
    private var comparison = FrameComparison()
    private var table: ColourTable?
    private var row: [UInt8] = []
    private let rate: AnimationRate
    private var framesWritten = 0

    static func begin(rate: AnimationRate, place: String) throws(PictureError) -> AnimatedGIF {
        let library = try systemOpenGIFLibrary()
        var animation = AnimatedGIF(library: library, rate: rate)
        do throws(LibraryFailure) {
            unsafe animation.gif = try systemOpenGIF(library, animation.output)
        } catch {
            throw PictureError(error, place: place)
        }
        return animation
    }

    private init(library: cdrm_gif_library, rate: AnimationRate) {
        self.library = library
        self.rate = rate
        unsafe gif = nil
        unsafe output = .allocate(capacity: 1)
        unsafe output.initialize(to: cdrm_bytes())
    }

    deinit {
        if let gif = unsafe gif { unsafe try? systemCloseGIF(library, gif) }
        unsafe systemFreeGIFOutput(output)
    }

    mutating func add(
        _ surface: borrowing Surface, to file: inout PictureFile
    ) throws(PictureError) {
        guard let gif = unsafe gif else { return }
        let rect = comparison.changedRect(surface) ?? surface.bounds.topLeftPixel
        do throws(LibraryFailure) {
            if table == nil {
                let colours = ColourTable(surface, rect)
                unsafe try systemBeginGIF(
                    library, gif, width: surface.width, height: surface.height, colours.colours)
                table = colours
            }
            unsafe try systemWriteGIFControl(library, gif, control)
            if let table, table.holds(surface, rect) {
                unsafe try systemBeginGIFFrame(library, gif, rect, ownColours: nil)
                unsafe try writeRows(gif, surface, rect, table)
            } else {
                let own = ColourTable(surface, rect)
                unsafe try systemBeginGIFFrame(library, gif, rect, ownColours: own.colours)
                unsafe try writeRows(gif, surface, rect, own)
            }
        } catch {
            throw PictureError(error, place: file.place)
        }
        framesWritten += 1
        try passOn(to: &file)
    }

    mutating func finish(_ file: inout PictureFile) throws(PictureError) {
        guard let open = unsafe gif else { return }
        unsafe gif = nil
        do throws(LibraryFailure) {
            unsafe try systemCloseGIF(library, open)
        } catch {
            throw PictureError(error, place: file.place)
        }
        try passOn(to: &file)
    }

    private mutating func passOn(to file: inout PictureFile) throws(PictureError) {
        guard let bytes = unsafe output.pointee.bytes else { return }
        let encoded = unsafe Span(_unsafeStart: bytes, count: output.pointee.count)
        try file.append(encoded)
        unsafe output.pointee.count = 0
    }

    /// How long the next frame stays, in whole hundredths of a second, and that
    /// it is left standing. Viewers show anything below two hundredths slowly,
    /// so two is the least.
    private var control: [UInt8] {
        let begin = rate.moment(ofFrame: framesWritten, parts: 100)
        let end = rate.moment(ofFrame: framesWritten + 1, parts: 100)
        let delay = UInt16(clamping: max(2, end - begin))
        let leaveStanding: UInt8 = 1 << 2
        return [leaveStanding, UInt8(delay & 0xFF), UInt8(delay >> 8), 0]
    }

    private mutating func writeRows(
        _ gif: UnsafeMutablePointer<GifFileType>, _ surface: borrowing Surface, _ rect: PixelRect,
        _ colours: ColourTable
    ) throws(LibraryFailure) {
        if row.count != rect.width { row = [UInt8](repeating: 0, count: rect.width) }
        let pixels = surface.pixels.span
        for y in rect.y..<rect.maxY {
            var last = UInt32.max
            var number: UInt8 = 0
            for x in 0..<rect.width {
                let pixel = pixels[y * surface.width + rect.x + x]
                if pixel != last {
                    last = pixel
                    number = colours.number(of: pixel) ?? 0
                }
                row[x] = number
            }
            unsafe try systemWriteGIFRow(library, gif, &row)
        }
    }
}
